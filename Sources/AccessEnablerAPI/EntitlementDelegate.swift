/// What AccessEnabler tells the application (EntitlementDelegate.h).
///
/// The thread is the port's choice.
public protocol EntitlementDelegate: AnyObject, Sendable {
    func setRequestorComplete(_ status: StatusCode)
    func displayProviderDialog(_ mvpds: [MVPD])
    func navigateToUrl(_ url: String)
    func navigateToUrl(_ url: String, useSVC: Bool)
    func setAuthenticationStatus(_ status: StatusCode, errorCode: ErrorCode)
    func preauthorizedResources(_ resources: [String])
    func setToken(_ token: String, forResource resource: String)
    func tokenRequestFailed(_ resource: String, errorCode: ErrorCode, errorDescription: String)
    /// nil where no MVPD is selected (AE-PROV-004).
    func selectedProvider(_ mvpd: MVPD?)
    func setMetadataStatus(
        _ metadata: Value, encrypted: Bool, forKey key: Value, andArguments arguments: [String: Value])
    /// `viewController` stands for the Apple SSO dialog, which only the platform can show.
    func presentTvProviderDialog(_ viewController: Value)
    func dismissTvProviderDialog(_ viewController: Value)
    func sendTrackingData(_ data: [Value], forEventType event: TrackingEvent)
    func preauthorizeResponse(_ response: [String: Value])
    func preauthorizeFailure(_ failure: [String: Value])
}

/// Where advanced status reports go (the EntitlementStatus protocol).
public protocol EntitlementStatus: AnyObject, Sendable {
    /// `statusDictionary` has `errorId`, `level` and, where there is more to say, `message` and `details`.
    func status(_ statusDictionary: [String: Value])
}
