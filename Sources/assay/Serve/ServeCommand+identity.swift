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
        if let kept = try state?.identity(for: bind) { return kept }
        let key = try makeKey()
        do throws(CryptographyError) {
            let identity = TLSIdentity(
                certificates: try SelfSignedCertificate.make(for: names, key: key), key: key.pem)
            state?.keep(identity, for: bind)
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
    /// A certificate names the address that was bound, so each address but the loopback's has its own.
    private func certificatePath(_ address: String) -> String { "\(path)/tls-certificate\(Self.suffix(address)).pem" }
    private func certificateKeyPath(_ address: String) -> String { "\(path)/tls-key\(Self.suffix(address)).pem" }

    private static func suffix(_ address: String) -> String {
        ["127.0.0.1", "0.0.0.0"].contains(address) ? "" : "-\(address)"
    }

    func identity(for address: String) throws(ToolError) -> TLSIdentity? {
        let (certificate, key) = (certificatePath(address), certificateKeyPath(address))
        guard Folder.exists(certificate), Folder.exists(key) else { return nil }
        do throws(FileError) {
            return TLSIdentity(
                certificates: String(decoding: try File.read(certificate), as: UTF8.self),
                key: String(decoding: try File.read(key), as: UTF8.self))
        } catch {
            throw .broken("the certificate of the state: \(error)")
        }
    }

    /// Keeps a certificate; one that cannot be kept will be made anew.
    func keep(_ identity: TLSIdentity, for address: String) {
        try? File.write(Array(identity.key.utf8), to: certificateKeyPath(address), isPrivate: true)
        try? File.write(Array(identity.certificates.utf8), to: certificatePath(address))
    }
}
