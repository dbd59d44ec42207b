import AccessEnablerAPI
import Documents
import ServiceProtocol

/// One entry of a list of steps.
///
/// It is read once, and comes out in each idiom: short steps as what they stand for there.
struct StepEntry {
    enum Content {
        /// The same in every idiom.
        case plain([Step])
        case short((Macros) -> [Step])
    }

    let content: Content
    var label: String?
    var cites: [String] = []

    func steps(in idiom: Idiom) -> [Step] {
        var steps =
            switch content {
            case .plain(let steps): steps
            case .short(let expand): expand(Macros(idiom: idiom))
            }
        guard !steps.isEmpty else { return [] }
        steps[steps.count - 1].label = label
        if !cites.isEmpty { for index in steps.indices { steps[index].cites = cites } }
        return steps
    }
}

/// Reads the steps of a contract.
struct StepReader {
    let patterns: PatternReader
    /// For steps that are the same in every idiom.
    private let macros = Macros(idiom: .usual)

    init(patterns: PatternReader) {
        self.patterns = patterns
    }

    private static let words = [
        "cancel", "return", "restart", "kill", "log-out", "log-out-remotely", "renew-remotely", "no-user-metadata",
        "forget-clients",
    ]
    /// Those of the keys that may stand alone.
    private static let bare = ["quiesce"]
    private static let keys = [
        "call", "await", "hold", "await-held", "release", "let-go", "fault", "latency", "browse", "quiesce", "expire",
        "configure", "start-configuration",
        "sign-in", "sign-in-elsewhere", "log-in", "launch", "choose", "probe-bindings", "pick", "platform", "grant",
        "deny",
    ]

    /// The steps in an idiom.
    static func steps(of entries: [StepEntry], in idiom: Idiom) -> [Step] {
        patient(entries.flatMap { $0.steps(in: idiom) })
    }

    /// How often a port looks for the end of a login on a second screen is not documented, so it has its time.
    private static func patient(_ steps: [Step]) -> [Step] {
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

    func entry(_ reader: NodeReader) -> StepEntry? {
        if case .scalar = reader.node.content {
            return reader.oneOf(Self.words + Self.bare, what: "step").map { StepEntry(content: word($0)) }
        }
        return reader.mapping { mapping -> StepEntry? in
            guard let (key, value) = mapping.exactlyOne(of: Self.keys + Self.words) else { return nil }
            let label = mapping.optional("as")?.string()
            let cites = mapping.optional("cites").flatMap { statements($0) } ?? []
            let content = Self.words.contains(key) ? word(key) : content(key, value, mapping)
            return content.map { StepEntry(content: $0, label: label, cites: cites) }
        }
    }

    func statements(_ reader: NodeReader) -> [String]? {
        reader.listOrOne { $0.reference(to: patterns.vocabulary.statements, what: "statement") }
    }

    private func word(_ word: String) -> StepEntry.Content {
        switch word {
        case "cancel": .plain([macros.choose(nil, text: "cancel")])
        case "return": .short { [$0.handleExternalURL()] }
        case "restart": .plain([macros.step(.restart, "restart")])
        case "kill": .plain([macros.step(.kill, "kill")])
        case "log-out": .short { $0.logOut() }
        case "quiesce": .plain([macros.step(.quiesce(outlasting: .shown), "quiesce")])
        case "renew-remotely": .plain([macros.step(.renewRemotely, "renew remotely")])
        case "no-user-metadata": .plain([macros.step(.withholdMetadata, "no user metadata")])
        case "forget-clients": .plain([macros.step(.forgetClients, "forget clients")])
        default: .plain([macros.step(.logOutRemotely, "log out remotely")])
        }
    }

    private func content(_ key: String, _ value: NodeReader, _ mapping: MappingReader) -> StepEntry.Content? {
        switch key {
        case "configure", "start-configuration":
            guard let providers = value.listOrOne(of: { patterns.provider($0) }) else { return nil }
            let requestor =
                mapping.optional("requestor")?.oneOf(["requestor", "other-requestor"], what: "requestor") ?? "requestor"
            return key == "configure"
                ? .short { $0.configure(providers, as: requestor) + $0.settle(providers) }
                : .short { [$0.startConfiguration(providers, as: requestor)] }
        case "sign-in":
            return patterns.mvpd(value).map { mvpd in .short { $0.signIn(mvpd) } }
        case "log-in":
            return value.oneOf(Step.Browse.self, what: "way to browse").map { way in .short { $0.logIn(way) } }
        case "probe-bindings":
            return value.list { patterns.mvpd($0) }.map { mvpds in .short { $0.probeBindings(mvpds) } }
        default:
            return steps(key, value, mapping).map { .plain($0) }
        }
    }

    /// The steps that are the same in every idiom.
    private func steps(_ key: String, _ value: NodeReader, _ mapping: MappingReader) -> [Step]? {
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
            guard let (pause, times) = quiet(value) else { return nil }
            return Array(repeating: macros.step(.quiesce(outlasting: pause), "quiesce"), count: times)
        case "expire":
            return value.oneOf(Step.Expiring.self, what: "thing that expires")
                .map { [macros.step(.expire($0), "expire \($0.rawValue)")] }
        case "sign-in-elsewhere":
            return patterns.mvpd(value).map { macros.signInElsewhere($0) }
        case "launch":
            return value.oneOf(Step.Application.self, what: "application")
                .map { [macros.step(.launch($0), "launch the \($0.rawValue)")] }
        case "pick":
            let ifShown = mapping.optional("if-shown")?.bool() ?? false
            return PlatformReader(mvpds: patterns.vocabulary.mvpds).pick(value)
                .map { [macros.step(.pick($0, ifShown: ifShown), "pick \($0.words)")] }
        case "platform":
            return PlatformReader(mvpds: patterns.vocabulary.mvpds).fixture(value)
                .map { [macros.step(.changePlatform($0), "the platform's account changes")] }
        case "grant", "deny":
            let decision: ResourceRule = key == "grant" ? .granted : .denied(Step.denial)
            return value.oneOf(patterns.vocabulary.resources, what: "resource")
                .map { [macros.step(.decide(resource: $0, decision), "\(key) \($0)")] }
        default:
            return patterns.mvpd(value).map { [macros.choose($0, text: "choose \($0)")] }
        }
    }

    private func call(_ value: NodeReader, _ mapping: MappingReader) -> Step? {
        guard let name = value.oneOf(patterns.vocabulary.calls, what: "call") else { return nil }
        let parameters = patterns.vocabulary.parameters[name] ?? []
        let read = mapping.optional("with")?.mapping { entries in
            parameters.compactMap { parameter in
                entries.optional(parameter).flatMap { patterns.template($0) }
                    .map { Step.Argument(name: parameter, value: $0) }
            }
        }
        let arguments = read ?? []
        let missing = parameters.filter { parameter in !arguments.contains { $0.name == parameter } }
        if !missing.isEmpty {
            value.report("'\(name)' needs \(missing.map { "'\($0)'" }.joined(separator: ", ")) under 'with'")
            return nil
        }
        return macros.step(.call(Selector(rawValue: name), arguments), "call \(name)")
    }

    /// What the quiet must outlast, and how often it is waited for.
    private func quiet(_ value: NodeReader) -> (pause: Step.Pause, times: Int)? {
        if case .mapping(let pairs) = value.node.content {
            if pairs.contains(where: { $0.key == "times" }) {
                return value.mapping { $0.required("times")?.int(in: 1...100) }.map { (.shown, $0) }
            }
            return value.mapping { $0.required("outlasts").flatMap { pause($0) } }.map { ($0, 1) }
        }
        if case .scalar(let scalar) = value.node.content, scalar.text == "true" { return (.shown, 1) }
        value.report(
            "a fixed time would fail a slower port: write 'quiesce' alone, which lasts longer than the port ever "
                + "paused before")
        return nil
    }

    private func pause(_ value: NodeReader) -> Step.Pause? {
        if case .scalar = value.node.content { return value.oneOf(["grace"], what: "pause").map { _ in .grace } }
        guard let labels = value.list(of: { $0.string() }) else { return nil }
        guard labels.count == 2 else {
            value.report("'outlasts' has the names of two steps: quiet must outlast the time between them")
            return nil
        }
        return .between(labels[0], labels[1])
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
        if case .mapping(let pairs) = value.node.content {
            pattern = value.mapping { patterns.pattern($0) }
            let subject = pairs.first { PatternReader.subjectKeys.contains($0.key) }.map { pair in
                guard case .scalar(let name) = pair.value.content, name.text != "true" else { return pair.key }
                return "\(pair.key) \(name.text)"
            }
            text = "await \(subject ?? "")"
        } else {
            let conditions = mapping.optional("where").flatMap { patterns.conditions($0) } ?? []
            guard let name = value.oneOf(patterns.vocabulary.callbacks, what: "callback") else { return nil }
            pattern = Pattern(.callback(Selector(rawValue: name)), conditions: conditions)
            text = "await \(name)"
        }
        return pattern.map { macros.step(.await($0, due: due), text) }
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
