/// An implementation of AccessEnabler in Swift.
///
/// Calls may come from any thread, also from inside a callback. The documents ask applications to use the main thread
/// for `setRequestor` and `checkAuthentication` (AE-REQ-017, AE-CHKN-010). Calls return without waiting for the network
/// (AE-Q-009). Nothing is returned or thrown: results arrive at the delegate.
///
/// A port lists what it implements in ``supportedCalls``; calls it does not list are never made. One function stands
/// for all overloads of a call: the shorter ones leave out what they do not have.
public protocol AccessEnabler: AnyObject, Sendable {
    /// The selectors of the calls this port implements; ``perform(_:)`` refuses all others.
    ///
    /// Read from any thread.
    var supportedCalls: Set<Selector> { get }

    /// Changes the values that every later request carries to the service (AE-OPT-002 to AE-OPT-004).
    ///
    /// Allowed at any time, and not answered (AE-OPT-008).
    ///
    /// - Parameter options: with the documented keys `applicationProfile`, `visitorID` and `device_info`, which are texts,
    ///   and `handleSVC`, a Boolean (AE-OPT-005). `device_info` is JSON in Base64 (AE-OPT-009).
    func setOptions(_ options: Value.Members)

    /// Asks the service providers for the requestor's configuration (AE-REQ-006); 3.0 and later.
    ///
    /// Answered by one `setRequestorComplete:` (AE-REQ-010). Entitlement calls that come before it wait for it (AE-Q-001).
    /// A repeated call synchronises with the service again (AE-REQ-013).
    ///
    /// - Parameters:
    ///   - requestorID: what Adobe gave the programmer (AE-REQ-018).
    ///   - serviceProviders: the URLs that are asked, all at the same time (AE-SP-002). nil stands for the one-argument
    ///     call, which uses the default provider (AE-REQ-011).
    func setRequestor(_ requestorID: String, serviceProviders: [String]?)

    /// The call as it was before 3.0, where the application proves who the requestor is (AE-REQ-003, AE-REQ-004).
    ///
    /// - Parameters:
    ///   - requestorID: what Adobe gave the programmer.
    ///   - signedRequestorID: the same, signed by the application with the programmer's private key (AE-REQ-020).
    ///   - serviceProviders: as in ``setRequestor(_:serviceProviders:)``, which has the same rules (AE-SP-018).
    ///   - secret: for signing the calls of the second screen (AE-REQ-021); nil but on tvOS.
    ///   - publicKey: goes with `secret`.
    func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?)

    /// Asks whether the token in storage is valid; nothing is sent (AE-CHKN-002).
    ///
    /// Answered by one `setAuthenticationStatus:errorCode:` (AE-CHKN-003 to AE-CHKN-005).
    func checkAuthentication()

    /// Logs the user in, unless that is done already (AE-AUTHN-004, AE-AUTHN-005).
    ///
    /// The application is shown what to do by other callbacks; the last one is `setAuthenticationStatus:errorCode:`
    /// (AE-AUTHN-017).
    ///
    /// - Parameters:
    ///   - force: begins the login also where there is a valid token (AE-AUTHN-014).
    ///   - data: any keys and values; they are sent to the service (AE-AUTHN-016).
    ///   - filter: what Apple's picker offers; nil offers all that it can. Without effect where no MVPD supports SSO
    ///     (AE-SSO-003).
    func getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter?)

    /// Chooses the MVPD, and goes on with the login that waits for it (AE-SEL-002).
    ///
    /// With no login under way the choice is kept for the next one (AE-SEL-014); a TempPass logs in at once
    /// (AE-SEL-005).
    ///
    /// - Parameter mvpdID: ``MVPD/id`` of the choice; nil cancels (AE-SEL-008).
    func setSelectedProvider(_ mvpdID: String?)

    /// Asks for the MVPD that is selected; answered by one `selectedProvider:` (AE-PROV-001, AE-PROV-006).
    func getSelectedProvider()

    /// Tells that the page of a login or of a logout has ended (AE-URL-002, AE-URL-007); 3.0 and later.
    ///
    /// Answered by `setAuthenticationStatus:errorCode:` (AE-URL-003, AE-URL-004).
    ///
    /// - Parameter url: the custom URL to which the page was redirected (AE-URL-015); no other logs anybody in (AE-URL-014).
    func handleExternalURL(_ url: String)

    /// Before 3.0: tells that the login page has ended, so that the token is fetched (AE-URL-010, AE-URL-011).
    func getAuthenticationToken()

    /// Asks which of the resources the user may see.
    ///
    /// Answered by one `preauthorizedResources:` (AE-PRE-003, AE-PRE-024).
    ///
    /// - Parameters:
    ///   - resources: resource IDs, each an agreed value or a media-RSS fragment (AE-PRE-011).
    ///   - cache: whether an earlier answer about the same resources will do (AE-PRE-007, AE-PRE-008). True stands for
    ///     the one-argument call (AE-PRE-009).
    func checkPreauthorizedResources(_ resources: [String], cache: Bool)

    /// Asks for a decision about each resource (AE-PRE-018); 3.6.0 and later.
    ///
    /// Answered by exactly one of ``EntitlementDelegate/preauthorizeResponse(_:)`` and
    /// ``EntitlementDelegate/preauthorizeFailure(_:)``. It does not wait for the configuration as other calls do:
    /// without one it fails (AE-Q-010).
    func preauthorize(_ request: PreauthorizeRequest)

    /// Asks for a media token, and fails where nobody is logged in (AE-CHKZ-003 to AE-CHKZ-006).
    ///
    /// Answered by one of `setToken:forResource:` and `tokenRequestFailed:errorCode:errorDescription:` (AE-CHKZ-007).
    ///
    /// - Parameters:
    ///   - resource: the resource ID, an agreed value or a media-RSS fragment (AE-PRE-011). The answer repeats it
    ///     (AE-TOK-002, AE-FAIL-002).
    ///   - data: is sent to the service (AE-CHKZ-002); nil stands for the one-argument call.
    func checkAuthorization(_ resource: String, data: Value.Members?)

    /// Asks for a media token, and logs the user in first where that is needed (AE-GETZ-003, AE-GETZ-004).
    ///
    /// Answered as ``checkAuthorization(_:data:)`` is.
    ///
    /// - Parameters:
    ///   - resource: the resource ID, which the answer repeats.
    ///   - data: is sent to the service (AE-GETZ-002); nil stands for the one-argument call.
    func getAuthorization(_ resource: String, data: Value.Members?)

    /// Removes all tokens in the storage, those of other programmers too (AE-LOG-007, AE-LOG-008).
    ///
    /// Ends with `setAuthenticationStatus:errorCode:` and status 0 (AE-LOG-004). On iOS a hidden page comes before it
    /// (AE-LOG-002, AE-LOG-005).
    func logout()

    /// Asks when a token ends, or what is known of the user.
    ///
    /// Answered by one `setMetadataStatus:encrypted:forKey:andArguments:` (AE-META-001, AE-META-022).
    ///
    /// - Parameter keys: symbols, as texts. `METADATA_OPCODE_KEY` says what is asked, `METADATA_RESOURCE_ID_KEY` for which
    ///   resource, and `METADATA_USER_META_KEY` which of the user's metadata (AE-META-002 to AE-META-005).
    func getMetadata(_ keys: Value.Members)
}

/// Which MVPDs the Apple SSO picker shows (AE-SSO-009, AE-SSO-010); 2.0 and later.
public struct ProviderFilter: Sendable, Hashable {
    /// IDs of MVPDs, in the order of the picker (AE-SSO-013); those that do not support SSO are ignored (AE-SSO-012).
    public var providers: [String]
    /// A subset of `providers`, marked as featured (AE-SSO-011, AE-SSO-014); empty before 2.4.
    public var featured: [String]

    /// Makes a filter from IDs of MVPDs, which are not checked.
    ///
    /// - Parameters:
    ///   - providers: in the order of the picker.
    ///   - featured: some of `providers`; without any it is the filter of 2.0 to 2.3.1, which is one list (AE-SSO-009).
    public init(providers: [String], featured: [String] = []) {
        self.providers = providers
        self.featured = featured
    }
}

/// What `preauthorize:didCompleteWith:` is asked (3.6.0 and later).
public struct PreauthorizeRequest: Sendable, Hashable {
    /// The IDs of the resources to decide about; the answer has one decision for each (AE-PRE-019).
    public var resources: [String]
    /// Names of features switched off, such as `LOCAL_CACHE`, without which the service is asked (AE-PRE-022).
    public var disabledFeatures: Set<String>

    /// Makes a request for decisions about `resources`, with all features on unless some are switched off.
    public init(resources: [String], disabledFeatures: Set<String> = []) {
        self.resources = resources
        self.disabledFeatures = disabledFeatures
    }
}
