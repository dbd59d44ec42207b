/// What a kind of token is made of, beside its schema: what to call things, and what a good value looks like.
package struct TokenLayout: Sendable {
    package struct Field: Sendable {
        package var name: String
        /// The element it is in; nil for a child of the root.
        package var parent: String?
        package var isRequired = true
        /// Identifies a person or a session; not shown unless asked for.
        package var isSecret = false
        /// A value the schema accepts.
        package var sample: String
        /// What a value must be, as it stands after "expected".
        package var expected: String
        /// The statement about the value's form.
        package var statement: String?
        /// Nil when the value is no date.
        package var dateForm: TokenDate.Form?
        /// Of fields for which the schema takes any text that is as long: how long; nil where it asks for more.
        var minLength: Int?
    }

    package var kind: TokenKind
    /// The text of the schema, the same as the file in Specs/tokens.
    package var schema: String
    /// The statement that lists the elements and their order.
    package var orderStatement: String
    /// The statement that names the root.
    package var rootStatement: String
    /// In the order of the schema.
    package var fields: [Field]
    /// The children of the root, in their order.
    package let children: [String]

    private init(
        kind: TokenKind, schema: [UInt8], orderStatement: String, rootStatement: String, fields: [Field]
    ) {
        (self.kind, self.fields) = (kind, fields)
        self.schema = String(decoding: schema, as: UTF8.self)
        (self.orderStatement, self.rootStatement) = (orderStatement, rootStatement)
        children = fields.reduce(into: []) { names, field in
            let name = field.parent ?? field.name
            if name != names.last { names.append(name) }
        }
    }

    /// As much of a field as is needed to show its value.
    @usableFromInline struct Label: Sendable {
        @usableFromInline var name: String
        @usableFromInline var isSecret: Bool

        init(_ field: Field) {
            name = field.name
            isSecret = field.isSecret
        }
    }

    static func labels(of kind: TokenKind) -> [Label] {
        switch kind {
        case .authentication: authenticationLabels
        case .authorization: authorizationLabels
        case .media: mediaLabels
        }
    }

    private var labels: [Label] { fields.map(Label.init) }
    private static let authenticationLabels = authentication.labels
    private static let authorizationLabels = authorization.labels
    private static let mediaLabels = media.labels

    package static func of(_ kind: TokenKind) -> TokenLayout {
        switch kind {
        case .authentication: authentication
        case .authorization: authorization
        case .media: media
        }
    }

    /// Whether a token without that child of the root is incomplete.
    package func isRequired(_ child: String) -> Bool {
        fields.contains { ($0.parent ?? $0.name) == child && $0.isRequired }
    }

    /// A payload the schema accepts, with the element given put in place of the one of its name.
    package func sample(root: String, replacing replaced: String? = nil, with text: String = "") -> String {
        var payload = "<\(root)>"
        for child in children where isRequired(child) || child == replaced {
            if child == replaced {
                payload += text
                continue
            }
            for field in fields where (field.parent ?? field.name) == child {
                let element = "<\(field.name)>\(field.sample)</\(field.name)>"
                payload += field.parent.map { "<\($0)>\(element)</\($0)>" } ?? element
            }
        }
        return payload + "</\(root)>"
    }

    private static let authentication = TokenLayout(
        kind: .authentication, schema: PackageResources.authentication_xsd, orderStatement: "AE-XML-002",
        rootStatement: "AE-XML-001",
        fields: [
            Field(
                name: "simpleTokenAuthenticationGuid", isSecret: true, sample: "0123456789abcdef0123456789abcdef",
                expected: "32 hexadecimal digits, with or without hyphens", statement: "AE-XML-008"),
            Field(
                name: "simpleSamlSessionIndex", isRequired: false, isSecret: true, sample: "AAAA", expected: "base64"),
            name("simpleTokenRequestorID"),
            name("simpleTokenDomainName"),
            expiry("simpleTokenExpires"),
            name("simpleTokenMsoID"),
            fingerprint,
            Field(name: "simpleSamlNameID", isRequired: false, isSecret: true, sample: "AAAA", expected: "base64"),
        ])

    private static let authorization = TokenLayout(
        kind: .authorization, schema: PackageResources.authorization_xsd, orderStatement: "AE-XML-004",
        rootStatement: "AE-XML-003",
        fields: [
            name("simpleTokenRequestorID"), name("simpleTokenResourceID"), expiry("simpleTokenTTL"),
            name("simpleTokenMsoID"), fingerprint,
        ])

    private static let media = TokenLayout(
        kind: .media, schema: PackageResources.media_xsd, orderStatement: "AE-XML-006", rootStatement: "AE-XML-005",
        fields: [
            Field(name: "sessionGUID", isSecret: true, sample: "g", expected: "some text", minLength: 1),
            name("requestorID"),
            name("resourceID"),
            Field(
                name: "ttl", sample: "300000", expected: "whole milliseconds of at most 15 digits",
                statement: "AE-XML-010"),
            Field(
                name: "issueTime", sample: "2026-01-01 00:00:00 +0000",
                expected: "a date such as 2026-01-01 00:00:00 +0000", dateForm: .issue),
            name("mvpdId"),
            Field(
                name: "proxyMvpdId", isRequired: false, sample: "", expected: "text", statement: "AE-XML-015",
                minLength: 0),
        ])

    private static func name(_ name: String) -> Field {
        Field(name: name, sample: "x", expected: "some text", minLength: 1)
    }

    private static func expiry(_ name: String) -> Field {
        Field(
            name: name, sample: "2026/01/01 00:00:00 GMT +0000",
            expected: "a date such as 2011/03/19 02:29:34 GMT +0200", statement: "AE-XML-009", dateForm: .expiry)
    }

    private static let fingerprint = Field(
        name: "simpleTokenFingerprint", parent: "simpleTokenDeviceID",
        sample: "0123456789abcdef0123456789abcdef01234567", expected: "a SHA-1 as 40 hexadecimal digits",
        statement: "AE-XML-007")
}
