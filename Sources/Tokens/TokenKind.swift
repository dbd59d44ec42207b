/// The three kinds of token (contracts.md section 7, 003#definitions).
package enum TokenKind: String, Sendable, Hashable, CaseIterable {
    case authentication
    case authorization
    case media

    /// The names the payload's element may have; the first is what is written.
    ///
    /// Media tokens seen in the field have the root `authToken`, the printed ones `shortAuthorizationToken`
    /// (service-protocol.md 5.3).
    package var roots: [String] {
        switch self {
        case .authentication: ["simpleAuthenticationToken"]
        case .authorization: ["simpleAuthorizationToken"]
        case .media: ["authToken", "shortAuthorizationToken"]
        }
    }

    /// The elements of a service's answer that hold a token of this kind (service-protocol.md 3.3, 5.3).
    var holders: [String] {
        switch self {
        case .authentication: ["authnToken"]
        case .authorization: ["authzToken"]
        case .media: ["mediaToken", "serializedToken"]
        }
    }

    init?(holder: String) {
        guard let kind = TokenKind.allCases.first(where: { $0.holders.contains(holder) }) else { return nil }
        self = kind
    }

    package init?(root: String) {
        guard let kind = TokenKind.allCases.first(where: { $0.roots.contains(root) }) else { return nil }
        self = kind
    }

    /// The kind as it stands in a sentence.
    package var phrase: String {
        switch self {
        case .authentication: "an authentication token"
        case .authorization: "an authorization token"
        case .media: "a media token"
        }
    }
}
