public import AccessEnablerAPI

/// AccessEnabler, complete: what the documents say it does, in Swift, in each of its releases.
///
///     let enabler = try ReferenceAccessEnabler(softwareStatement: statement, delegate: application)
///     enabler.setRequestor("REF30", serviceProviders: nil)
///     enabler.getAuthentication(force: false, data: nil, filter: nil)
///
/// An instance lives as long as it is held, or until ``close()``. Calls only leave a message and return
/// (AE-Q-009). The messages, and the replies of the network, are taken in the order they came, and all callbacks
/// are made one after the other; so a call made inside a callback is served after it.
public final class ReferenceAccessEnabler: AccessEnabler {
    /// The calls that the release has on the platform (AE-VER-001).
    ///
    /// The functions of this type do not refuse the others; `perform(_:)` does.
    public let supportedCalls: Set<Selector>
    private let mailbox: Mailbox

    /// Makes an instance of the newest release, with a network of its own.
    ///
    /// - Parameters:
    ///   - softwareStatement: what identifies the application in Adobe's system (AE-INIT-004).
    ///   - delegate: held until the instance is closed or let go of; called in a task, one callback after the other.
    ///   - platform: several flows differ between the two.
    ///   - storage: where tokens are kept; without one they end with the instance.
    /// - Throws: `PortError` where the machine has no thread left for the network.
    public convenience init(
        softwareStatement: String, delegate: any EntitlementDelegate & EntitlementStatus, platform: Platform = .iOS,
        storage: any TokenStorage = MemoryTokenStorage()
    ) throws(PortError) {
        try self.init(
            SessionConfiguration(platform: platform, softwareStatement: softwareStatement),
            events: PortEvents(delegate: delegate),
            environment: Environment(network: try CurlNetwork(), storage: storage))
    }

    /// Makes an instance of any release, with a network, a storage and a clock of the caller's choice.
    ///
    /// - Parameters:
    ///   - configuration: what the application says. Four members are ignored: `storage`, `application`,
    ///     `damagesAuthorizations` and `clockAhead`. The storage and the clock are those of `environment`.
    ///   - events: where callbacks and taps go, on the thread that `environment.turn` says. Its `account` is ignored in
    ///     favour of that of `environment`.
    ///   - environment: the network, the storages, the clock and the account.
    ///   - wire: which generation of the protocol it speaks; before 3.0 only that of AccessEnabler itself.
    ///   - limits: how long it waits for what may never come.
    /// - Throws: `PortError` without a software statement from 3.0 on, for a version that the platform or the wire does
    ///   not have, and where the default service provider is no URL.
    public init(
        _ configuration: SessionConfiguration, events: PortEvents, environment: Environment, wire: Wire = .sdk,
        limits: TimeLimits = TimeLimits()
    ) throws(PortError) {
        let settings = try EnablerState.Settings(configuration, wire: wire, limits: limits)
        supportedCalls = Self.calls(of: configuration.version, on: configuration.platform)
        mailbox = Mailbox(
            ServedInstance(
                state: EnablerState(settings: settings, environment: environment),
                performer: ActionPerformer(events: events, environment: environment)),
            turn: environment.turn)
        mailbox.leave(.launched(configuration.storageCheck))
    }

    deinit {
        close()
    }

    /// Ends the instance: requests are given up, and no further callback begins.
    ///
    /// May be called on any thread, and more than once. It does not wait for a callback that is under way.
    public func close() {
        mailbox.close()
    }

    /// Calls `pass` once everything received before has been processed.
    ///
    /// May be called on any thread, and returns at once.
    ///
    /// - Parameter pass: called where ``Network/run(_:)`` runs it; not at all where the instance is closed before.
    public func barrier(_ pass: @escaping @Sendable () -> Void) {
        mailbox.leave(.barrier(pass))
    }

    // MARK: - Calls

    /// Adds the values to those of earlier calls; null takes one back.
    ///
    /// - Parameter options: `device_info` travels as the header `X-Device-Info`, and in the URL of a page as a parameter;
    ///   `visitorID` as the parameter `ap_vi`, `handleSVC` not at all, and every other value as a parameter of its own name.
    ///   What is no text is written as JSON.
    public func setOptions(_ options: Value.Members) {
        post(.setOptions(options))
    }

    /// Asks the providers, each once, and completes when all have answered or the ``TimeLimits`` are over.
    ///
    /// All other calls but ``setOptions(_:)`` and ``preauthorize(_:)`` wait meanwhile, a further `setRequestor` too. Where
    /// every provider fails, they are then served without the network (AE-Q-007).
    ///
    /// - Parameter serviceProviders: URLs, of HTTPS where they have no scheme; an empty array counts as nil. What is no URL
    ///   is reported as CFG404 and left out.
    public func setRequestor(_ requestorID: String, serviceProviders: [String]?) {
        post(.setRequestor(requestorID, serviceProviders: serviceProviders))
    }

    /// Takes the proof that releases before 3.0 send (AE-REQ-003, AE-REQ-004).
    ///
    /// `secret` and `publicKey` count only where both are given.
    public func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?
    ) {
        var proof = RequestorProof(signedRequestorID: signedRequestorID)
        if let secret, let publicKey { proof.keys = RequestorProof.Keys(secret: secret, publicKey: publicKey) }
        post(.setRequestor(requestorID, serviceProviders: serviceProviders, proof: proof))
    }

    /// Judges the token by the clock of the ``Environment``, and by the requestor's MVPDs (AE-CHKN-007, AE-CHKN-008).
    ///
    /// The result is also tracked, by `sendTrackingData:forEventType:` (AE-CHKN-009).
    public func checkAuthentication() {
        post(.checkAuthentication)
    }

    /// Begins the login again where one is under way (AE-AUTHN-026).
    ///
    /// - Parameter data: travels as JSON in the parameter `generic_data`.
    public func getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter?) {
        post(.getAuthentication(force: force, data: data, filter: filter))
    }

    /// Goes on with the login under way, or keeps the choice for the next one (AE-SEL-002, AE-SEL-014).
    ///
    /// - Parameter mvpdID: one that is not in the list fails the login under way, and does nothing without one
    ///   (AE-SEL-015). nil is answered also where nothing was to be cancelled (AE-SEL-016).
    public func setSelectedProvider(_ mvpdID: String?) {
        post(.setSelectedProvider(mvpdID))
    }

    /// Tells the MVPD of the login under way, else the one chosen, else that of the last login.
    public func getSelectedProvider() {
        post(.getSelectedProvider)
    }

    /// Does nothing where neither a login nor a logout has a page open (AE-URL-014).
    ///
    /// - Parameter url: begins with `adobepass://ios.app` (AE-NAV-013) or with the application's own scheme (AE-NAV-014), in
    ///   any capitals; nothing is done with another.
    public func handleExternalURL(_ url: String) {
        post(.handleExternalURL(url))
    }

    /// Acts as ``handleExternalURL(_:)`` with the redirect that web views end at (AE-URL-010, AE-URL-011).
    public func getAuthenticationToken() {
        post(.handleExternalURL(EnablerState.redirectURL))
    }

    /// The list is empty where nobody is logged in, and where the service gave no answer (AE-PRE-017).
    public func checkPreauthorizedResources(_ resources: [String], cache: Bool) {
        post(.checkPreauthorizedResources(resources, cache: cache))
    }

    /// Answers from its cache where the resources are those of the service's last answer (AE-PRE-013).
    ///
    /// Without `LOCAL_CACHE` it asks the service each time (AE-PRE-022). It fails with `requestor_not_configured` where no
    /// configuration is complete (AE-Q-010), and with `authentication_session_missing` where nobody is logged in
    /// (AE-PRE-020).
    public func preauthorize(_ request: PreauthorizeRequest) {
        post(.preauthorize(request))
    }

    /// Where nobody is logged in the code is `ErrorCode.userNotAuthenticated` (AE-CHKZ-010).
    public func checkAuthorization(_ resource: String, data: Value.Members?) {
        post(.checkAuthorization(resource, data: data))
    }

    /// Joins the login that is under way, if there is one.
    ///
    /// Where that login is cancelled nothing is said of the resource (AE-GETZ-016); where it fails, `tokenRequestFailed` is
    /// called with `ErrorCode.userNotAuthenticated`.
    ///
    /// - Parameter data: goes with the authorization, not with the login.
    public func getAuthorization(_ resource: String, data: Value.Members?) {
        post(.getAuthorization(resource, data: data))
    }

    /// Empties the storage before anything else (AE-LOG-015).
    ///
    /// The status does not wait for a page on tvOS, before 3.0, and where nobody was logged in.
    public func logout() {
        post(.logout)
    }

    /// Delivers an empty text for a token that is not there, and null for what is not known of the user (AE-META-019).
    ///
    /// The end of a token is text such as `2030/01/31 12:00:00 GMT +0000` (AE-XML-009). The device ID is withheld, as an
    /// empty text (AE-META-004).
    public func getMetadata(_ keys: Value.Members) {
        post(.getMetadata(keys))
    }

    private func post(_ call: Call) {
        mailbox.leave(.called(call))
    }
}

extension EnablerState.Settings {
    init(_ configuration: SessionConfiguration, wire: Wire, limits: TimeLimits) throws(PortError) {
        guard configuration.version >= configuration.platform.firstRelease else {
            throw PortError("there is no AccessEnabler \(configuration.version) for tvOS")
        }
        let takesStatement = configuration.version >= .softwareStatements
        guard wire == .sdk || takesStatement else {
            throw PortError("AccessEnabler \(configuration.version) does not speak \(wire.rawValue)")
        }
        guard !takesStatement || configuration.softwareStatement != nil else {
            throw PortError("AccessEnabler 3.0 and later need a software statement")
        }
        var provider = ServiceProvider.adobe
        if let url = configuration.defaultServiceProvider {
            guard let given = ServiceProvider(url) else {
                throw PortError("'\(url)' is not the URL of a service provider")
            }
            provider = given
        }
        self.init(
            wire: wire, platform: configuration.platform, version: configuration.version,
            softwareStatement: takesStatement ? configuration.softwareStatement : nil,
            customScheme: configuration.customScheme, defaultProvider: provider,
            omittedCallbacks: configuration.omittedCallbacks, limits: limits)
    }
}
