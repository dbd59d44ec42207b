package import AccessEnablerAPI

/// What the device's TV provider account is like, as far as a contract says so.
package struct PlatformFixture: Sendable, Hashable {
    /// Whether the application may use the account.
    package var access: AccountAccess?
    /// Whether somebody is signed in, and with which MVPD.
    package var signedIn: SignedIn?
    /// Whether requests for the account fail.
    package var isFailing: Bool?

    package enum SignedIn: Sendable, Hashable {
        case nobody
        case with(String)
    }
}

/// What the person does in the platform's picker.
package enum PlatformPick: Sendable, Hashable {
    case mvpd(String)
    /// "Other TV Provider".
    case otherProvider
    /// A provider that the application does not ask for.
    case unsupportedProvider
    case cancel

    static let words = ["other-provider", "unsupported-provider", "cancel"]

    init?(word: String) {
        switch word {
        case "other-provider": self = .otherProvider
        case "unsupported-provider": self = .unsupportedProvider
        case "cancel": self = .cancel
        default: return nil
        }
    }

    package var words: String {
        switch self {
        case .mvpd(let name): name
        case .otherProvider: "other-provider"
        case .unsupportedProvider: "unsupported-provider"
        case .cancel: "cancel"
        }
    }
}

/// What a port asks of the account, as patterns name it.
package enum PlatformAct: String, Sendable, Hashable, CaseIterable {
    case asksAccess = "asks-access"
    case asksAccount = "asks-account"
}
