import AccessEnablerAPI
import Documents
import ServiceProtocol

/// Reads the steps of a contract; macros come out as the steps they stand for.
struct StepReader {
    let patterns: PatternReader
    /// The idiom in which short steps come out.
    var idiom = Idiom.usual

    private static let words = ["cancel", "return", "restart", "kill", "log-out", "log-out-remotely", "renew-remotely"]
    /// Those of the keys that may stand alone.
    private static let bare = ["quiesce"]
    private static let keys = [
        "call", "await", "hold", "await-held", "release", "let-go", "fault", "latency", "browse", "quiesce", "expire",
        "configure", "start-configuration",
        "sign-in", "sign-in-elsewhere", "log-in", "launch", "choose", "probe-bindings", "pick", "platform", "grant",
        "deny",
    ]

    /// Steps that come out as they stand, in every idiom.
    private static let plain: Set = [
        "call", "await", "quiesce", "expire", "hold", "await-held", "release", "let-go", "fault", "latency",
    ]

    /// The steps that each entry of the list stands for; none for one that is wrong.
    func entries(_ reader: NodeReader) -> [[Step]]? {
        reader.list { step($0) ?? [] }
    }

    /// The same in another idiom, where those that are the same in all need not be read again.
    func entries(_ reader: NodeReader, as usual: [[Step]]) -> [[Step]]? {
        var known = usual.makeIterator()
        return reader.list { entry in
            let steps = known.next()
            return Self.isPlain(entry.node) ? steps : step(entry) ?? []
        }
    }

    private static func isPlain(_ node: Node) -> Bool {
        guard case .mapping(let pairs) = node.content else { return false }
        return pairs.contains { plain.contains($0.key) }
    }

    /// How often a port looks for the end of a login on a second screen is not documented, so it has its time.
    static func patient(_ steps: [Step]) -> [Step] {
        var steps = steps
        var isAway = false
        for index in steps.indices {
            switch steps[index].action {
            case .browse(.secondScreen): isAway = true
            case .await(let pattern, _) where isAway:
                steps[index].action = .await(pattern, due: .undocumented)
                // That the port asks is not yet the end of the login.
                isAway = pattern.subject == .request(.poll)
            case .awaitHeld(let kind, let providers, _) where isAway:
                steps[index].action = .awaitHeld(kind, providers: providers, due: .undocumented)
                isAway = false
            default: break
            }
        }
        return steps
    }

    private func step(_ reader: NodeReader) -> [Step]? {
        if case .scalar = reader.node.content {
            return reader.oneOf(Self.words + Self.bare, what: "step").map { word($0) }
        }
        return reader.mapping { mapping -> [Step]? in
            guard let (key, value) = mapping.exactlyOne(of: Self.keys + Self.words) else { return nil }
            let label = mapping.optional("as")?.string()
            let cites = mapping.optional("cites").flatMap { statements($0) } ?? []
            var steps =
                Self.words.contains(key) ? word(key) : self.steps(key, value, mapping) ?? []
            guard !steps.isEmpty else { return nil }
            steps[steps.count - 1].label = label
            if !cites.isEmpty { for index in steps.indices { steps[index].cites = cites } }
            return steps
        }
    }

    func statements(_ reader: NodeReader) -> [String]? {
        reader.listOrOne { item -> String? in
            guard let id = item.string() else { return nil }
            guard patterns.vocabulary.statements.contains(id) else {
                let hint = closest(id, among: patterns.vocabulary.statements.sorted()).map { "; did you mean '\($0)'?" }
                item.report("unknown statement '\(id)'\(hint ?? "")")
                return nil
            }
            return id
        }
    }

    private func word(_ word: String) -> [Step] {
        let macros = Macros(idiom: idiom)
        return switch word {
        case "cancel": [macros.choose(nil, text: "cancel")]
        case "return": [macros.handleExternalURL()]
        case "restart": [macros.step(.restart, "restart")]
        case "kill": [macros.step(.kill, "kill")]
        case "log-out": macros.logOut()
        case "quiesce": [macros.step(.quiesce(outlasting: []), "quiesce")]
        case "renew-remotely": [macros.step(.renewRemotely, "renew remotely")]
        default: [macros.step(.logOutRemotely, "log out remotely")]
        }
    }

    private func steps(_ key: String, _ value: NodeReader, _ mapping: MappingReader) -> [Step]? {
        let macros = Macros(idiom: idiom)
        switch key {
        case "call":
            let times = mapping.optional("times")?.int(in: 1...100) ?? 1
            return call(value, mapping).map { Array(repeating: $0, count: times) }
        case "await":
            return awaiting(value, mapping).map { [$0] }
        case "let-go":
            guard let kind = kind(value), let providers = providers(mapping) else { return nil }
            return [macros.step(.letGo(kind, providers: providers), "let go \(kind.rawValue)")]
        case "hold", "await-held":
            guard let kind = kind(value), let providers = providers(mapping) else { return nil }
            let action: Step.Action =
                key == "hold" ? .hold(kind, providers: providers) : .awaitHeld(kind, providers: providers, due: .atOnce)
            // Only configuration requests must come whatever the others do.
            let cites = key == "await-held" && kind == .configuration ? ["AE-SP-001", "AE-SP-002"] : []
            return [
                macros.step(action, "\(key) \(kind.rawValue) at \(providers.joined(separator: ", "))", cites: cites)
            ]
        case "release":
            guard let providers = value.listOrOne(of: { patterns.provider($0) }) else { return nil }
            let kind = mapping.optional("of").flatMap { self.kind($0) } ?? .configuration
            return [macros.step(.release(kind, providers: providers), "release \(providers.joined(separator: ", "))")]
        case "fault":
            guard let text = value.string() else { return nil }
            let isNone = text == "none"
            let fault = isNone ? nil : value.fault()
            let times = mapping.optional("times")?.int(in: 1...1_000)
            guard let kind = mapping.required("of").flatMap({ self.kind($0) }), let providers = providers(mapping),
                isNone || fault != nil
            else { return nil }
            return [
                macros.step(
                    .fault(kind, providers: providers, fault: fault, times: times),
                    "fault \(text) of \(kind.rawValue) at \(providers.joined(separator: ", "))")
            ]
        case "latency":
            let latency = value.latency()
            let kind = mapping.optional("of").flatMap { self.kind($0) } ?? .configuration
            guard let latency, let providers = providers(mapping) else { return nil }
            return [macros.step(.latency(kind, providers: providers, latency: latency), "latency \(latency)")]
        case "browse":
            return value.oneOf(Step.Browse.self, what: "way to browse")
                .map { [macros.step(.browse($0), "browse: \($0.rawValue)")] }
        case "quiesce":
            guard let (labels, times) = quiet(value) else { return nil }
            return Array(repeating: macros.step(.quiesce(outlasting: labels), "quiesce"), count: times)
        case "expire":
            return value.oneOf(Step.Expiring.self, what: "thing that expires")
                .map { [macros.step(.expire($0), "expire \($0.rawValue)")] }
        case "configure", "start-configuration":
            guard let providers = value.listOrOne(of: { patterns.provider($0) }) else { return nil }
            let named = mapping.optional("requestor")?
                .oneOf(["requestor", "other-requestor"], what: "requestor")
            let requestor = named ?? "requestor"
            return key == "configure"
                ? macros.configure(providers, as: requestor) + macros.settle(providers)
                : [macros.startConfiguration(providers, as: requestor)]
        case "sign-in":
            return patterns.mvpd(value).map { macros.signIn($0) }
        case "sign-in-elsewhere":
            return patterns.mvpd(value).map { macros.signInElsewhere($0) }
        case "launch":
            return value.oneOf(Step.Application.self, what: "application")
                .map { [macros.step(.launch($0), "launch the \($0.rawValue)")] }
        case "log-in":
            return value.oneOf(Step.Browse.self, what: "way to browse").map { macros.logIn($0) }
        case "pick":
            return PlatformReader(mvpds: patterns.vocabulary.mvpds).pick(value)
                .map { [macros.step(.pick($0), "pick \($0.words)")] }
        case "platform":
            return PlatformReader(mvpds: patterns.vocabulary.mvpds).fixture(value)
                .map { [macros.step(.changePlatform($0), "the platform's account changes")] }
        case "grant", "deny":
            let decision: Fixture.Resource = key == "grant" ? .granted : .denied(message: Step.denial)
            return value.oneOf(patterns.vocabulary.resources, what: "resource")
                .map { [macros.step(.decide(resource: $0, decision), "\(key) \($0)")] }
        case "choose":
            return patterns.mvpd(value).map { [macros.choose($0, text: "choose \($0)")] }
        default:
            return value.list { patterns.mvpd($0) }.map { macros.probeBindings($0) }
        }
    }

    private func call(_ value: NodeReader, _ mapping: MappingReader) -> Step? {
        guard let name = value.oneOf(patterns.vocabulary.calls, what: "call") else { return nil }
        let parameters = patterns.vocabulary.parameters[name] ?? []
        var arguments: [Step.Argument] = []
        if let with = mapping.optional("with") {
            let read = with.mapping { entries -> [Step.Argument] in
                parameters.compactMap { parameter in
                    guard let reader = entries.optional(parameter), let value = patterns.template(reader) else {
                        return nil
                    }
                    return Step.Argument(name: parameter, value: value)
                }
            }
            arguments = read ?? []
        }
        let missing = parameters.filter { parameter in !arguments.contains { $0.name == parameter } }
        if !missing.isEmpty {
            value.report("'\(name)' needs \(missing.map { "'\($0)'" }.joined(separator: ", ")) under 'with'")
            return nil
        }
        return Macros(idiom: idiom).step(.call(Selector(rawValue: name), arguments), "call \(name)")
    }

    /// The steps whose distance the quiet must outlast, none for most, and how often it is waited for.
    private func quiet(_ value: NodeReader) -> (labels: [String], times: Int)? {
        if case .mapping(let pairs) = value.node.content {
            if pairs.contains(where: { $0.key == "times" }) {
                return value.mapping { $0.required("times")?.int(in: 1...100) }.map { ([], $0) }
            }
            guard let labels = value.mapping({ $0.required("outlasts")?.list { $0.string() } }) else { return nil }
            guard labels.count == 2 else {
                value.report("'outlasts' has the names of two steps: quiet must outlast the time between them")
                return nil
            }
            return (labels, 1)
        }
        if case .scalar(let scalar) = value.node.content, scalar.text == "true" { return ([], 1) }
        value.report(
            "a fixed time would fail a slower port: write 'quiesce' alone, which lasts longer than the port ever "
                + "paused before")
        return nil
    }

    /// When what is awaited must come.
    private func due(_ mapping: MappingReader) -> Step.Due {
        if let within = mapping.optional("within") {
            within.report(
                "'within' would decide by a time: an answer is waited for until the port has nothing left to do; where "
                    + "the documents do not say when it comes, write 'due: undocumented'")
        }
        guard let due = mapping.optional("due") else { return .atOnce }
        return due.oneOf(["undocumented"], what: "time") == nil ? .atOnce : .undocumented
    }

    private func awaiting(_ value: NodeReader, _ mapping: MappingReader) -> Step? {
        let due = due(mapping)
        let pattern: Pattern?
        let text: String
        if case .mapping = value.node.content {
            pattern = value.mapping { patterns.pattern($0) }
            text = "await"
        } else {
            let conditions = mapping.optional("where").flatMap { patterns.conditions($0) } ?? []
            guard let name = value.oneOf(patterns.vocabulary.callbacks, what: "callback") else { return nil }
            pattern = Pattern(.callback(Selector(rawValue: name)), conditions: conditions)
            text = "await \(name)"
        }
        return pattern.map { Macros(idiom: idiom).step(.await($0, due: due), text) }
    }

    private func kind(_ reader: NodeReader) -> RequestKind? {
        reader.oneOf(RequestKind.self, what: "kind of request")
    }

    /// The providers under `at`; all of the case's where it is not given.
    private func providers(_ mapping: MappingReader) -> [String]? {
        guard let at = mapping.optional("at") else { return patterns.vocabulary.providers }
        return at.listOrOne { patterns.provider($0) }
    }
}
