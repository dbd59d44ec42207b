internal import Evidence

/// Finds out which causes are ways of one: all their cases have something in common that is hardly ever so where nothing
/// goes wrong.
///
/// Where options are ignored, a header is wrong in one case and a page in the next; what they share is that `setOptions:`
/// is called. What came about only after a case went wrong does not count.
struct CommonRoots {
    /// So many of the cases with the circumstance go wrong at least.
    private static let minShare = 0.25
    /// It is so many times as large a share as of the other cases.
    private static let minContrast = 6.0
    /// So many of those that go wrong are cases of the causes that are joined.
    private static let minCover = 0.8
    /// So many of the cases of a cause have what explains it.
    private static let nearlyAll = 0.95
    /// With fewer cases that go wrong, or fewer of the others that go well, it may be chance.
    private static let minBad = 4
    private static let minGood = 20
    /// A cause of so many cases is joined with others only by what explains it nearly as well as anything does.
    private static let large = 8
    private static let nearly = 0.9

    /// A cause with its cases, by their places in the list of all.
    private struct Candidate {
        var cause: Cause
        var cases: Set<Int>

        func isExplained(by others: Set<Int>) -> Bool {
            !cases.isEmpty && Double(cases.intersection(others).count) >= nearlyAll * Double(cases.count)
        }
    }

    private let found: [Cause]
    private var bad: Set<Int> = []
    private var good: Set<Int> = []
    private var having: [String: Set<Int>] = [:]
    private var places: [Cause.Place: Int] = [:]

    /// - Parameter runs: the verdicts of each run, of which some have the causes.
    init(of causes: [Cause], in runs: [[Verdict]]) {
        found = causes
        guard causes.count > 1 else { return }
        let members = Set(causes.filter(Self.isOfPort).flatMap(\.members).map(\.place))
        for (run, verdicts) in runs.enumerated() {
            for verdict in verdicts {
                let place = Cause.Place(run: run, caseID: verdict.caseID)
                let goesWrong = members.contains(place)
                guard goesWrong || verdict.outcome == .pass, places[place] == nil else { continue }
                let index = places.count
                places[place] = index
                if goesWrong { bad.insert(index) } else { good.insert(index) }
                let end = goesWrong ? CauseFinder.firstPlace(of: verdict) : .max
                for circumstance in verdict.circumstances where circumstance.place < end {
                    having[circumstance.words, default: []].insert(index)
                }
            }
        }
    }

    /// The causes, those joined that have a root in common.
    var causes: [Cause] {
        var candidates = found.map { cause in
            Candidate(cause: cause, cases: Self.cases(of: cause, among: places))
        }
        let shares = telling
        while let (circumstance, joined) = best(of: shares, for: candidates) {
            let root = Self.root(joined.map { candidates[$0] }, where: circumstance)
            for index in joined.reversed() { candidates.remove(at: index) }
            candidates.append(root)
        }
        return candidates.map(\.cause)
    }

    /// What is so where things go wrong, and much less elsewhere, with the share of its cases that go wrong.
    private var telling: [String: Double] {
        var shares: [String: Double] = [:]
        for (words, cases) in having {
            let wrong = cases.count { bad.contains($0) }
            let (others, well) = (bad.count - wrong, good.count - (cases.count - wrong))
            guard wrong >= Self.minBad, well >= Self.minGood else { continue }
            let share = Double(wrong) / Double(cases.count)
            let elsewhere = Double(others) / Double(others + well)
            if share >= Self.minShare, share >= elsewhere * Self.minContrast { shares[words] = share }
        }
        return shares
    }

    /// The circumstance that joins the most causes, and of these the one where the most goes wrong.
    private func best(of shares: [String: Double], for candidates: [Candidate]) -> (String, [Int])? {
        let circumstances = shares.compactMap { words, share in having[words].map { (words, share, $0) } }
            .sorted { $0.0 < $1.0 }
        // Of each large cause, how well the best circumstance explains it.
        let sharpest = candidates.map { candidate in
            candidate.cases.count < Self.large
                ? 0 : circumstances.filter { candidate.isExplained(by: $0.2) }.map(\.1).max() ?? 0
        }
        var best: (words: String, joined: [Int], share: Double)?
        for (word, share, cases) in circumstances {
            let joined = candidates.indices.filter { index in
                share >= sharpest[index] * Self.nearly && candidates[index].isExplained(by: cases)
            }
            guard joined.count > 1 else { continue }
            let covered = joined.reduce(0) { $0 + candidates[$1].cases.count }
            guard Double(covered) >= Self.minCover * Double(cases.count { bad.contains($0) }) else { continue }
            if let best, (joined.count, share) <= (best.joined.count, best.share) { continue }
            best = (word, joined, share)
        }
        return best.map { ($0.words, $0.joined) }
    }

    private static func root(_ candidates: [Candidate], where circumstance: String) -> Candidate {
        let ordered = CauseFinder.ranked(
            candidates.flatMap { $0.cause.ways.isEmpty ? [$0.cause] : $0.cause.ways })
        var root = Cause(trait: ordered[0].trait, members: ordered.flatMap(\.members).uniqued(by: \.place))
        root.circumstance = circumstance
        root.ways = ordered
        return Candidate(cause: root, cases: candidates.reduce(into: []) { $0.formUnion($1.cases) })
    }

    /// What the adapter or the machine did has no root in the port.
    private static func isOfPort(_ cause: Cause) -> Bool { cause.exemplar.shown.symptom != nil }

    /// What is wrong beside another cause has that one's circumstances, and they say nothing of it.
    private static func cases(of cause: Cause, among places: [Cause.Place: Int]) -> Set<Int> {
        cause.isBeside ? [] : Set(cause.members.compactMap { places[$0.place] })
    }
}

extension Cause {
    /// A case of a run.
    struct Place: Hashable {
        var run: Int
        var caseID: String
    }
}

extension Cause.Member {
    var place: Cause.Place { Cause.Place(run: run, caseID: caseID) }
}
