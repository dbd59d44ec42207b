/// What AccessEnabler tells the application (EntitlementDelegate.h).
///
/// A port may call from any thread, because the documents do not say from which. It waits until the callback
/// returns. Calls of ``AccessEnabler`` may be made inside a callback.
public protocol EntitlementDelegate: AnyObject, Sendable {
    /// The configuration phase has ended.
    ///
    /// - Parameter status: success (AE-REQ-008), or error where every service provider failed (AE-REQ-009, AE-SP-016).
    func setRequestorComplete(_ status: StatusCode)
    /// Asks the application to let the user choose among the requestor's MVPDs (AE-DPD-002).
    ///
    /// Answered with ``AccessEnabler/setSelectedProvider(_:)``: the chosen ID (AE-DPD-005), or nil (AE-DPD-006).
    ///
    /// - Parameter mvpds: those of all service providers that answered, each once (AE-SP-004, AE-SP-005).
    func displayProviderDialog(_ mvpds: [MVPD])
    /// Asks the application to open a login or logout page in a web view (AE-NAV-001); iOS.
    ///
    /// The page ends at a custom URL, which goes to ``AccessEnabler/handleExternalURL(_:)`` (AE-NAV-011).
    ///
    /// - Parameter url: with HTTPS (AE-NAV-003); that of a login is at the service provider of the chosen MVPD (AE-NAV-002).
    func navigateToUrl(_ url: String)
    /// The same in a Safari view controller; 3.2 and later.
    ///
    /// Optional in Objective-C (AE-NAV-008). It takes the place of the other exactly where `handleSVC` is on and the
    /// MVPD needs a Safari view controller (AE-NAV-004).
    ///
    /// - Parameter useSVC: always true (AE-NAV-007).
    func navigateToUrl(_ url: String, useSVC: Bool)
    /// Says whether the user is authenticated: the end of a check, a login or a logout.
    ///
    /// - Parameters:
    ///   - status: success if the user is; a logout never ends with success (AE-STAT-009).
    ///   - errorCode: empty with success (AE-STAT-004), otherwise why not (AE-STAT-005); any text after a logout
    ///     (AE-LOG-014).
    func setAuthenticationStatus(_ status: StatusCode, errorCode: ErrorCode)
    /// Answers `checkPreauthorizedResources` (AE-PRE-003).
    ///
    /// - Parameter resources: those in question that the user may see (AE-PRE-004, AE-PRE-005). Empty also where nobody is
    ///   logged in (AE-PRE-017) or too many were in question (AE-PRE-016).
    func preauthorizedResources(_ resources: [String])
    /// An authorization succeeded (AE-GETZ-009).
    ///
    /// - Parameters:
    ///   - token: the short-lived media token, as the service wrote it; never empty (AE-TOK-004).
    ///   - resource: the ID that the call was given (AE-TOK-002).
    func setToken(_ token: String, forResource resource: String)
    /// An authorization failed, for whatever reason (AE-GETZ-010).
    ///
    /// - Parameters:
    ///   - resource: the ID that the call was given (AE-FAIL-002).
    ///   - errorCode: ``ErrorCode/userNotAuthorized`` where the user may not see it (AE-FAIL-003).
    ///   - errorDescription: the MVPD's own words, unchanged (AE-FAIL-005), or what went wrong (AE-FAIL-008); empty where
    ///     there is nothing to say (AE-FAIL-004).
    func tokenRequestFailed(_ resource: String, errorCode: ErrorCode, errorDescription: String)
    /// Answers `getSelectedProvider`.
    ///
    /// - Parameter mvpd: nil where no MVPD is selected (AE-PROV-004).
    func selectedProvider(_ mvpd: MVPD?)
    /// Answers `getMetadata:`.
    ///
    /// - Parameters:
    ///   - metadata: a string for static metadata (AE-META-006), the objects of a JSON payload for the user's
    ///     (AE-META-007); null or empty where there is none (AE-META-019).
    ///   - encrypted: whether the user's metadata is encrypted; without meaning for static metadata (AE-META-011).
    ///   - key: what was asked: the value of `METADATA_OPCODE_KEY` (AE-META-010).
    ///   - arguments: the dictionary that the call was given (AE-META-009).
    func setMetadataStatus(
        _ metadata: Value, encrypted: Bool, forKey key: Value, andArguments arguments: Value.Members)
    /// Asks the application to show the Apple SSO dialog (AE-SSO-001).
    ///
    /// - Parameter viewController: stands for the dialog, which only the platform can show.
    func presentTvProviderDialog(_ viewController: Value)
    /// The user has finished with the Apple SSO dialog, or closed it; the application takes it away (AE-SSO-005).
    ///
    /// - Parameter viewController: the one that was presented (AE-SSO-007).
    func dismissTvProviderDialog(_ viewController: Value)
    /// Reports an event for the programmer's statistics; no flow depends on it (AE-TRK-002).
    ///
    /// - Parameters:
    ///   - data: in the order documented for the event: 7 elements for authentication (AE-TRK-008), 9 for authorization
    ///     (AE-TRK-009), 4 for selection (AE-TRK-010). Before 1.6 the last three are absent (AE-TRK-011). The first is a
    ///     Boolean, whether it succeeded (AE-TRK-012), and for selection the ID of the MVPD.
    ///   - event: what happened.
    func sendTrackingData(_ data: [Value], forEventType event: TrackingEvent)
    /// Ends ``AccessEnabler/preauthorize(_:)`` with what the service answered; 3.6.0 and later.
    ///
    /// - Parameter response: where the service decided, has `decisions`: an array with a dictionary for each resource,
    ///   with its `id` and `authorized` (AE-PRE-019).
    func preauthorizeResponse(_ response: Value.Members)
    /// Ends ``AccessEnabler/preauthorize(_:)`` without decisions (AE-PRE-021); 3.6.0 and later.
    ///
    /// - Parameter failure: has `status`, a dictionary that says why. Where AccessEnabler itself gave up, `status` in
    ///   it is 0, and `code` names the reason, such as `network_error` (AE-PRE-020).
    func preauthorizeFailure(_ failure: Value.Members)
}

/// Where advanced status reports go: the protocol EntitlementStatus (AE-EST-001).
///
/// As with ``EntitlementDelegate``, the thread is the port's choice.
public protocol EntitlementStatus: AnyObject, Sendable {
    /// Says more about what happened than the original callbacks, which come all the same (AE-EST-005).
    ///
    /// Several reports may come in any order (AE-EST-004). On tvOS one of them brings the registration code (AE-TV-001).
    ///
    /// - Parameter statusDictionary: has `errorId`, `level` and, where there is more to say, `message` and other keys
    ///   (AE-EST-002). `level` is `information`, `warning` or `error`, and `Success` with the registration code
    ///   (AE-EST-003).
    func status(_ statusDictionary: Value.Members)
}
