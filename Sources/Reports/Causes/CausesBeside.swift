internal import Evidence

/// What goes wrong in cases of a cause, and does not come of it: the cause mostly comes alone.
///
/// A wrong name for an event is in nearly every case with a login, and leads to nothing; what is wrong in some of these cases
/// besides is another mistake. Few cases in which nothing but the order is wrong may still be a consequence.
struct CausesBeside {
    /// So large a part of the cases of a cause show nothing else, where it leads to nothing.
    private static let aloneMostly = 0.5
    /// Of fewer cases nothing is concluded.
    private static let minCases = 4
    /// So many cases, or so small a part of those of the cause, may come of it all the same.
    private static let fewCases = 3
    private static let smallPart = 50

    private let traits: [Trait]
    /// What is left to be explained, with the cause that the case has.
    private var rest: [(suspect: CauseFinder.Suspect, host: Int)] = []

    init(_ causes: [Cause]) {
        traits = causes.map(\.trait)
        for cause in causes where cause.members.count >= Self.minCases {
            let others = cause.members.map { member in Self.findings(of: member, without: [cause.trait]) }
            guard Double(others.count(where: \.isEmpty)) >= Self.aloneMostly * Double(others.count) else { continue }
            for member in cause.members {
                let left = Self.findings(of: member, without: traits)
                guard let first = left.first else { continue }
                var member = member
                member.finding = first
                rest.append((CauseFinder.Suspect(member, left, isNarrow: true), cause.members.count))
            }
        }
    }

    private static func findings(of member: Cause.Member, without traits: [Trait]) -> [Int] {
        CauseFinder.telling(in: member.verdict).filter { index in
            Set(Trait.all(of: member.verdict.findings[index])).isDisjoint(with: traits)
        }
    }

    /// - Parameter explain: groups what is left.
    func causes(_ explain: ([CauseFinder.Suspect]) -> [Cause]) -> [Cause] {
        let hosts = Dictionary(rest.map { ($0.suspect.member.place, $0.host) }) { max($0, $1) }
        return explain(rest.map(\.suspect)).filter { cause in
            let largest = cause.members.compactMap { hosts[$0.place] }.max() ?? 0
            return cause.members.allSatisfy(\.shown.showsAnotherValue)
                || cause.cases.count > max(Self.fewCases, largest / Self.smallPart)
        }.map { cause in
            var cause = cause
            cause.isBeside = true
            return cause
        }
    }
}
