/// What a server proves itself with: its certificate and the key to it.
package struct TLSIdentity: Sendable, Hashable {
    /// The server's certificate and those that lead from it to a root, in PEM.
    package var certificates: String
    /// The unencrypted private key, in PEM.
    package var key: String

    package init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
    }
}
