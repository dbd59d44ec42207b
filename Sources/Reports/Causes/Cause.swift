package import Evidence

/// What is wrong once, however many cases show it.
package struct Cause: Sendable, Hashable {
    /// A case of one of the runs, with the finding that the cause explains.
    package struct Member: Sendable, Hashable {
        package var run: Int
        package var verdict: Verdict
        /// Among the findings of the verdict.
        package var finding: Int

        package var caseID: String { verdict.caseID }

        /// The finding that shows a trait and is no remark.
        func finding(of trait: Trait) -> Int? {
            verdict.findings.indices.first {
                !verdict.findings[$0].isRemark && Trait.all(of: verdict.findings[$0]).contains(trait)
            }
        }

        /// The same, of whose findings the one with the trait counts.
        func showing(_ trait: Trait) -> Member {
            Member(run: run, verdict: verdict, finding: finding(of: trait) ?? finding)
        }

        /// A verdict that nobody explained is explained by its title.
        var shown: Finding {
            verdict.findings.indices.contains(finding) ? verdict.findings[finding] : Finding(message: verdict.title)
        }
    }

    /// From 1, by how much the causes explain.
    package var number = 0
    package var trait: Trait
    /// The clearest first.
    package var members: [Member]
    /// What all its cases have in common and hardly any other, where they go wrong in several ways: `setOptions: is called`.
    package var circumstance: String?
    /// Whether its cases have another cause, too, of which it does not come.
    var isBeside = false
    /// These ways, or the values by which its cases differ, the most frequent first; empty where there is but one.
    package var ways: [Cause] = []

    package var exemplar: Member { members[0] }

    /// The worst that any of its cases came to.
    package var outcome: Outcome { OutcomeCounts(members.map(\.verdict.outcome)).worst }

    /// Each case once, however many runs show it, the clearest first.
    package var cases: [String] { members.map(\.caseID).uniqued() }

    /// `254 cases (166 FAIL, 80 INCONCLUSIVE, 8 WARN)`, where not all came to the same; each by the worst of its runs.
    var countByOutcome: String {
        let worst = Dictionary(grouping: members, by: \.caseID)
            .mapValues { OutcomeCounts($0.map(\.verdict.outcome)).worst }
        let counts = OutcomeCounts(Array(worst.values))
        let parts = Outcome.allCases.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
        let words = parts.map { "\(counts[$0]) \($0.rawValue)" }.joined(separator: ", ")
        return Prose.count(worst.count, "case") + (parts.count > 1 ? " (\(words))" : "")
    }

    /// The statements that all its cases break; those of the clearest where there is no such statement.
    package var statements: [String] {
        let first = exemplar.shown.statements
        let common = first.filter { id in members.allSatisfy { $0.shown.statements.contains(id) } }
        return common.isEmpty ? first : common
    }

    /// What differs in its cases where they show few different values, such as error codes, and no value of a session.
    var variants: [Cause] {
        let groups = members.grouped(by: \.shown.values)
        guard (2...Self.maxVariants).contains(groups.count) else { return [] }
        return CauseFinder.ranked(groups.map { Cause(trait: trait, members: $0.values) })
    }

    private static let maxVariants = 12

    /// What else fails cases of this cause, perhaps because of it, with the number of cases.
    package var company: [(title: String, cases: Int)] {
        let known = Set([trait] + ways.map(\.trait))
        var titles: [String: Set<String>] = [:]
        for member in members {
            for (index, finding) in member.verdict.findings.enumerated()
            where finding.isFailure && index != member.finding && known.isDisjoint(with: Trait.all(of: finding)) {
                let other = Member(run: member.run, verdict: member.verdict, finding: index)
                titles[Cause(trait: trait, members: [other]).title, default: []].insert(member.caseID)
            }
        }
        return titles.map { ($0.key, $0.value.count) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    /// What is wrong, in a sentence without a full stop.
    package var title: String {
        guard let circumstance else { return titleOfOneWay }
        return "where \(circumstance), \(ways.count) things go wrong; most often, \(ways[0].title)"
    }

    /// What a list of its ways is headed by.
    var titleOfWays: String {
        circumstance.map { "what goes wrong where \($0)" } ?? "in what its cases differ"
    }

    private var titleOfOneWay: String {
        let symptom = exemplar.shown.symptom ?? Symptom(.rule, exemplar.shown.message)
        let symptoms = Set(members.compactMap(\.shown.symptom))
        let calls = Set(members.compactMap(\.shown.call))
        let place = calls.count == 1 ? calls.first.map { $0.isEmpty ? "" : " after \($0)" } ?? "" : ""
        if case .silence(let call) = trait, Set(symptoms.map(\.subject)).count > 1 {
            return call.isEmpty ? "what should come does not come" : "what should come after \(call) does not come"
        }
        switch symptom.kind {
        case .unexpected where symptom.forbidden != nil:
            let forbidden = Set(symptoms.map(\.forbidden))
            return "\((forbidden.count == 1 ? symptom.forbidden : nil) ?? symptom.subject) comes\(place), and must not"
        case .unexpected: return "\(symptom.subject) comes although nothing asked for it\(place)"
        // The message says which of all callbacks is meant.
        case .missing where symptom.subject.hasPrefix("any "): return exemplar.shown.message
        case .missing: return "\(symptom.subject) does not come\(place)"
        case .repeated: return "\(symptom.subject) comes more often than it may\(place)"
        case .misplaced: return "\(symptom.subject) comes at another time than it must\(place)"
        case .different: return differing(symptom, symptoms) + place
        case .crash: return symptom.subject + place
        case .rule: return Set(members.map(\.shown.message)).count == 1 ? exemplar.shown.message : symptom.subject
        }
    }

    private func differing(_ symptom: Symptom, _ symptoms: Set<Symptom>) -> String {
        guard !symptom.differences.isEmpty else { return "\(symptom.subject) is another than it must be" }
        let isSame = Set(symptoms.map(\.differences)).count == 1
        guard symptom.differences.count <= 2, ways.isEmpty,
            isSame || Set(symptoms.map { $0.differences.map(\.path) }).count == 1
        else {
            let paths = symptom.differences.prefix(4).map(\.path).joined(separator: ", ")
            return "\(symptom.subject) differs in \(paths)\(symptom.differences.count > 4 ? " and more" : "")"
        }
        // The clearest case shows them whole.
        let fold = { Prose.foldedInTheMiddle($0, to: 48) }
        let words = symptom.differences.map { difference in
            difference.found == nil
                ? "no text \(fold(difference.expected))"
                : "\(difference.path) \(fold(difference.actual)), expected \(fold(difference.expected))"
        }
        return "\(symptom.subject) with \(words.joined(separator: ", "))\(isSame ? "" : " (for example)")"
    }
}

extension Finding {
    /// In what it may differ from others of its cause.
    fileprivate var values: [String] {
        guard let symptom, symptom.kind != .rule else { return message.contains("'") ? [message] : [] }
        return symptom.differences.flatMap { [$0.path, $0.expected, $0.actual] }
    }

    /// The call after which it went wrong: that of the step after which something must come, where it names one.
    fileprivate var call: String? { landmarks.first(where: \.isBeginning)?.call ?? symptom?.call }
}
