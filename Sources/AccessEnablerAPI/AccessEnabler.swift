/// An implementation of AccessEnabler in Swift.
///
/// Calls may come from any thread, also from inside a callback; they return without waiting for the
/// network (AE-Q-009). Results arrive at the delegate. A port lists what it implements in
/// ``supportedCalls``; calls it does not list are never made.
public protocol AccessEnabler: AnyObject, Sendable {
    /// The selectors of the calls this port implements.
    var supportedCalls: Set<Selector> { get }

    func setOptions(_ options: [String: Value])
    /// `serviceProviders` nil stands for the one-argument call, which uses the default provider.
    func setRequestor(_ requestorID: String, serviceProviders: [String]?)
    /// The calls before 3.0; `secret` and `publicKey` only on tvOS.
    func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?)
    func checkAuthentication()
    /// All overloads: the shorter ones leave out what they do not have.
    func getAuthentication(force: Bool, data: [String: Value]?, filter: ProviderFilter?)
    /// nil cancels (AE-SEL-008).
    func setSelectedProvider(_ mvpdID: String?)
    func getSelectedProvider()
    func handleExternalURL(_ url: String)
    func getAuthenticationToken()
    func checkPreauthorizedResources(_ resources: [String], cache: Bool)
    func preauthorize(_ request: PreauthorizeRequest)
    func checkAuthorization(_ resource: String, data: [String: Value]?)
    func getAuthorization(_ resource: String, data: [String: Value]?)
    func logout()
    func getMetadata(_ keys: [String: Value])
}

/// Which MVPDs the Apple SSO picker shows (AE-SSO-009, AE-SSO-010).
public struct ProviderFilter: Sendable, Hashable {
    public var providers: [String]
    /// A subset of `providers`, marked as featured; empty in the array form of 2.0 to 2.3.1.
    public var featured: [String]

    public init(providers: [String], featured: [String] = []) {
        self.providers = providers
        self.featured = featured
    }
}

/// The request of `preauthorize:didCompleteWith:` (3.6.0 and later).
public struct PreauthorizeRequest: Sendable, Hashable {
    public var resources: [String]
    /// Names of features switched off, such as `LOCAL_CACHE`.
    public var disabledFeatures: Set<String>

    public init(resources: [String], disabledFeatures: Set<String> = []) {
        self.resources = resources
        self.disabledFeatures = disabledFeatures
    }
}
