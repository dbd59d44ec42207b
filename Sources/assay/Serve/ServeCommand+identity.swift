import Cryptography
import Documents
import Evidence
import HTTPServer

extension ServeCommand {
    /// What the endpoints prove themselves with; nil: they speak plain HTTP.
    ///
    /// A certificate of our own making is kept in the state until it expires, so that a client has to be told of it once in
    /// four weeks.
    func identity(
        in state: StateFolder?, key makeKey: () throws(ToolError) -> PrivateKey
    ) throws(ToolError) -> TLSIdentity? {
        if certificate != nil || key != nil {
            guard let certificate, let key else { throw .impossible("--cert and --key go together") }
            return TLSIdentity(certificates: try Self.text(certificate), key: try Self.text(key))
        }
        guard usesTLS else { return nil }
        if let kept = try state?.identity(for: bind) {
            if SelfSignedCertificate.isCurrent(kept.certificates) { return kept }
            state?.forgetIdentity(for: bind)
        }
        let key = try makeKey()
        let made = try saying("there is no certificate") {
            TLSIdentity(certificates: try SelfSignedCertificate.make(for: names, key: key), key: key.pem)
        }
        return try state?.keep(made, for: bind) ?? made
    }

    /// What clients may call this machine: they may be pointed here by name.
    private var names: [String] {
        ["localhost", "127.0.0.1", "sp.auth.adobe.com", "api.auth.adobe.com"]
            + (bind == "127.0.0.1" || bind == "0.0.0.0" ? [] : [bind])
    }

    private static func text(_ path: String) throws(ToolError) -> String {
        try saying(as: .usage) { String(decoding: try File.read(path, maximumBytes: 1 << 20), as: UTF8.self) }
    }
}

extension StateFolder {
    /// Certificate and key in one file, so that they always belong together.
    ///
    /// A certificate names the address that was bound, so each address but the loopback's has its own.
    private func identityPath(_ address: String) -> String {
        "\(path)/tls\(["127.0.0.1", "0.0.0.0"].contains(address) ? "" : "-\(address)").pem"
    }

    func identity(for address: String) throws(ToolError) -> TLSIdentity? {
        let path = identityPath(address)
        guard Folder.exists(path) else { return nil }
        return try saying("the certificate of the state") {
            let text = String(decoding: try File.read(path), as: UTF8.self)
            return TLSIdentity(certificates: Self.part(of: text, from: "CERTIFICATE"), key: text)
        }
    }

    func forgetIdentity(for address: String) {
        try? File.remove(identityPath(address))
    }

    /// Keeps a certificate; one that cannot be kept will be made anew.
    ///
    /// - Returns: what is kept, which may be that of a service that started at the same time.
    func keep(_ identity: TLSIdentity, for address: String) throws(ToolError) -> TLSIdentity {
        let bytes = Array((identity.certificates + identity.key).utf8)
        let isOurs = (try? File.create(bytes, at: identityPath(address), isPrivate: true)) ?? true
        return isOurs ? identity : try self.identity(for: address) ?? identity
    }

    /// The first block of PEM of that kind, with its end of line.
    private static func part(of text: String, from kind: String) -> String {
        var lines: [Substring] = []
        for line in text.split(separator: "\n") {
            guard !lines.isEmpty || line == "-----BEGIN \(kind)-----" else { continue }
            lines.append(line)
            if line == "-----END \(kind)-----" { break }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
