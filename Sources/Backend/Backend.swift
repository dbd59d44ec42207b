package import Cryptography
package import Evidence
package import HTTPServer
package import POSIX
package import ServiceProtocol

/// The simulator of service providers and MVPDs: any number of sessions on a few loopback listeners.
///
/// Safe from any thread. Everything that comes in and goes out is recorded under the session whose values the
/// request carries; what cannot be attributed is recorded under `SessionID.none`.
package final class Backend: Sendable {
    let reception: Reception
    private let server: HTTPServer
    /// Verifies every token the backend issues.
    package let publicKey: PublicKey
    /// By endpoint, such as `http://127.0.0.1:8080`.
    package let baseURLs: [String]
    /// The same without TLS, where there is both.
    package let plainURLs: [String]

    private init(reception: Reception, server: HTTPServer, publicKey: PublicKey, isSecure: Bool) {
        self.reception = reception
        self.server = server
        self.publicKey = publicKey
        baseURLs = server.addresses.map { "\(isSecure ? "https" : "http")://\($0)" }
        plainURLs = server.plainAddresses.map { "http://\($0)" }
    }

    /// Starts with so many endpoints, on free ports of the loopback interface.
    package static func start(
        endpoints: Int, recorder: Recorder, openWorld: OpenWorld? = nil, limits: Limits = Limits(),
        options: BackendOptions = BackendOptions()
    ) throws(BackendError) -> Backend {
        try start(
            addresses: Array(repeating: SocketAddress(), count: endpoints), recorder: recorder, openWorld: openWorld,
            limits: limits, options: options)
    }

    /// Starts with an endpoint on each address.
    ///
    /// - Parameter openWorld: what clients get that no scenario speaks of; nil: nothing.
    package static func start(
        addresses: [SocketAddress], recorder: Recorder, openWorld: OpenWorld? = nil, limits: Limits = Limits(),
        options: BackendOptions = BackendOptions()
    ) throws(BackendError) -> Backend {
        let signer = try makeSigner(options.key, signsMessages: openWorld != nil)
        var fallback =
            openWorld?.scenario(endpoints: addresses.count)
            ?? Scenario(session: .none, requestor: "", softwareStatement: "", providers: [])
        fallback.seed = options.seed
        let world = World(
            signer: signer, fallback: fallback, isOpen: openWorld != nil, throttle: options.throttle,
            virtualUsers: options.virtualUsers, isGate: options.upstream != nil)
        let reception = Reception(
            world, recorder: recorder,
            observer: TokenObserver(
                key: options.upstream == nil ? signer.key.publicKey : nil, redactor: recorder.redactor),
            showsSecrets: options.showsSecrets, upstream: options.upstream,
            replies: options.recordsReplies
                ? ReplyObserver(redactor: options.showsSecrets ? nil : recorder.redactor ?? Redactor()) : nil)
        do throws(ServerError) {
            let server = try HTTPServer.start(
                addresses, limits: limits, tls: options.tls, plain: options.plainAddresses,
                tellsPeers: options.throttle != nil,
                datesReplies: options.virtualUsers == nil && options.upstream == nil,
                beat: options.beat,
                observe: { reception.observe($0) }, refuse: { $0.reply(to: $1) },
                handler: { reception.receive($0, $1) })
            return Backend(
                reception: reception, server: server, publicKey: signer.key.publicKey, isSecure: options.tls != nil)
        } catch {
            throw BackendError("\(error)")
        }
    }

    /// What a backend that is given no other key signs with.
    package static func ownPublicKey() throws(BackendError) -> PublicKey {
        try makeSigner(nil).key.publicKey
    }

    private static func makeSigner(
        _ key: PrivateKey?, signsMessages: Bool = false
    ) throws(BackendError) -> Signer {
        do throws(CryptographyError) {
            return try Signer(key, signsMessages: signsMessages)
        } catch {
            throw BackendError("no key for the tokens: \(error)")
        }
    }

    /// Closes all connections and ports.
    package func stop() {
        server.stop()
    }

    /// Begins to serve a session.
    ///
    /// Where another open session has the same requestor, this one takes over what the services know of it: clients,
    /// tokens and logins, but no gates, faults or latencies. So an application goes on after a restart.
    package func open(_ scenario: Scenario) {
        reception.world.change { $0.open(scenario) }
    }

    /// Forgets a session; connections whose replies are still held are reset.
    package func close(_ session: SessionID) {
        for outgoing in reception.world.change({ $0.close(session) }) { outgoing.refuse() }
    }

    /// Changes the state of a session; nil when it is not open.
    @discardableResult
    func change<Result: Sendable>(_ session: SessionID, _ body: (inout SessionState) -> Result) -> Result? {
        reception.world.change { $0.change(session, body) }
    }

    /// What the endpoints are called, in their order.
    package var providerNames: [String] {
        change(.none) { state in baseURLs.indices.map { state.providerName(at: $0) } } ?? []
    }

    /// Whether every request of the session is answered, or was broken on purpose; a held reply is not answered.
    package func isIdle(_ session: SessionID) -> Bool {
        change(session) { $0.unanswered == 0 } ?? true
    }

    /// Whether nothing of the session is on its way: every request is answered, broken on purpose, or held by a gate.
    package func isQuiet(_ session: SessionID) -> Bool {
        change(session) { $0.unanswered == $0.gates.held.count } ?? true
    }

    /// Whether it answers requests itself, and so by a clock that can be moved.
    package var canAdvanceClocks: Bool { !reception.passesOn }

    /// Takes it to be that much later, for this session, than it was taken to be before.
    ///
    /// Only where ``canAdvanceClocks``: what real service providers answer, they answer by their own clock.
    package func advanceClock(of session: SessionID, by time: Duration) {
        change(session) { $0.ahead += time }
    }

    /// Ends the session's logins as if the user had signed out elsewhere: `session`, `authorize` and the others answer
    /// `pendingLogout` from now on.
    package func logOutRemotely(_ session: SessionID, user: String? = nil) {
        change(session) { state in
            state.logOut(as: .endedElsewhere) { user == nil || $0.user?.name == user }
        }
    }

    /// Gives the session's logins a day more, as if another application had renewed them.
    ///
    /// The next one that asks for the token of a login gets a new one. The old token stays good for as long as it says.
    package func renewRemotely(_ session: SessionID) {
        change(session) { $0.renewLogins() }
    }

    /// Forgets the session's clients, who have to register again (service-protocol.md 2.3).
    package func forgetClients(_ session: SessionID) {
        change(session) { ($0.clients, $0.accessTokens) = ([:], [:]) }
    }

    /// Lets all MVPDs of the session decide so about the resource from now on; what was issued before stays good.
    package func decide(_ rule: ResourceRule, about resource: String, in session: SessionID) {
        change(session) { $0.laterRules[resource] = rule }
    }

    /// Lets the MVPDs tell nothing of the session's users who log in from now on; logins that there are keep what was told.
    package func withholdMetadata(_ session: SessionID) {
        change(session) { $0.withholdsMetadata = true }
    }

    /// Supplies what a session of REST API v2 lacks, as an application on a second screen does (service-protocol.md 7.3).
    package func completeSession(ofCode code: String, of session: SessionID, mvpd: String, redirectURL: String) {
        change(session) { $0.completeSession(code, mvpd, domainName: "adobe.com", redirectURL) }
    }

    /// A registration code that a session was given.
    package struct IssuedCode: Sendable {
        package let text: String
        /// The address of the service provider that issued it; empty where the code was given back.
        package let base: String
        /// Whether it is of a session of REST API v2.
        package let isSession: Bool
        /// Whether the client has given it back.
        package let isTakenBack: Bool

        package init(text: String, base: String, isSession: Bool, isTakenBack: Bool) {
            (self.text, self.base) = (text, base)
            (self.isSession, self.isTakenBack) = (isSession, isTakenBack)
        }
    }

    /// The registration codes that the session was given: the latest first, and last those that were taken back.
    package func registrationCodes(_ session: SessionID) -> [IssuedCode] {
        change(session) { state in
            let valid = state.codes.sorted { $0.value.generated > $1.value.generated }.map { code, record in
                IssuedCode(text: code, base: record.base, isSession: record.session != nil, isTakenBack: false)
            }
            return valid
                + state.codesTakenBack.map { IssuedCode(text: $0, base: "", isSession: false, isTakenBack: true) }
        } ?? []
    }
}
