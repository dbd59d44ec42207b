/// A programmer the services know: the requestor, and what proves its applications.
package struct RequestorScript: Sendable, Hashable {
    /// A key pair of the clientless calls that are signed (service-protocol.md 6).
    package struct SigningKey: Sendable, Hashable {
        package var publicKey: String
        package var privateKey: String

        package init(publicKey: String, privateKey: String) {
            self.publicKey = publicKey
            self.privateKey = privateKey
        }
    }

    package var id: String
    package var name: String
    package var domains: [String]
    /// Of addresses that only its applications understand, such as `app` of `app://end`; the SDK's `adobepass` and
    /// what its clients register as `redirect_uri` come to them.
    package var schemes: [String]
    /// Empty: any will do.
    package var softwareStatements: [String]
    /// Empty: a signed request is believed.
    package var keys: [SigningKey]
    /// The PEM of the certificate or public key that checks software statements; nil: those listed, or any.
    package var statementKey: String?
    /// The PEM of the certificate or public key that checks signed requestor identifiers, and for whose owner user
    /// metadata is encrypted; nil: they are believed, and nothing is encrypted.
    package var certificate: String?
    /// The PEM of the certificate or public key that checks the tokens of the programmer's own identity service; nil: they
    /// are believed.
    package var serviceTokenKey: String?
    /// The identifiers of the MVPDs it is integrated with; nil: all that a provider lists.
    package var mvpds: [String]?

    /// Of applications of which nothing is known.
    package static let usualSchemes = ["app"]

    package init(
        id: String, name: String = "", domains: [String] = ["adobe.com"],
        schemes: [String] = usualSchemes, softwareStatements: [String] = [],
        statementKey: String? = nil, keys: [SigningKey] = [], certificate: String? = nil,
        serviceTokenKey: String? = nil, mvpds: [String]? = nil
    ) {
        self.id = id
        self.name = name
        self.domains = domains
        self.schemes = schemes
        self.softwareStatements = softwareStatements
        self.statementKey = statementKey
        self.keys = keys
        self.certificate = certificate
        self.serviceTokenKey = serviceTokenKey
        self.mvpds = mvpds
    }
}
