/// The TV provider account of a device, which belongs to the platform and to no application.
///
/// It has the shape of Apple's Video Subscriber Account framework, whose place it takes: a port with the feature
/// ``PortFeature/platformSSO`` asks the one that it is given, and the tester plays the platform and the person in front
/// of it. Providers are named by the IDs of their MVPDs.
public protocol PlatformAccount: Sendable {
    /// Asks whether the application may use the account, and returns without waiting.
    ///
    /// - Parameter completion: called once, on any thread.
    func checkAccess(_ completion: @escaping @Sendable (AccountAccess) -> Void)

    /// Asks who the user's provider is, and with a profile request also for its answer; returns without waiting.
    ///
    /// - Parameter tell: called on any thread, with one news after the other; ``AccountNews/isLast`` says which is the end.
    func request(_ request: AccountRequest, _ tell: @escaping @Sendable (AccountNews) -> Void)
}

/// Whether the person has allowed the application to use the account.
///
/// Where access is denied or undetermined, AccessEnabler falls back to `displayProviderDialog:` (AE-SSO-020). The raw
/// value is the name in the adapter protocol (P-37).
public enum AccountAccess: String, Sendable, Hashable, CaseIterable {
    case granted
    case denied
    /// Nobody has been asked yet.
    case undetermined
}

/// What an application asks of the account.
public struct AccountRequest: Sendable, Hashable {
    /// The IDs of the MVPDs that the picker offers, in its order (AE-SSO-013).
    public var providers: [String]
    /// Those of `providers` that the picker marks as featured (AE-SSO-014).
    public var featured: [String]
    /// Whether a picker may be shown; without it only an account that is signed in is told of.
    public var mayAskUser: Bool
    /// What the MVPD is to answer, as the service made it; nil where only the provider's name is wanted.
    public var profileRequest: String?

    /// Makes a request; by default it may show the picker and wants only the provider's name.
    public init(
        providers: [String], featured: [String] = [], mayAskUser: Bool = true, profileRequest: String? = nil
    ) {
        self.providers = providers
        self.featured = featured
        self.mayAskUser = mayAskUser
        self.profileRequest = profileRequest
    }
}

/// What the platform tells of a request.
public enum AccountNews: Sendable, Hashable {
    /// The picker is ready to be shown; the application shows it (AE-SSO-001).
    case presents(Value)
    /// The picker is over; the application takes it away (AE-SSO-004).
    case dismisses(Value)
    /// The account is known; nothing follows.
    case account(AccountMetadata)
    /// There is no account to tell of; nothing follows.
    case failed(AccountFailure)

    /// Whether nothing follows.
    public var isLast: Bool {
        switch self {
        case .presents, .dismisses: false
        case .account, .failed: true
        }
    }
}

/// What the platform knows of the user's provider.
public struct AccountMetadata: Sendable, Hashable {
    /// The ID of the user's MVPD.
    public var provider: String
    /// The MVPD's SAML response to the profile request, in Base64; nil where there was none, or where the platform
    /// does not authenticate with the provider.
    public var response: String?

    /// Makes what the platform answers; without a response it tells only whose customer the user is.
    public init(provider: String, response: String? = nil) {
        self.provider = provider
        self.response = response
    }
}

/// Why the platform tells no account.
///
/// It is an answer (``AccountNews/failed(_:)``), and is not thrown.
public struct AccountFailure: Error, Sendable, Hashable {
    /// What kept the platform from answering; the raw value is the name in the adapter protocol (P-37).
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The application may not use the account (``AccountAccess``).
        case accessNotGranted
        /// The person chose a provider that was not among those asked for, or none that the platform knows.
        case unsupportedProvider
        /// The person closed the picker without a choice (AE-SSO-023).
        case userCancelled
        /// The platform's own service does not answer now (AE-SSO-024).
        case serviceTemporarilyUnavailable
        /// Nobody is signed in, and the request forbade to ask the user (``AccountRequest/mayAskUser``).
        case notSignedIn
    }

    /// Decides what AccessEnabler does next.
    public var code: Code
    /// The provider that is not supported (AE-SSO-022); nil for "Other TV Provider" (AE-SSO-021).
    ///
    /// Of no meaning with other codes than ``Code/unsupportedProvider``.
    public var provider: String?

    /// Makes an answer; `provider` goes with ``Code/unsupportedProvider`` only.
    public init(_ code: Code, provider: String? = nil) {
        self.code = code
        self.provider = provider
    }
}
