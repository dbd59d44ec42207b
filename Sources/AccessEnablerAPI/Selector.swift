/// The Objective-C name of a call or callback, such as `setRequestor:serviceProviders:`.
///
/// An open set: ports may name what no document lists, and that has to be seen.
public struct Selector: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral name: String) {
        rawValue = name
    }

    public static func < (left: Selector, right: Selector) -> Bool {
        left.rawValue < right.rawValue
    }

    public var description: String { rawValue }
}

extension Selector {
    // Calls.
    /// 2.3 and later.
    public static let setOptions: Selector = "setOptions:"
    /// 3.0 and later.
    public static let setRequestor: Selector = "setRequestor:"
    /// 3.0 and later.
    public static let setRequestorServiceProviders: Selector = "setRequestor:serviceProviders:"
    /// iOS before 3.0.
    public static let setRequestorSigned: Selector = "setRequestor:signedRequestorID:"
    /// iOS before 3.0.
    public static let setRequestorSignedServiceProviders: Selector =
        "setRequestor:signedRequestorID:serviceProviders:"
    /// tvOS before 3.0.
    public static let setRequestorSecret: Selector = "setRequestor:signedRequestorID:secret:publicKey:"
    /// tvOS before 3.0.
    public static let setRequestorSecretServiceProviders: Selector =
        "setRequestor:signedRequestorID:serviceProviders:secret:publicKey:"
    public static let checkAuthentication: Selector = "checkAuthentication"
    public static let getAuthentication: Selector = "getAuthentication"
    /// 1.9 and later; can force a login (AE-AUTHN-014).
    public static let getAuthenticationWithData: Selector = "getAuthentication:withData:"
    /// 2.0 and later; with a ``ProviderFilter`` alone.
    public static let getAuthenticationFilter: Selector = "getAuthentication:"
    /// 2.0 and later; can force a login.
    public static let getAuthenticationWithDataAndFilter: Selector = "getAuthentication:withData:andFilter:"
    public static let setSelectedProvider: Selector = "setSelectedProvider:"
    public static let getSelectedProvider: Selector = "getSelectedProvider"
    /// 3.0 and later.
    public static let handleExternalURL: Selector = "handleExternalURL:"
    /// Before 3.0.
    public static let getAuthenticationToken: Selector = "getAuthenticationToken"
    /// 1.3 and later.
    public static let checkPreauthorizedResources: Selector = "checkPreauthorizedResources:"
    /// 3.1 and later.
    public static let checkPreauthorizedResourcesCache: Selector = "checkPreauthorizedResources:cache:"
    /// 3.6 and later.
    public static let preauthorize: Selector = "preauthorize:didCompleteWith:"
    public static let checkAuthorization: Selector = "checkAuthorization:"
    /// 1.9 and later.
    public static let checkAuthorizationWithData: Selector = "checkAuthorization:withData:"
    public static let getAuthorization: Selector = "getAuthorization:"
    /// 1.9 and later.
    public static let getAuthorizationWithData: Selector = "getAuthorization:withData:"
    public static let logout: Selector = "logout"
    public static let getMetadata: Selector = "getMetadata:"

    // Callbacks.
    public static let setRequestorComplete: Selector = "setRequestorComplete:"
    public static let displayProviderDialog: Selector = "displayProviderDialog:"
    public static let navigateToUrl: Selector = "navigateToUrl:"
    /// 3.2 and later; optional (AE-NAV-008).
    public static let navigateToUrlUseSVC: Selector = "navigateToUrl:useSVC:"
    public static let setAuthenticationStatus: Selector = "setAuthenticationStatus:errorCode:"
    /// 1.3 and later.
    public static let preauthorizedResources: Selector = "preauthorizedResources:"
    public static let setToken: Selector = "setToken:forResource:"
    public static let tokenRequestFailed: Selector = "tokenRequestFailed:errorCode:errorDescription:"
    public static let selectedProvider: Selector = "selectedProvider:"
    public static let setMetadataStatus: Selector = "setMetadataStatus:encrypted:forKey:andArguments:"
    /// 2.0 and later.
    public static let presentTvProviderDialog: Selector = "presentTvProviderDialog:"
    /// 2.0 and later.
    public static let dismissTvProviderDialog: Selector = "dismissTvProviderDialog:"
    public static let sendTrackingData: Selector = "sendTrackingData:forEventType:"
    /// Of the protocol EntitlementStatus.
    public static let status: Selector = "status:"
    /// The good end of `preauthorize:didCompleteWith:`; the documents give it no Objective-C selector.
    public static let onResponse: Selector = "onResponse:"
    /// The bad end of `preauthorize:didCompleteWith:`; the documents give it no Objective-C selector.
    public static let onFailure: Selector = "onFailure:"
}
