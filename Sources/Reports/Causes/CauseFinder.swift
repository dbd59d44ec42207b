package import Evidence

/// Finds out what a run's deviations have in common: few causes that explain all cases.
///
/// Of each case the deviation counts that came first in its flow, for later ones may be its consequences. The trait
/// that explains most of the cases is the first cause; it takes with it all cases that show it anywhere, and so on with
/// the rest. Of traits that explain as much, the narrowest is taken. Few failures that all come after the same warning,
/// which many other cases show, are told as what comes with it. What else goes wrong beside a cause that mostly comes alone
/// has causes of its own: ``CausesBeside``. Causes that have their circumstances in common are one:
/// ``CommonRoots``.
package struct CauseFinder {
    struct Suspect {
        var member: Cause.Member
        /// The traits of the findings that came first, each with its finding.
        var first: [Trait: Int] = [:]
        /// Those of all findings.
        var all: [Trait: Int] = [:]

        /// - Parameter indices: the findings that are to be explained.
        /// - Parameter isNarrow: whether other values are explained only by others like them in the same elements.
        init(_ member: Cause.Member, _ indices: [Int], isNarrow: Bool = false) {
            self.member = member
            let findings = member.verdict.findings
            let earliest = indices.map { findings[$0].place }.min()
            for index in indices {
                for trait in Trait.all(of: findings[index]) where all[trait] == nil {
                    if isNarrow, findings[index].showsAnotherValue, trait.breadth > Trait.ofElements { continue }
                    all[trait] = index
                    if findings[index].place == earliest { first[trait] = index }
                }
            }
        }
    }

    /// The causes by how much they explain, failures before warnings, and what is undecided at the end.
    ///
    /// - Parameter runs: the verdicts of each run of one port.
    package static func causes(in runs: [[Verdict]]) -> [Cause] {
        let groups: [Set<Outcome>] = [[.fail, .crash], [.warn], [.inconclusive], [.pass]]
        let found = groups.map { outcomes in
            self.causes(
                of: runs.enumerated().flatMap { run, verdicts in
                    verdicts.filter { outcomes.contains($0.outcome) && ($0.outcome != .pass || $0.isFlawed) }
                        .map { suspect(run, $0) }
                })
        }
        let told = absorbed(found[0], by: found[1])
        let (failing, warning) = (told.filter { rank($0) == 0 }, told.filter { rank($0) != 0 })
        let ways = joined(found[2], to: joined(warning, to: failing))
        let causes = CommonRoots(of: ways, in: runs).causes + found[3]
        return ranked(causes).enumerated().map { index, cause in
            var cause = cause
            cause.number = index + 1
            if cause.ways.isEmpty { cause.ways = cause.variants }
            return cause
        }
    }

    /// Failures before warnings, and of these what explains most first.
    static func ranked(_ causes: [Cause]) -> [Cause] {
        causes.enumerated().sorted { left, right in
            let (a, b) = (rank(left.element), rank(right.element))
            return (a, right.element.members.count, left.offset) < (b, left.element.members.count, right.offset)
        }.map(\.element)
    }

    private static func rank(_ cause: Cause) -> Int {
        [[.crash, .fail], [.warn], [.inconclusive]].firstIndex { $0.contains(cause.outcome) } ?? 3
    }

    /// What is undecided, or only warns, and looks like what failed elsewhere has the same cause.
    private static func joined(_ lesser: [Cause], to causes: [Cause]) -> [Cause] {
        let (hosts, rest) = distributed(lesser, among: causes) { _, _ in true }
        return hosts + rest
    }

    /// Adds causes to others that all their cases show, too; what finds no such host is left.
    private static func distributed(
        _ causes: [Cause], among hosts: [Cause], where isPossible: (_ cause: Cause, _ host: Cause) -> Bool
    ) -> (hosts: [Cause], rest: [Cause]) {
        var hosts = hosts
        let rest = causes.filter { cause in
            let host = hosts.indices.first { index in
                isPossible(cause, hosts[index])
                    && cause.members.allSatisfy { $0.finding(of: hosts[index].trait) != nil }
            }
            guard let host else { return true }
            hosts[host].members += cause.members.map { $0.showing(hosts[host].trait) }
            return false
        }
        return (hosts, rest)
    }

    /// So many failures, or so small a part of the warnings, may come of what is warned of.
    private static let fewFailures = 3
    private static let smallPart = 50

    private static func absorbed(_ failures: [Cause], by warnings: [Cause]) -> [Cause] {
        let (hosts, rest) = distributed(failures, among: warnings) { failure, warning in
            failure.cases.count <= max(fewFailures, warning.cases.count / smallPart)
                && failure.members.count < warning.members.count
        }
        return rest + hosts
    }

    /// The findings that an outcome rests on.
    static func telling(in verdict: Verdict) -> [Int] {
        let indices = verdict.findings.indices
        let counting = indices.filter { verdict.findings[$0].isFailure }
        let warning = indices.filter { verdict.findings[$0].isWarning }
        return [counting, warning, indices.filter { !verdict.findings[$0].isRemark }, Array(indices)]
            .first { !$0.isEmpty } ?? []
    }

    /// Where a case first went wrong.
    static func firstPlace(of verdict: Verdict) -> Int {
        telling(in: verdict).map { verdict.findings[$0].place }.min() ?? .max
    }

    private static func suspect(_ run: Int, _ verdict: Verdict) -> Suspect {
        let telling = telling(in: verdict)
        var suspect = Suspect(Cause.Member(run: run, verdict: verdict, finding: telling.first ?? 0), telling)
        // What only warns beside it may be what a failure has in common with others.
        for index in verdict.findings.indices where verdict.findings[index].isWarning {
            for trait in Trait.all(of: verdict.findings[index]) where suspect.all[trait] == nil {
                suspect.all[trait] = index
            }
        }
        if telling.isEmpty {
            suspect.first[.subject(verdict.title)] = 0
            suspect.all = suspect.first
        }
        return suspect
    }

    /// What went wrong first in a case, as narrowly as it can be said.
    static func firstTrait(of verdict: Verdict) -> Trait {
        let traits = suspect(0, verdict).first.keys
        return traits.min { ($0.breadth, $0.text) < ($1.breadth, $1.text) } ?? .subject(verdict.title)
    }

    private static func causes(of suspects: [Suspect]) -> [Cause] {
        let causes = mainCauses(of: suspects)
        return causes + CausesBeside(causes).causes { mainCauses(of: $0) }
    }

    private static func mainCauses(of suspects: [Suspect]) -> [Cause] {
        var open = Set(suspects.indices)
        var showing: [Trait: Set<Int>] = [:]
        for (index, suspect) in suspects.enumerated() {
            for trait in suspect.first.keys { showing[trait, default: []].insert(index) }
        }
        var causes: [Cause] = []
        while !open.isEmpty {
            guard let trait = showing.min(by: { isBetter($0, than: $1) })?.key else { break }
            let explained = open.filter { suspects[$0].all[trait] != nil }.sorted()
            causes.append(cause(trait, explained.map { suspects[$0] }))
            open.subtract(explained)
            for (trait, indices) in showing {
                let rest = indices.subtracting(explained)
                showing[trait] = rest.isEmpty ? nil : rest
            }
        }
        return causes
    }

    private static func isBetter(_ one: (key: Trait, value: Set<Int>), than other: (key: Trait, value: Set<Int>))
        -> Bool
    {
        if one.value.count != other.value.count { return one.value.count > other.value.count }
        if one.key.breadth != other.key.breadth { return one.key.breadth < other.key.breadth }
        return one.key.text < other.key.text
    }

    private static func cause(_ trait: Trait, _ suspects: [Suspect]) -> Cause {
        let members = suspects.map { suspect in
            var member = suspect.member
            member.finding = suspect.first[trait] ?? suspect.all[trait] ?? member.finding
            return member
        }
        // The clearest is a failure with little else that is wrong.
        let order = members.enumerated().sorted { left, right in
            clarity(left.element, left.offset) < clarity(right.element, right.offset)
        }
        return Cause(trait: trait, members: order.map(\.element))
    }

    private static func clarity(_ member: Cause.Member, _ offset: Int) -> (Int, Int, Int) {
        let rank = [Outcome.crash, .fail, .warn].firstIndex(of: member.verdict.outcome) ?? 3
        return (rank, member.verdict.findings.count, offset)
    }
}

extension Finding {
    /// In the trace, where it is known.
    fileprivate var place: Int { symptom?.place ?? .max }

    /// Whether it is certain whatever came before.
    var showsAnotherValue: Bool { ground == .content && symptom?.kind == .different }
}
