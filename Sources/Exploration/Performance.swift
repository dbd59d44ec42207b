import AccessEnablerAPI
import Model

/// One step of a contract, as lines of its file.
struct Entry {
    var lines: [String]

    init(_ text: String, _ more: String...) {
        lines = ["- " + text] + more.map { "  " + $0 }
    }

    var isQuiet: Bool { lines[0].hasPrefix("- quiesce") }
    var isDelay: Bool { lines[0].hasPrefix("- latency: ") && !lines[0].hasSuffix(" 0ms") }

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
    /// The longest that a reply is late, in milliseconds.
    var maxDelay = Self.usualDelay

    static let usualDelay = 200

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
        case .configureLate(let providers, let answers, let mvpd):
            return [
                Entry("hold: configuration", "at: \(list(providers))"), start(requestor, providers),
                Entry("await-held: configuration", "at: \(list(providers))"),
                Entry("release: \(list(Array(answers.prefix(1))))"),
                Entry("quiesce: { outlasts: grace }"), Entry("release: \(list(Array(answers.dropFirst())))"),
            ] + awaits(owed) + [
                Entry("quiesce"), Entry("call: getAuthentication"), Entry("quiesce"), Entry("choose: \(mvpd)"),
                Entry("quiesce"),
            ]
        case .configureInVain(let providers, let fault):
            return during(fault.rawValue, of: "configuration", [start(requestor, providers)] + awaits(owed))
        case .configureInTrouble(let providers, let fault):
            // What is under way for the login is not to be broken.
            let kind = move.before.hasAccountUser ? "entitlement" : "session"
            return [Entry("quiesce")]
                + during(fault.rawValue, of: kind, [start(requestor, providers)] + awaits(owed) + [Entry("quiesce")])
        case .configureTwice(let first, let second, let failing):
            let at = "at: \(list(first))"
            let both = during(
                latency(30), of: "configuration", place: at,
                [start(Set(first) == Set(second) ? .usual : .other, first), start(.usual, second)]
                    + awaits(owed) + [Entry("quiesce")])
            return failing.map { during($0.rawValue, of: "configuration", place: at, both) } ?? both
        case .configureDefault:
            return [Entry("call: \"setRequestor:\"", "with: { requestorID: $requestor }")] + awaits(owed)
                + [Entry("quiesce")]
        case .queue(let calls, let providers, let requestor):
            let ended = owed.prefix(1)
            return [Entry("hold: configuration", "at: \(list(providers))"), start(requestor, providers)]
                + [Entry("await-held: configuration", "at: \(list(providers))")] + calls.compactMap(call)
                + [Entry("quiesce"), Entry("release: \(list(providers))")] + awaits(Array(ended))
                + awaits(Array(owed.dropFirst()))
        case .checkAuthentication, .getAuthentication, .authorize, .preauthorize, .preauthorizeJoined,
            .getMetadata, .getSelectedProvider, .choose, .pick, .cancel, .setOptions:
            return [call(move.act)].compactMap(\.self) + awaits(owed)
        case .decide: return [call(move.act), Entry("quiesce")].compactMap(\.self)
        case .chooseTwice(let first, let second):
            // The first is answered after the second, where they are asked for at different providers.
            let slow = route(of: first).filter { !route(of: second).contains($0) }
            let both = [Entry("choose: \(first)"), Entry("choose: \(second)")] + awaits(owed)
            guard !slow.isEmpty else { return both }
            return during(latency(30), of: "registration-code", place: "at: \(list(slow))", both + [Entry("quiesce")])
        case .logIn(let way): return logIn(way) + awaits(owed)
        case .askInVain(let providers, let mvpd, let fault):
            let login = Model(world).parts(of: Act.login(with: mvpd, after: providers), in: move.before) ?? []
            let choice = entries(of: login.dropLast()) + [Entry("choose: \(mvpd)")] + awaits(owed)
            return during(fault.rawValue, of: "registration-code", choice)
        case .recall(let mvpd): return entries(ofActs: [.choose(mvpd), .getAuthentication(isForced: false)])
        case .visit(let acts): return entries(ofActs: Model(world).visit(acts, move.before))
        case .giveUp: return [Entry("browse: cancel"), Entry("return")] + awaits(owed)
        case .logInInVain(let fault):
            return during(fault.rawValue, of: "session", logIn(.signIn) + awaits(owed))
        case .logInLate(let meanwhile):
            var before = move.before
            before.flow = .none
            return [
                Entry("browse: sign-in"), Entry("hold: session", at), Entry("return"), Entry("await-held: session", at),
            ] + entries(of: Model(world).parts(of: meanwhile, in: before) ?? [])
                + [Entry("release: \(route)", "of: session"), Entry("let-go: session", at)]
        case .cancelLate where world.isTelevision:
            // A look for the login is under way, if it can be had.
            let cancellation = [Entry("quiesce"), Entry("cancel")] + awaits(owed) + [Entry("quiesce")]
            return during(latency(Self.usualDelay), of: "any", cancellation)
                + [Entry("browse: second-screen"), Entry("quiesce")]
        case .cancelRenewal:
            return [
                Entry("browse: cancel"), Entry("fault: status(401)", "of: session"), Entry("hold: access-token", at),
                Entry("return"), Entry("quiesce"), Entry("cancel"), Entry("quiesce"), Entry("let-go: access-token", at),
                Entry("quiesce"), Entry("fault: none", "of: session"),
            ]
        case .cancelLate:
            return [
                Entry("browse: sign-in"), Entry("hold: session", at), Entry("return"), Entry("await-held: session", at),
                Entry("cancel"),
            ] + awaits(owed) + [Entry("release: \(route)", "of: session"), Entry("let-go: session", at)]
        case .authorizeDuring(let first, let second, let mvpd):
            // What is owed is the picker, what begins the login, and a request.
            return [call(.authorize(first, isCheck: false))].compactMap(\.self) + awaits(Array(owed.prefix(1)))
                + [call(.authorize(second, isCheck: false)), Entry("quiesce"), Entry("choose: \(mvpd)")]
                .compactMap(\.self) + awaits(Array(owed.dropFirst().dropLast())) + [Entry("log-in: sign-in")]
                + awaits(Array(owed.suffix(1))) + [Entry("quiesce")]
        case .authorizeCrowd:
            return entries(ofActs: World.crowd.map { .authorize($0, isCheck: true) })
        case .signIn(let mvpd, let data, let isForced):
            return entries(of: Model(world).login(with: mvpd, data: data, isForced: isForced, in: move.before) ?? [])
        case .late(let call, let request, let meanwhile, let isLoggedOut):
            // A port may ask first who is logged in, and learn there that nobody is.
            return (isLoggedOut ? [Entry("quiesce"), Entry("log-out-remotely")] : [])
                + [Entry("hold: \(request.rawValue)", at)] + [self.call(call)].compactMap(\.self)
                + [
                    isLoggedOut
                        ? Entry("await: { request: entitlement, \(at) }") : Entry("await-held: \(request.rawValue)", at)
                ]
                + entries(ofActs: meanwhile)
                + (isLoggedOut ? [] : [Entry("release: \(route)", "of: \(request.rawValue)")])
                + [Entry("let-go: \(request.rawValue)", at)]
        case .authorizeInVain(let resource, let isCheck, let request, let fault):
            let isProof = request == .accessToken
            let refusal = isProof ? [Entry("fault: status(401)", "of: authorize")] : []
            let end = isProof ? [Entry("quiesce"), Entry("fault: none", "of: authorize")] : []
            let question = [call(.authorize(resource, isCheck: isCheck))].compactMap(\.self)
            return refusal + during(fault.rawValue, of: request.rawValue, question + awaits(owed) + end)
        case .checkTwice:
            let check = Entry("call: checkAuthentication")
            return [check] + awaits(Array(owed.prefix(2))) + [Entry("quiesce"), check]
                + awaits(Array(owed.dropFirst(2)))
        case .compareExpiries(let resource):
            return zip([Act.Question.authorization(resource), .authentication], owed).flatMap { question, promise in
                [call(.getMetadata(question))].compactMap(\.self) + awaits([promise])
            }
        case .preauthorizeMultitude: return entries(ofActs: Model.multitude)
        case .closeDialog: return [Entry("pick: cancel")] + awaits(owed) + [Entry("quiesce"), Entry("cancel")]
        case .passInVain(let mvpd, let fault):
            return during(
                fault.rawValue, of: "entitlement", [Entry("choose: \(mvpd)")] + awaits(owed) + [Entry("quiesce")])
        case .checkLoggedOut(let resource):
            return [Entry("quiesce"), Entry("log-out-remotely"), call(.authorize(resource, isCheck: true))]
                .compactMap(\.self) + awaits(owed)
        case .preauthorizeInVain(let resources, let isCached, let fault):
            let question = [call(.preauthorize(resources, isCached: isCached))].compactMap(\.self)
            return during(fault.rawValue, of: "preauthorize", question + awaits(owed))
        case .decideInVain(let resources, let fault):
            return during(
                fault.rawValue, of: "preauthorize", [call(.decide(resources)), Entry("quiesce")].compactMap(\.self))
        case .cancelAtOnce(let mvpd):
            let choice = [Entry("choose: \(mvpd)"), Entry("cancel")] + awaits(owed) + [Entry("quiesce")]
            return during(latency(30), of: "registration-code", choice)
        case .changeMind:
            // Who asks before the end is told may be taken to ask within the flow (AE-AUTHN-026).
            return [Entry("cancel")] + awaits(Array(owed.prefix(1)))
                + [Entry("call: getAuthentication")] + awaits(Array(owed.dropFirst()))
        case .logOut:
            guard !world.isTelevision, world.has(.logoutPages), !move.before.present.isOfAccount,
                case .valid(let mvpd) = move.before.present.login
            else { return [Entry("call: logout")] + awaits(owed) }
            let isSafari = world.trait(mvpd) == .safari
            let page = "url: { url: { path: /logout } }" + (isSafari ? ", useSVC: true" : "")
            return [
                Entry("call: logout"),
                Entry(
                    "await: { callback: \"navigateToUrl:\(isSafari ? "useSVC:" : "")\", where: { \(page) } }",
                    "cites: [AE-LOG-002]"),
                Entry("browse: follow"), comingBack(isSafari, "AE-LOG-013"), Entry("return"),
            ] + awaits(owed)
        case .logOutLate:
            return [
                Entry("hold: session", at), Entry("browse: second-screen"), Entry("await-held: session", at),
                Entry("call: logout"),
            ] + awaits(owed) + [
                Entry("release: \(route)", "of: session"), Entry("let-go: session", at), Entry("quiesce"),
            ]
        case .withholdMetadata: return [Entry("quiesce"), Entry("no-user-metadata")]
        case .logOutInVain(let fault):
            return during(fault.rawValue, of: "logout", [Entry("call: logout")] + awaits(owed))
        // When the service is asked is not said (AE-REQ-014, AE-REQ-015).
        case .logOutElsewhere, .renewElsewhere:
            let change = move.act == .logOutElsewhere ? "log-out-remotely" : "renew-remotely"
            return [Entry(change), start(requestor, move.before.providers)] + awaits(owed) + [Entry("quiesce")]
        case .rule(let resource, let isGranted):
            return [Entry("quiesce"), Entry("\(isGranted ? "grant" : "deny"): \(resource)")]
        case .restart(let isKill):
            let restart = Entry(isKill ? "kill" : "restart")
            return relation == .notRestarted && !isKill ? [Entry("quiesce"), restart] : [restart]
        case .pause: return [Entry("quiesce"), Entry("quiesce")]
        case .launchOther:
            return [Entry("launch: \(move.before.isElsewhere ? "application" : "other-application")")]
        case .expire: return [Entry("expire: authentication")]
        case .expireAuthorizations: return [Entry("expire: authorization")]
        case .together(let calls, _, let refused?):
            let kinds = [refused.rawValue, "preauthorize"]
            let refusals = kinds.map { Entry("fault: status(401)", "of: \($0)", "times: 1") }
            let end = [Entry("quiesce")] + kinds.map { Entry("fault: none", "of: \($0)") }
            return during(latency(20), of: "access-token", refusals + calls.compactMap(call) + end)
        case .together(let calls, let held, _):
            let all = calls.compactMap(call) + awaits(owed)
            let latency = "latency: each(\(min(25, maxDelay))ms, 5ms)"
            return held.map { during(latency, of: $0.rawValue, all) } ?? all
        }
    }

    /// What is done while requests of a kind fail or are answered late, everywhere or at some providers.
    private func during(_ trouble: String, of kind: String, place: String? = nil, _ body: [Entry]) -> [Entry] {
        let isDelay = trouble.hasPrefix("latency: ")
        var begin = Entry(isDelay ? trouble : "fault: \(trouble)", "of: \(kind)")
        if let place { begin.lines.append("  " + place) }
        return [begin] + body + [Entry(isDelay ? "latency: 0ms" : "fault: none", "of: \(kind)")]
    }

    private func latency(_ milliseconds: Int) -> String { "latency: \(min(milliseconds, maxDelay))ms" }

    private var requestor: Act.Requestor { move.before.requestor ?? .usual }

    /// What is done one after the other, as parts of this move.
    private func entries(ofActs acts: [Act]) -> [Entry] {
        entries(of: Model(world).parts(of: acts, in: move.before) ?? [])
    }

    private func entries(of parts: some Sequence<(act: Act, answer: Answer)>) -> [Entry] {
        var before = move.before
        return parts.flatMap { act, answer in
            defer { before = answer.next }
            let part = Scenario.Move(kind: move.kind, act: act, answer: answer, isSettled: true, before: before)
            return Performance(
                move: part, world: world, relation: relation, hadOverlap: hadOverlap, maxDelay: maxDelay
            ).entries
        }
    }

    /// The providers that the login can be at.
    private var candidates: [Int] {
        if case .page(let mvpd, _) = move.before.flow { return route(of: mvpd) }
        if case .valid(let mvpd) = move.before.present.login { return route(of: mvpd) }
        return []
    }

    private func route(of mvpd: String) -> [Int] {
        move.before.providers.filter { world.providers[$0].contains(mvpd) }
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
        guard !world.isTelevision, case .page(let mvpd, _) = move.before.flow else {
            return [Entry("browse: second-screen")]
        }
        let isSafari = world.trait(mvpd) == .safari
        return [
            Entry("browse: \(way.rawValue)"), comingBack(isSafari, isSafari ? "AE-NAV-014" : "AE-NAV-013"),
            Entry("return"),
        ]
    }

    /// The URL that ends a page: the application's own where Safari shows it.
    private func comingBack(_ isSafari: Bool, _ cites: String) -> Entry {
        let url = isSafari ? "$custom-scheme://" : "adobepass://ios.app"
        return Entry("await: { custom-url: true, where: { url: { prefix: \"\(url)\" } } }", "cites: [\(cites)]")
    }

    private func start(_ requestor: Act.Requestor, _ providers: [Int]) -> Entry {
        requestor == .usual
            ? Entry("start-configuration: \(list(providers))")
            : Entry("start-configuration: \(list(providers))", "requestor: \(requestor.rawValue)")
    }

    private func awaits(_ owed: [Promise]) -> [Entry] {
        owed.map { promise in
            var entry = Entry("await: { \(promise.sign.pattern(world)) }", "cites: [\(promise.cited)]")
            switch promise.sign {
            case .userTracked(let number, _): entry.lines.append("  as: guid-\(number)")
            case .expiry(let number, _): entry.lines.append("  as: expiry-\(number)")
            default: break
            }
            return entry
        }
    }

    private func call(_ act: Act) -> Entry? {
        switch act {
        case .checkAuthentication: Entry("call: checkAuthentication")
        case .getAuthentication(let isForced, let data, let filter): getAuthentication(isForced, data, filter)
        case .authorize(let resource, let isCheck, .none):
            Entry(
                "call: \"\(isCheck ? "check" : "get")Authorization:\"", "with: { resource: \(world.written(resource)) }"
            )
        case .authorize(let resource, let isCheck, let data):
            Entry(
                "call: \"\(isCheck ? "check" : "get")Authorization:withData:\"",
                "with: { resource: \(world.written(resource)), data: \(data.written) }")
        case .preauthorize(let resources, nil):
            Entry("call: \"checkPreauthorizedResources:\"", "with: { resources: [\(world.written(resources))] }")
        case .preauthorize(let resources, let isCached?):
            Entry(
                "call: \"checkPreauthorizedResources:cache:\"",
                "with: { resources: [\(world.written(resources))], cache: \(isCached) }")
        case .preauthorizeJoined(let first, let second):
            Entry(
                "call: \"checkPreauthorizedResources:cache:\"",
                "with: { resources: [\"$\(first),$\(second)\"], cache: true }")
        case .decide(let resources, let caches):
            Entry(
                "call: \"preauthorize:didCompleteWith:\"",
                "with: { resources: [\(world.written(resources))], disabledFeatures: [\(caches.rawValue)] }")
        case .getMetadata(let question):
            Entry("call: \"getMetadata:\"", "with: { keyDictionary: \(question.keys(world)) }")
        case .getSelectedProvider: Entry("call: getSelectedProvider")
        case .choose(let mvpd): Entry("choose: \(mvpd)")
        case .pick(let mvpd): Entry("pick: \(mvpd)")
        case .cancel: Entry("cancel")
        case .setOptions(let options): Entry("call: \"setOptions:\"", "with: { options: \(options.written) }")
        default: nil
        }
    }

    /// In the shortest form that takes what is given.
    private func getAuthentication(_ isForced: Bool, _ data: Pairs, _ filter: Filter?) -> Entry {
        func list(_ mvpds: [String]) -> String { "[\(mvpds.map { "$\($0)" }.joined(separator: ", "))]" }
        let lists = filter.map {
            "filter: { TV_PROVIDERS: \(list($0.mvpds)), FEATURED_TV_PROVIDERS: \(list($0.featured)) }"
        }
        let given = "forceAuthn: \(isForced), data: \(data.written)"
        return switch (isForced || !data.isEmpty, lists) {
        case (false, nil): Entry("call: getAuthentication")
        case (false, let lists?): Entry("call: \"getAuthentication:\"", "with: { \(lists) }")
        case (true, nil): Entry("call: \"getAuthentication:withData:\"", "with: { \(given) }")
        case (true, let lists?):
            Entry("call: \"getAuthentication:withData:andFilter:\"", "with: { \(given), \(lists) }")
        }
    }
}

extension World {
    func written(_ resources: [String]) -> String { resources.map(written).joined(separator: ", ") }

    /// What the application asks for, as contracts write it: a name, or a fragment of media RSS.
    func written(_ resource: String) -> String {
        guard hasMediaRSS else { return "$\(resource)" }
        return #"'<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>"#
            // Longer than the beginning by which a port may tell documents apart.
            + "<description>\(String(repeating: "Watch it wherever you are. ", count: 12))</description>"
            + "<title><![CDATA[$\(resource)]]></title>"
            // Blanks are part of what is asked for.
            + #"<item><media:rating scheme="urn:v-chip">tv-pg</media:rating></item></channel></rss> '"#
    }
}

extension Pairs {
    /// The dictionary of a call.
    fileprivate var written: String {
        isEmpty ? "{}" : "{ \(all.map { "\($0.key): \(Script.quoted($0.value))" }.joined(separator: ", ")) }"
    }
}

extension Options {
    fileprivate var written: String {
        let own = handlesSafari.map { ["handleSVC: \($0)"] } ?? []
        return "{ \((all.map { "\($0.key): \(Script.quoted($0.value))" } + own).joined(separator: ", ")) }"
    }
}
