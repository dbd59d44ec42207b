import Model

/// A scenario as a contract: what is done, what must come, what must not, in YAML as people write it.
package struct Script: Sendable {
    private let scenario: Scenario
    private var steps: [String] = []
    private var expectations: [String] = []
    private var allowed: Set<String> = []
    private var cites: Set<String> = []

    package init(_ scenario: Scenario) {
        self.scenario = scenario
        for index in scenario.moves.indices { write(index) }
        // Which phase a request belongs to is not known where phases overlap.
        if scenario.world.providers.count > 1, !scenario.moves.contains(where: { $0.kind == .configureTwice }) {
            expectations.append("{ check: fastest-responder, cites: [AE-SP-006, AE-SP-007] }")
            cites.formUnion(["AE-SP-006", "AE-SP-007"])
        }
    }

    /// - Parameters:
    ///   - id: of the contract.
    ///   - remark: lines that say what was seen.
    package func text(id: String, remark: [String] = []) -> String {
        let platform = scenario.world.isTelevision ? "tvos" : "ios"
        let restarts = scenario.moves.contains { if case .restart = $0.act { true } else { false } }
        let cited = cites.isEmpty ? ["AE-REQ-008"] : cites.sorted()
        var lines = remark.map { "# \($0)" }
        lines += [
            "schema: assay/contract/1", "id: \(id)", "title: \(Self.quoted(title))", "level: MUST",
            "cites: [\(cited.joined(separator: ", "))]", "applies: { platforms: [\(platform)], versions: 3.6+ }",
        ]
        if restarts { lines.append("requires: [storage.persist]") }
        lines.append("setting:")
        lines += setting(persists: restarts).map { "  " + $0 }
        lines.append("steps:")
        lines += steps.map { "  " + $0 }
        if !expectations.isEmpty {
            lines.append("expect:")
            lines += expectations.map { "  - " + $0 }
        }
        if !allowed.isEmpty { lines.append("allow: [\(allowed.sorted().map(Self.quoted).joined(separator: ", "))]") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What is done, in words.
    package var title: String {
        let words = scenario.moves.map(\.act.words).joined(separator: "; ")
        return words.isEmpty ? "nothing" : words
    }

    // MARK: - The world

    private func setting(persists: Bool) -> [String] {
        let world = scenario.world
        let ownLogins = scenario.moves.contains { $0.answer.next.programmers.count > 1 }
        var lines = ["providers:"]
        for (index, mvpds) in world.providers.enumerated() {
            // Whether one programmer's login is another's, too, is the MVPD's affair: these are each programmer's own.
            let list =
                ownLogins && !mvpds.isEmpty
                ? "{ " + mvpds.map { "\($0): { authPerRequestor: \"true\" }" }.joined(separator: ", ") + " }"
                : "[\(mvpds.joined(separator: ", "))]"
            lines.append("  \(World.name(ofProvider: index)): \(list)")
        }
        let used = steps.joined()
        let resources = World.resources.filter { used.contains("$\($0.name)") }.map { resource in
            "\(resource.name): " + (resource.denial.map { "{ denied: \(Self.quoted($0)) }" } ?? "granted")
        }
        if !resources.isEmpty { lines.append("resources: { \(resources.joined(separator: ", ")) }") }
        if world.furtherMVPDs > 0 { lines.append("further-mvpds: \(world.furtherMVPDs)") }
        if world.hasOddNames { lines.append("names: odd") }
        if world.tokenOffset != 0 { lines.append("token-offset: \(world.tokenOffset)h") }
        if used.contains("METADATA_USER_META") {
            lines.append("user: { metadata: { userID: \"BgSd&+%41\", zip: [\"12345\", \"34567\"] } }")
        }
        if persists { lines.append("persistent-storage: true") }
        return lines
    }

    // MARK: - Moves

    private mutating func write(_ index: Int) {
        let move = scenario.moves[index]
        let promises = move.answer.owed + move.answer.asked + move.answer.forbidden
        for promise in promises { cites.formUnion(promise.cites) }
        let entries = Performance(move: move, world: scenario.world).entries
        for (place, entry) in entries.enumerated() {
            steps += place == 0 && index > 0 ? entry.named("move-\(index + 1)") : entry.lines
        }
        for sign in move.answer.allowed { allowed.formUnion(sign.selectors) }
        guard settles(index) else { return }
        let isLast = index == scenario.moves.count - 1
        steps += isLast ? ["- quiesce"] : ["- quiesce: true", "  as: quiet-\(index + 1)"]
        // Between a quiet moment and the next move is what one move has brought about.
        guard index == 0 || settles(index - 1) else { return }
        let window = (index == 0 ? "" : ", after: quiet-\(index)") + (isLast ? "" : ", before: move-\(index + 2)")
        for promise in move.answer.asked {
            expectations.append("{ \(promise.sign.pattern(scenario.world))\(window), cites: [\(promise.cited)] }")
        }
        for promise in move.answer.forbidden {
            expectations.append(
                "{ never: { \(promise.sign.pattern(scenario.world)) }\(window), cites: [\(promise.cited)] }")
        }
    }

    private func settles(_ index: Int) -> Bool {
        let move = scenario.moves[index]
        return move.isSettled || index == scenario.moves.count - 1 || !move.answer.allowed.isEmpty
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
    }
}

extension Promise {
    var cited: String { cites.joined(separator: ", ") }
}
