import Model

/// One step of a contract, as lines of its file.
struct Entry {
    var lines: [String]

    init(_ text: String, _ more: String...) {
        lines = ["- " + text] + more.map { "  " + $0 }
    }

    /// The same, with a name by which expectations refer to it.
    func named(_ name: String) -> [String] {
        let head = lines[0].contains(": ") ? lines[0] : lines[0] + ": true"
        return [head] + lines.dropFirst() + ["  as: \(name)"]
    }
}

/// How a move is made: the steps of a contract that do it, and that wait for what is owed.
struct Performance {
    let move: Scenario.Move
    let world: World
    /// What the scenario and its twin have in common: both are written with the same number of lines.
    var relation: Relation?
    /// Whether phases overlapped before: the end of the one that was overtaken may be what an `await` meets.
    var hadOverlap = false

    var entries: [Entry] {
        let owed = move.answer.owed
        switch move.act {
        case .configure(let requestor, let providers): return configure(requestor, providers, owed)
        case .configureInOrder(let providers, let answers):
            return [
                Entry("hold: configuration", "at: \(list(providers))"), start(requestor, providers),
                Entry("await-held: configuration", "at: \(list(providers))"),
                Entry("release: \(list(answers))"),
            ] + awaits(owed) + [Entry("quiesce")]
        case .configureInVain(let providers, let fault):
            return [Entry("fault: \(fault.rawValue)", "of: configuration"), start(requestor, providers)] + awaits(owed)
                + [Entry("fault: none", "of: configuration")]
        case .configureTwice(let first, let second):
            return [
                Entry("latency: 30ms", "of: configuration", "at: \(list(first))"), start(.usual, first),
                start(.usual, second),
            ] + awaits(owed) + [Entry("quiesce"), Entry("latency: 0ms", "of: configuration")]
        case .queue(let calls, let providers):
            let ended = owed.prefix(1)
            return [Entry("hold: configuration", "at: \(list(providers))"), start(requestor, providers)]
                + [Entry("await-held: configuration", "at: \(list(providers))")] + calls.compactMap(call)
                + [Entry("quiesce"), Entry("release: \(list(providers))")] + awaits(Array(ended))
                + awaits(Array(owed.dropFirst()))
        case .checkAuthentication, .getAuthentication, .authorize, .preauthorize, .getMetadata, .getSelectedProvider,
            .choose, .cancel, .setOptions:
            return [call(move.act)].compactMap(\.self) + awaits(owed)
        case .logIn(let way): return logIn(way) + awaits(owed)
        case .logInInVain(let fault):
            return [Entry("fault: \(fault.rawValue)", "of: session")] + logIn(.signIn) + awaits(owed)
                + [Entry("fault: none", "of: session")]
        case .cancelLate:
            return [
                Entry("browse: sign-in"), Entry("hold: session", at), Entry("return"), Entry("await-held: session", at),
                Entry("cancel"),
            ] + awaits(owed) + [Entry("release: \(route)", "of: session")]
        case .signIn(let mvpd):
            return [
                Entry("call: getAuthentication"), Entry("await: \"displayProviderDialog:\"", "cites: [AE-AUTHN-008]"),
                Entry("choose: \(mvpd)"), Entry("await: { login-offered: true }", "cites: [AE-SEL-002]"),
            ] + logIn(.signIn) + awaits(owed)
        case .authorizeInVain(let resource, let isCheck, let request, let fault):
            return [
                Entry("fault: \(fault.rawValue)", "of: \(request.rawValue)"),
                call(.authorize(resource, isCheck: isCheck)),
            ].compactMap(\.self) + awaits(owed) + [Entry("fault: none", "of: \(request.rawValue)")]
        case .preauthorizeInVain(let resources, let fault):
            return [Entry("fault: \(fault.rawValue)", "of: preauthorize")]
                + [call(.preauthorize(resources, isCached: false))].compactMap(\.self) + awaits(owed)
                + [Entry("fault: none", "of: preauthorize")]
        case .changeMind: return [Entry("cancel"), Entry("call: getAuthentication")] + awaits(owed)
        case .logOut:
            guard !world.isTelevision else { return [Entry("call: logout")] + awaits(owed) }
            return [
                Entry("call: logout"), Entry("await: \"navigateToUrl:\"", "cites: [AE-LOG-002]"),
                Entry("browse: follow"), Entry("return"),
            ] + awaits(owed)
        case .logOutElsewhere: return [Entry("log-out-remotely")] + configure(requestor, move.before.providers, owed)
        case .restart(let isKill):
            let restart = Entry(isKill ? "kill" : "restart")
            return relation == .notRestarted && !isKill ? [Entry("quiesce"), restart] : [restart]
        case .pause: return [Entry("quiesce"), Entry("quiesce")]
        case .expire: return [Entry("expire: authentication")]
        case .together(let calls, let held):
            let latency = held.map { [Entry("latency: each(25ms, 5ms)", "of: \($0.rawValue)")] } ?? []
            let end = held.map { [Entry("latency: 0ms", "of: \($0.rawValue)")] } ?? []
            return latency + calls.compactMap(call) + awaits(owed) + end
        }
    }

    private var requestor: Act.Requestor { move.before.requestor ?? .usual }

    /// The providers that the login can be at.
    private var candidates: [Int] {
        guard case .page(let mvpd, _) = move.before.flow else { return [] }
        return move.before.providers.filter { world.providers[$0].contains(mvpd) }
    }

    private var route: String { list(candidates) }
    private var at: String { "at: \(route)" }

    private func list(_ providers: [Int]) -> String {
        "[\(providers.map(World.name(ofProvider:)).joined(separator: ", "))]"
    }

    private func configure(_ requestor: Act.Requestor, _ providers: [Int], _ owed: [Promise]) -> [Entry] {
        [start(requestor, providers)] + awaits(owed)
            + (providers.count > 1 || relation == .emptyProvider || hadOverlap ? [Entry("quiesce")] : [])
    }

    /// What the user does when the flow has handed over, and the way back to the application.
    private func logIn(_ way: Act.Login) -> [Entry] {
        world.isTelevision
            ? [Entry("browse: second-screen")] : [Entry("browse: \(way.rawValue)"), Entry("return")]
    }

    private func start(_ requestor: Act.Requestor, _ providers: [Int]) -> Entry {
        requestor == .usual
            ? Entry("start-configuration: \(list(providers))")
            : Entry("start-configuration: \(list(providers))", "requestor: \(requestor.rawValue)")
    }

    private func awaits(_ owed: [Promise]) -> [Entry] {
        owed.map { Entry("await: { \($0.sign.pattern(world)) }", "cites: [\($0.cited)]") }
    }

    private func call(_ act: Act) -> Entry? {
        switch act {
        case .checkAuthentication: Entry("call: checkAuthentication")
        case .getAuthentication(false): Entry("call: getAuthentication")
        case .getAuthentication(true):
            Entry("call: \"getAuthentication:withData:\"", "with: { forceAuthn: true, data: null }")
        case .authorize(let resource, let isCheck, 0):
            Entry(
                "call: \"\(isCheck ? "check" : "get")Authorization:\"", "with: { resource: \(world.written(resource)) }"
            )
        case .authorize(let resource, let isCheck, let data):
            Entry(
                "call: \"\(isCheck ? "check" : "get")Authorization:withData:\"",
                "with: { resource: \(world.written(resource)), data: { campaign: campaign-\(data) } }")
        case .preauthorize(let resources, let isCached):
            Entry(
                "call: \"checkPreauthorizedResources:cache:\"",
                "with: { resources: [\(resources.map { "$\($0)" }.joined(separator: ", "))], cache: \(isCached) }")
        case .getMetadata(let question):
            Entry("call: \"getMetadata:\"", "with: { keyDictionary: \(question.keys(world)) }")
        case .getSelectedProvider: Entry("call: getSelectedProvider")
        case .choose(let mvpd): Entry("choose: \(mvpd)")
        case .cancel: Entry("cancel")
        case .setOptions(let value):
            Entry("call: \"setOptions:\"", "with: { options: { visitorID: visitor-\(value) } }")
        default: nil
        }
    }
}

extension Act.Question {
    /// The dictionary of the question.
    func keys(_ world: World) -> String {
        switch self {
        case .authentication: "{ METADATA_OPCODE_KEY: METADATA_AUTHENTICATION }"
        case .authorization(let resource):
            "{ METADATA_OPCODE_KEY: METADATA_AUTHORIZATION, METADATA_RESOURCE_ID_KEY: \(world.written(resource)) }"
        case .user(let name): "{ METADATA_OPCODE_KEY: METADATA_USER_META, METADATA_USER_META_KEY: \(name) }"
        }
    }
}

extension World {
    /// What the application asks an authorization for, as contracts write it: a name, or a fragment of media RSS.
    func written(_ resource: String) -> String {
        guard hasMediaRSS else { return "$\(resource)" }
        return #"'<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>"#
            + "<title><![CDATA[$\(resource)]]></title>"
            + #"<item><media:rating scheme="urn:v-chip">tv-pg</media:rating></item></channel></rss>'"#
    }
}
