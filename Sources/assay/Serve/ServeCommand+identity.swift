import Cryptography
import Documents
import HTTPServer

extension ServeCommand {
    /// What the endpoints prove themselves with; nil: they speak plain HTTP.
    ///
    /// A certificate of our own making is kept in the state, so that a client has to be told of it once.
    func identity(
        in state: StateFolder?, key makeKey: () throws(ToolError) -> PrivateKey
    ) throws(ToolError) -> TLSIdentity? {
        if certificate != nil || key != nil {
            guard let certificate, let key else { throw .impossible("--cert and --key go together") }
            return TLSIdentity(certificates: try Self.text(certificate), key: try Self.text(key))
        }
        guard usesTLS else { return nil }
        if let kept = try state?.identity() { return kept }
        let key = try makeKey()
        do throws(CryptographyError) {
            let identity = TLSIdentity(
                certificates: try SelfSignedCertificate.make(for: names, key: key), key: key.pem)
            state?.keep(identity)
            return identity
        } catch {
            throw .broken("there is no certificate: \(error)")
        }
    }

    /// What clients may call this machine: they may be pointed here by name.
    private var names: [String] {
        ["localhost", "127.0.0.1", "sp.auth.adobe.com", "api.auth.adobe.com"]
            + (bind == "127.0.0.1" || bind == "0.0.0.0" ? [] : [bind])
    }

    private static func text(_ path: String) throws(ToolError) -> String {
        do throws(FileError) {
            return String(decoding: try File.read(path, maximumBytes: 1 << 20), as: UTF8.self)
        } catch {
            throw .input("\(error)")
        }
    }
}

extension StateFolder {
    private var certificatePath: String { path + "/tls-certificate.pem" }
    private var certificateKeyPath: String { path + "/tls-key.pem" }

    func identity() throws(ToolError) -> TLSIdentity? {
        guard Folder.exists(certificatePath), Folder.exists(certificateKeyPath) else { return nil }
        do throws(FileError) {
            return TLSIdentity(
                certificates: String(decoding: try File.read(certificatePath), as: UTF8.self),
                key: String(decoding: try File.read(certificateKeyPath), as: UTF8.self))
        } catch {
            throw .broken("the certificate of the state: \(error)")
        }
    }

    /// Keeps a certificate; one that cannot be kept will be made anew.
    func keep(_ identity: TLSIdentity) {
        try? File.write(Array(identity.key.utf8), to: certificateKeyPath, isPrivate: true)
        try? File.write(Array(identity.certificates.utf8), to: certificatePath)
    }
}
