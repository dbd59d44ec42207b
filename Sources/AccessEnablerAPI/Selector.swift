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
    public static let setOptions: Selector = "setOptions:"
    public static let setRequestor: Selector = "setRequestor:"
    public static let setRequestorServiceProviders: Selector = "setRequestor:serviceProviders:"
    public static let setRequestorSigned: Selector = "setRequestor:signedRequestorID:"
    public static let setRequestorSignedServiceProviders: Selector =
        "setRequestor:signedRequestorID:serviceProviders:"
    public static let setRequestorSecret: Selector = "setRequestor:signedRequestorID:secret:publicKey:"
    public static let setRequestorSecretServiceProviders: Selector =
        "setRequestor:signedRequestorID:serviceProviders:secret:publicKey:"
    public static let checkAuthentication: Selector = "checkAuthentication"
    public static let getAuthentication: Selector = "getAuthentication"
    public static let getAuthenticationWithData: Selector = "getAuthentication:withData:"
    public static let getAuthenticationFilter: Selector = "getAuthentication:"
    public static let getAuthenticationWithDataAndFilter: Selector = "getAuthentication:withData:andFilter:"
    public static let setSelectedProvider: Selector = "setSelectedProvider:"
    public static let getSelectedProvider: Selector = "getSelectedProvider"
    public static let handleExternalURL: Selector = "handleExternalURL:"
    public static let getAuthenticationToken: Selector = "getAuthenticationToken"
    public static let checkPreauthorizedResources: Selector = "checkPreauthorizedResources:"
    public static let checkPreauthorizedResourcesCache: Selector = "checkPreauthorizedResources:cache:"
    public static let preauthorize: Selector = "preauthorize:didCompleteWith:"
    public static let checkAuthorization: Selector = "checkAuthorization:"
    public static let checkAuthorizationWithData: Selector = "checkAuthorization:withData:"
    public static let getAuthorization: Selector = "getAuthorization:"
    public static let getAuthorizationWithData: Selector = "getAuthorization:withData:"
    public static let logout: Selector = "logout"
    public static let getMetadata: Selector = "getMetadata:"

    // Callbacks.
    public static let setRequestorComplete: Selector = "setRequestorComplete:"
    public static let displayProviderDialog: Selector = "displayProviderDialog:"
    public static let navigateToUrl: Selector = "navigateToUrl:"
    public static let navigateToUrlUseSVC: Selector = "navigateToUrl:useSVC:"
    public static let setAuthenticationStatus: Selector = "setAuthenticationStatus:errorCode:"
    public static let preauthorizedResources: Selector = "preauthorizedResources:"
    public static let setToken: Selector = "setToken:forResource:"
    public static let tokenRequestFailed: Selector = "tokenRequestFailed:errorCode:errorDescription:"
    public static let selectedProvider: Selector = "selectedProvider:"
    public static let setMetadataStatus: Selector = "setMetadataStatus:encrypted:forKey:andArguments:"
    public static let presentTvProviderDialog: Selector = "presentTvProviderDialog:"
    public static let dismissTvProviderDialog: Selector = "dismissTvProviderDialog:"
    public static let sendTrackingData: Selector = "sendTrackingData:forEventType:"
    public static let status: Selector = "status:"
    /// The two ends of `preauthorize:didCompleteWith:`; the documents give them no Objective-C selector.
    public static let onResponse: Selector = "onResponse:"
    public static let onFailure: Selector = "onFailure:"
}
