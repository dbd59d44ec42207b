import AccessEnablerAPI
internal import Encodings
import Model

/// A scenario as a contract: what is done, what must come, what must not, in YAML as people write it.
package struct Script: Sendable {
    private let scenario: Scenario
    private var steps: [String] = []
    private var expectations: [String] = []
    private var allowed: Set<String> = []
    /// What the login page's address may say as well as a request of the port's own.
    private var (loginReadings, ownReadings): ([String], [String]) = ([], [])
    /// Promises of one move that hold unless something was seen, and what that is.
    ///
    /// Later moves have none: the readings could not tell two moves apart.
    private var (excusable, excuses): ([String], [String]) = ([], [])
    private var excusedMove: Int?
    private var cites: Set<String> = []

    /// Whether the rule for races has something to say of the scenario, and of its twin.
    private let showsBindings: Bool
    /// The steps of each move.
    private let performances: [[Entry]]

    /// The twin's body, which differs from this one within lines alone; nil where there is no twin.
    private var twinBody: [String]?

    /// A scenario whose twin takes other steps is written without it.
    package init(_ scenario: Scenario) {
        self.init(scenario, showsBindings: scenario.showsBindings)
        guard let relation = scenario.relation else { return }
        if let twin = scenario.twin(by: relation) {
            let showsBindings = showsBindings && twin.showsBindings
            let script = Script(scenario, showsBindings: showsBindings)
            let other = Script(twin, showsBindings: showsBindings).body
            if Self.haveSameSteps(script.body, other) {
                self = script
                twinBody = other
                return
            }
        }
        var alone = scenario
        alone.relation = nil
        self.init(alone, showsBindings: alone.showsBindings)
    }

    /// In milliseconds; replies in pieces take the rest of a second.
    private static let allDelays = 700

    private init(_ scenario: Scenario, showsBindings: Bool) {
        self.scenario = scenario
        self.showsBindings = showsBindings
        let performed = { (maxDelay: Int) in
            scenario.moves.enumerated().map { index, move in
                Performance(
                    move: move, world: scenario.world, relation: scenario.relation,
                    hadOverlap: scenario.moves[..<index].contains { $0.kind == .configureTwice }, maxDelay: maxDelay
                ).entries
            }
        }
        let usual = performed(Performance.usualDelay)
        // No contract delays replies by more than a second in all.
        let delays = usual.joined().count(where: \.isDelay)
        performances = delays > 3 ? performed(Self.allDelays / delays) : usual
        if scenario.isCrowd { steps.append("- quiesce: { times: $behind }") }
        if scenario.world.comesInPieces {
            // So few bytes that letters of other scripts are cut.
            for request in ["configuration", "session", "authorize", "preauthorize"] {
                steps += ["- fault: slow(31, 1ms)", "  of: \(request)"]
            }
        }
        for index in scenario.moves.indices { write(index) }
        // Which phase a request belongs to is not known where phases overlap.
        if scenario.world.providers.count > 1, !scenario.moves.contains(where: { $0.kind == .configureTwice }),
            showsBindings
        {
            expectations.append("{ check: fastest-responder, cites: [AE-SP-006, AE-SP-007] }")
            cites.formUnion(["AE-SP-006", "AE-SP-007"])
        }
    }

    /// - Parameters:
    ///   - id: of the contract.
    ///   - remark: lines that say what was seen.
    package func text(id: String, remark: [String] = []) -> String {
        let head = head(id: id, remark: remark)
        guard let relation = scenario.relation, let twinBody else {
            let sessions = scenario.isCrowd ? ["matrix: { behind: [1, 2, 3, 4], session: [one, other] }"] : []
            return (head + sessions + body).joined(separator: "\n") + "\n"
        }
        let (matrix, common) = Self.matrix(relation.names, body, twinBody)
        let alike = "alike: [values\(scenario.decidesBindings ? ", bindings" : "")]"
        return (head + matrix + common + [alike]).joined(separator: "\n") + "\n"
    }

    /// Two bodies as one, in which what differs stands in a matrix.
    private static func matrix(
        _ names: (String, String), _ first: [String], _ second: [String]
    ) -> (matrix: [String], common: [String]) {
        var values: [[String]] = []
        let common = zip(first, second).map { one, other in
            guard one != other else { return one }
            let head = Self.head(of: one)
            let pair = [one, other].map { String($0.dropFirst(head.count)) }
            let place = values.firstIndex(of: pair) ?? values.count
            if place == values.count { values.append(pair) }
            return head + "$run.v\(place + 1)"
        }
        let cells = [names.0, names.1].enumerated().map { index, name in
            let members = values.enumerated().map { ", v\($0 + 1): \($1[index])" }.joined()
            return "    - { name: \(name)\(members) }"
        }
        return (["matrix:", "  run:"] + cells, common)
    }

    /// What comes before what may differ: `key: `, or `- ` where all of a step or an expectation may.
    private static func head(of line: String) -> Substring {
        let item = line.firstRange(ofBytes: "- ").map(\.upperBound)
        let isWhole = item.map { line[$0...].hasPrefix("{") } ?? false
        let end = isWhole ? item : line.firstRange(ofBytes: ": ")?.upperBound ?? item
        return line[..<(end ?? line.startIndex)]
    }

    private static func haveSameSteps(_ body: [String], _ other: [String]) -> Bool {
        body.count == other.count && zip(body, other).allSatisfy { $0 == $1 || head(of: $0) == head(of: $1) }
    }

    private func head(id: String, remark: [String]) -> [String] {
        let platform = scenario.world.isTelevision ? "tvos" : "ios"
        let cited = cites.isEmpty ? ["AE-REQ-008"] : cites.sorted()
        var lines = remark.map { "# \($0)" }
        let wire = scenario.world.stage.wire
        if wire != .sdk { lines.append("# It was found over \(wire.rawValue): run it with '--wire \(wire.rawValue)'.") }
        lines += [
            "schema: assay/contract/2", "id: \(id)", "title: \(Self.quoted(title))", "level: MUST",
            "cites: [\(cited.joined(separator: ", "))]",
            "applies: { platforms: [\(platform)], versions: \(scenario.world.isDamaged ? "3.8.3+" : "3.6+") }",
        ]
        let required = [
            scenario.restarts || scenario.world.isDamaged ? "storage.persist" : nil,
            scenario.world.isDamaged ? "storage.damage" : nil,
            scenario.world.traits.values.contains(.safari) && !scenario.world.isTelevision ? "platform.svc" : nil,
            scenario.world.defaultProvider == nil ? nil : "provider.default",
        ].compactMap(\.self)
        if !required.isEmpty { lines.append("requires: [\(required.joined(separator: ", "))]") }
        return lines
    }

    /// The world, and all that is done and expected in it.
    private var body: [String] {
        var lines = ["fixture:"]
        lines += fixture(persists: scenario.restarts).map { "  " + $0 }
        lines.append("steps:")
        lines += steps.map { "  " + $0 }
        if !expectations.isEmpty {
            lines.append("expect:")
            lines += expectations.map { "  - " + $0 }
        }
        if !readings.isEmpty { lines.append("readings:") }
        for (name, expectations) in readings {
            lines += ["  - name: \(name)", "    expect:"] + expectations.map { "      - " + $0 }
        }
        if !allowed.isEmpty { lines.append("allow: [\(allowed.sorted().map(Self.quoted).joined(separator: ", "))]") }
        return lines
    }

    /// Each way to be right, where there is more than one.
    private var readings: [(name: String, expectations: [String])] {
        let logins = [
            ("with the address of the login page", loginReadings), ("with a request of the SDK's own", ownReadings),
        ].filter { !$0.1.isEmpty }
        let promises = [
            ("as promised", excusable), ("where the documents leave it open", excuses),
        ].filter { !$0.1.isEmpty }
        guard !logins.isEmpty, !promises.isEmpty else { return logins + promises }
        return logins.flatMap { login in promises.map { ("\(login.0), \($0.0)", $0.1 + login.1) } }
    }

    /// How many steps the contract has.
    package var stepCount: Int { steps.count { $0.hasPrefix("- ") } }

    /// So many moves are told one by one, and of more the first of them.
    private static let (maxMoves, firstMoves) = (8, 4)

    /// What is done, in words.
    package var title: String {
        var words = scenario.moves.map(\.act.words)
        if words.count > Self.maxMoves {
            words[Self.firstMoves...] = ["… and \(words.count - Self.firstMoves) more steps"]
        }
        if !scenario.isSmall { words.append("not made small") }
        return (words.isEmpty ? "nothing" : words.joined(separator: "; "))
            + (scenario.relation.map { "; compared: \($0.words)" } ?? "")
            + (scenario.isCrowd ? "; eight sessions at once" : "")
    }

    // MARK: - The world

    private func fixture(persists: Bool) -> [String] {
        let world = scenario.world
        var attributes: [String] = []
        // Whether one programmer's login is another's, too, is the MVPD's affair: these are each programmer's own.
        if scenario.moves.contains(where: { $0.answer.next.programmers.count > 1 }) {
            attributes.append("authPerRequestor: \"true\"")
        }
        // A port may skip the picker for the MVPD of the last login (A-03), unless that MVPD says that it must not.
        if scenario.moves.count(where: \.mayShowPicker) > 1 { attributes.append("canAuthenticate: \"false\"") }
        let isPlain = attributes.isEmpty && world.traits.isEmpty && world.fullerProvider == nil
        var lines = ["providers:"]
        for (index, mvpds) in world.providers.enumerated() {
            let more = index == world.fullerProvider ? ["enablePlatformServices: \"true\""] : []
            let list = mvpds.map { mvpd in
                let own = world.trait(mvpd).attributes + more + attributes
                return isPlain ? mvpd : mvpd + (own.isEmpty ? ": {}" : ": { \(own.joined(separator: ", ")) }")
            }.joined(separator: ", ")
            lines.append(
                "  \(World.name(ofProvider: index)): " + (isPlain || mvpds.isEmpty ? "[\(list)]" : "{ \(list) }"))
        }
        lines += surroundings
        let used = steps.joined()
        let resources =
            World.resources.filter { resource in
                ["$", "deny: ", "grant: "].contains { used.containsBytes($0 + resource.name) }
            }.map { resource in
                let deniers = resource.deniers.filter { mvpd in world.providers.contains { $0.contains(mvpd) } }
                guard let denial = resource.denial, resource.deniers.isEmpty || !deniers.isEmpty else {
                    return "\(resource.name): granted"
                }
                let by = deniers.isEmpty ? "" : ", by: [\(deniers.joined(separator: ", "))]"
                return "\(resource.name): { denied: \(Self.quoted(denial))\(by) }"
            }
            + World.multitude.filter { used.containsBytes("$\($0)") }.map { "\($0): granted" }
        if !resources.isEmpty { lines.append("resources: { \(resources.joined(separator: ", ")) }") }
        if world.furtherMVPDs > 0 { lines.append("further-mvpds: \(world.furtherMVPDs)") }
        if world.hasOddNames || scenario.relation == .renamed {
            lines.append("names: \(world.hasOddNames ? "odd" : "usual")")
        }
        if world.tokenOffset != 0 { lines.append("token-offset: \(world.tokenOffset)m") }
        if used.containsBytes("METADATA_USER_META") {
            lines.append("user: \(Act.Question.user)")
        }
        if scenario.moves.contains(where: { $0.kind == .expiries }) {
            lines.append("lifetimes: { authentication: 3d, authorization: 1d }")
        } else if world.tokenOffset % 60 != 0, !scenario.moves.contains(where: \.act.isExpiry) {
            // Whoever takes the offset's minutes for something else is mistaken by an hour.
            lines.append("lifetimes: { authentication: 1h, authorization: 1h }")
        }
        if persists { lines.append("persistent-storage: true") }
        return lines
    }

    /// The device and the application, as far as they are anything special.
    private var surroundings: [String] {
        let world = scenario.world
        var lines: [String] = []
        if world.hasAccount { lines.append("platform: { access: granted }") }
        if let provider = world.defaultProvider {
            lines.append("default-provider: \(World.name(ofProvider: provider))")
        }
        if world.omitsTracking { lines.append("omitted-callbacks: [\"sendTrackingData:forEventType:\"]") }
        if world.omitsSafari, !world.isTelevision {
            lines.append("omitted-callbacks: [\"navigateToUrl:useSVC:\"]")
        }
        if world.isDamaged { lines.append("damaged-authorizations: true") }
        if world.checksStorage { lines.append("storage-check: INTEGRITY_CHECK_ALL") }
        if world.isUpdated, scenario.restarts { lines.append("earlier-version: 3.6.0") }
        return lines
    }

    // MARK: - Moves

    private mutating func write(_ index: Int) {
        let move = scenario.moves[index]
        for promise in move.answer.owed { cites.formUnion(promise.cites) }
        let entries = performances[index]
        let lastAwaited = entries.lastIndex { $0.lines[0].hasPrefix("- await:") }
        let labelled = Self.labelled(entries)
        for (place, entry) in entries.enumerated() {
            if place == labelled && index > 0 {
                steps += entry.named("move-\(index + 1)")
            } else if place == lastAwaited, !move.answer.forbiddenAfterwards.isEmpty {
                steps += entry.named("end-\(index + 1)")
            } else {
                steps += entry.lines
            }
        }
        for sign in move.answer.allowed { allowed.formUnion(sign.selectors) }
        let isLast = index == scenario.moves.count - 1
        forbid(move.answer.forbiddenAfterwards, ", after: end-\(index + 1)" + end(of: index), at: index)
        guard settles(index) else { return }
        steps += isLast ? ["- quiesce"] : ["- quiesce: true", "  as: quiet-\(index + 1)"]
        // Between a quiet moment and the next move is what one move has brought about.
        guard index == 0 || settles(index - 1) else { return }
        let asked = move.answer.asked.filter { scenario.relation == nil || !$0.sign.isOfConfiguration }
        for promise in asked { cites.formUnion(promise.cites) }
        let window = (index == 0 ? "" : ", after: quiet-\(index)") + end(of: index)
        for promise in asked {
            if case .sentInLogin(let text) = promise.sign {
                loginReadings.append("{ \(promise.sign.pattern(scenario.world))\(window), cites: [\(promise.cited)] }")
                ownReadings.append(
                    "{ \(Sign.sent(.any, text).pattern(scenario.world))\(window), cites: [\(promise.cited)] }")
                continue
            }
            expectations.append("{ \(promise.sign.pattern(scenario.world))\(window), cites: [\(promise.cited)] }")
        }
        forbid(move.answer.forbidden, window, at: index)
    }

    private mutating func forbid(_ promises: [Promise], _ window: String, at index: Int) {
        for promise in promises {
            let text = "{ never: { \(promise.sign.pattern(scenario.world)) }\(window), cites: [\(promise.cited)] }"
            guard let excuse = promise.excuse else {
                cites.formUnion(promise.cites)
                expectations.append(text)
                continue
            }
            guard excusedMove == nil || excusedMove == index else { continue }
            excusedMove = index
            cites.formUnion(promise.cites)
            let seen = excuse.sign.pattern(scenario.world) + start(of: excuse, at: index) + end(of: index)
            excusable.append(text)
            let line = "{ \(seen), cites: [\(promise.cited)] }"
            if !excuses.contains(line) { excuses.append(line) }
        }
    }

    /// The entry of a move that has its label: a quiet that it begins with is still that of the move before.
    ///
    /// A restart has the label where its twin, which goes on without it, has one.
    private static func labelled(_ entries: [Entry]) -> Int {
        entries.firstIndex { !$0.isQuiet && $0.lines[0] != "- restart" } ?? 0
    }

    /// Up to the next move that begins with anything but a quiet.
    private func end(of index: Int) -> String {
        let next = performances.indices.dropFirst(index + 1).first { later in
            !performances[later][Self.labelled(performances[later])].isQuiet
        }
        return next.map { ", before: move-\($0 + 1)" } ?? ""
    }

    private func start(of excuse: Promise.Excuse, at index: Int) -> String {
        let kinds: [MoveKind] =
            switch excuse.start {
            case .act: [scenario.moves[index].kind]
            case .logout: [.logOut, .logOutLate]
            case .restart: [.restart]
            }
        let start = scenario.moves[...index].lastIndex { kinds.contains($0.kind) } ?? 0
        return start > 0 ? ", after: move-\(start + 1)" : ""
    }

    private func settles(_ index: Int) -> Bool {
        let move = scenario.moves[index]
        return move.isSettled || index == scenario.moves.count - 1 || !move.answer.allowed.isEmpty
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
    }
}

extension Scenario.Move {
    fileprivate var mayShowPicker: Bool {
        [.signIn, .late, .visit].contains(kind) || answer.next.flow != .none && before.flow == .none
    }
}

extension Promise {
    var cited: String { cites.joined(separator: ", ") }
}

extension MVPDKind {
    /// What the configuration says of such an MVPD.
    fileprivate var attributes: [String] {
        switch self {
        case .plain: []
        case .supported: ["enablePlatformServices: \"true\"", "boardingStatus: SUPPORTED"]
        case .picker: ["enablePlatformServices: \"true\"", "boardingStatus: PICKER"]
        case .safari: ["requiresSVC: \"true\""]
        case .tempPass: ["isTempPass: \"true\""]
        }
    }
}
