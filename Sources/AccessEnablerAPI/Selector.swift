/// The Objective-C name of a call or callback, such as `setRequestor:serviceProviders:`.
///
/// An open set: ports may name what no document lists, and that has to be seen. A member that names no release is of
/// 1.0 and later, on iOS and tvOS.
public struct Selector: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    /// The name with its colons, exactly as Objective-C writes it.
    public let rawValue: String

    /// Takes any name; whether a document has it is not checked.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Lets a text in the source stand for a selector; any text does.
    public init(stringLiteral name: String) {
        rawValue = name
    }

    /// Compares the names, so that lists of them are always the same; the order has no other meaning.
    public static func < (left: Selector, right: Selector) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The name, without quotes.
    public var description: String { rawValue }
}

extension Selector {
    // Calls.
    /// Changes what later requests carry; 2.3 and later (AE-OPT-001, AE-OPT-002).
    public static let setOptions: Selector = "setOptions:"
    /// Names the requestor, with the default service provider; 3.0 and later (AE-REQ-001, AE-REQ-011).
    public static let setRequestor: Selector = "setRequestor:"
    /// Names the requestor and the service providers; 3.0 and later (AE-REQ-002).
    public static let setRequestorServiceProviders: Selector = "setRequestor:serviceProviders:"
    /// The requestor with a proof; iOS before 3.0 (AE-REQ-003).
    public static let setRequestorSigned: Selector = "setRequestor:signedRequestorID:"
    /// The requestor with a proof and service providers; iOS before 3.0 (AE-REQ-003).
    public static let setRequestorSignedServiceProviders: Selector =
        "setRequestor:signedRequestorID:serviceProviders:"
    /// The requestor with a proof and the keys of the second screen; tvOS before 3.0 (AE-REQ-004).
    public static let setRequestorSecret: Selector = "setRequestor:signedRequestorID:secret:publicKey:"
    /// The requestor with a proof, service providers and the keys of the second screen; tvOS before 3.0 (AE-REQ-004).
    public static let setRequestorSecretServiceProviders: Selector =
        "setRequestor:signedRequestorID:serviceProviders:secret:publicKey:"
    /// Asks whether the stored token is valid (AE-CHKN-001).
    public static let checkAuthentication: Selector = "checkAuthentication"
    /// Logs the user in (AE-AUTHN-001).
    public static let getAuthentication: Selector = "getAuthentication"
    /// The login that can be forced; 1.9 and later (AE-AUTHN-002, AE-AUTHN-014).
    public static let getAuthenticationWithData: Selector = "getAuthentication:withData:"
    /// The login with a ``ProviderFilter``; 2.0 and later (AE-SSO-008, AE-SSO-009).
    public static let getAuthenticationFilter: Selector = "getAuthentication:"
    /// The login that can be forced, with a ``ProviderFilter``; 2.0 and later (AE-SSO-008, AE-SSO-009).
    public static let getAuthenticationWithDataAndFilter: Selector = "getAuthentication:withData:andFilter:"
    /// Chooses the MVPD; nil cancels (AE-SEL-001, AE-SEL-008).
    public static let setSelectedProvider: Selector = "setSelectedProvider:"
    /// Answered by ``selectedProvider`` (AE-PROV-001).
    public static let getSelectedProvider: Selector = "getSelectedProvider"
    /// Tells that the page of a login or logout has ended; 3.0 and later (AE-URL-001).
    public static let handleExternalURL: Selector = "handleExternalURL:"
    /// The same for a login before 3.0 (AE-URL-010); replaced by ``handleExternalURL`` (AE-VER-003).
    public static let getAuthenticationToken: Selector = "getAuthenticationToken"
    /// Answered by ``preauthorizedResources``; 1.3 and later (AE-PRE-001, AE-PRE-003).
    public static let checkPreauthorizedResources: Selector = "checkPreauthorizedResources:"
    /// The same with or without the cache; 3.1 and later (AE-PRE-002).
    public static let checkPreauthorizedResourcesCache: Selector = "checkPreauthorizedResources:cache:"
    /// Answered by ``onResponse`` or ``onFailure``; 3.6 and later (AE-PRE-018).
    public static let preauthorize: Selector = "preauthorize:didCompleteWith:"
    /// Authorizes a user who is logged in (AE-CHKZ-001, AE-CHKZ-004).
    public static let checkAuthorization: Selector = "checkAuthorization:"
    /// The same with data for the service; 1.9 and later (AE-CHKZ-002).
    public static let checkAuthorizationWithData: Selector = "checkAuthorization:withData:"
    /// Authorizes the user, after a login where that is needed (AE-GETZ-001, AE-GETZ-003).
    public static let getAuthorization: Selector = "getAuthorization:"
    /// The same with data for the service; 1.9 and later (AE-GETZ-002).
    public static let getAuthorizationWithData: Selector = "getAuthorization:withData:"
    /// Ends with ``setAuthenticationStatus`` (AE-LOG-001, AE-LOG-004).
    public static let logout: Selector = "logout"
    /// Answered by ``setMetadataStatus`` (AE-META-001).
    public static let getMetadata: Selector = "getMetadata:"

    // Callbacks.
    /// The end of the configuration phase (AE-REQ-008, AE-REQ-009).
    public static let setRequestorComplete: Selector = "setRequestorComplete:"
    /// The application is to show the list of MVPDs (AE-DPD-001).
    public static let displayProviderDialog: Selector = "displayProviderDialog:"
    /// The application is to open a page; iOS (AE-NAV-001).
    public static let navigateToUrl: Selector = "navigateToUrl:"
    /// The same in a Safari view controller; iOS, 3.2 and later, optional (AE-NAV-004, AE-NAV-008).
    public static let navigateToUrlUseSVC: Selector = "navigateToUrl:useSVC:"
    /// The end of a check, a login or a logout (AE-STAT-001, AE-STAT-008).
    public static let setAuthenticationStatus: Selector = "setAuthenticationStatus:errorCode:"
    /// What the user may see; 1.3 and later (AE-PRE-003, AE-PRE-004).
    public static let preauthorizedResources: Selector = "preauthorizedResources:"
    /// The good end of an authorization, with the media token (AE-TOK-001).
    public static let setToken: Selector = "setToken:forResource:"
    /// The bad end of an authorization (AE-FAIL-001).
    public static let tokenRequestFailed: Selector = "tokenRequestFailed:errorCode:errorDescription:"
    /// The MVPD that is selected (AE-PROV-002).
    public static let selectedProvider: Selector = "selectedProvider:"
    /// What is known of a token or of the user (AE-META-001).
    public static let setMetadataStatus: Selector = "setMetadataStatus:encrypted:forKey:andArguments:"
    /// The application is to show the Apple SSO dialog; 2.0 and later (AE-SSO-001).
    public static let presentTvProviderDialog: Selector = "presentTvProviderDialog:"
    /// The application is to remove the Apple SSO dialog; 2.0 and later (AE-SSO-004).
    public static let dismissTvProviderDialog: Selector = "dismissTvProviderDialog:"
    /// An event for statistics (AE-TRK-001).
    public static let sendTrackingData: Selector = "sendTrackingData:forEventType:"
    /// An advanced status report, of the protocol EntitlementStatus (AE-EST-001).
    public static let status: Selector = "status:"
    /// The good end of `preauthorize:didCompleteWith:`; 3.6 and later (AE-PRE-018).
    ///
    /// The documents give it no Objective-C selector.
    public static let onResponse: Selector = "onResponse:"
    /// The bad end of `preauthorize:didCompleteWith:`; 3.6 and later (AE-PRE-018).
    ///
    /// The documents give it no Objective-C selector.
    public static let onFailure: Selector = "onFailure:"
}
