internal import Evidence

/// What became of one case over the nights of a port as one platform and release.
struct CaseHistory {
    /// What a night says of a case.
    enum State {
        /// Not run, or not applicable.
        case absent, passed, known, open, failed

        init(_ outcome: Outcome) {
            switch outcome {
            case .pass, .warn: self = .passed
            case .expectedFail: self = .known
            case .fail, .crash: self = .failed
            case .inconclusive, .notTestable: self = .open
            case .notApplicable: self = .absent
            }
        }
    }

    /// From the first night in which it failed to the next in which it passed.
    struct Episode {
        var start: Int
        /// nil while it goes on.
        var end: Int?
    }

    var id: String
    var area: String
    /// One for each night.
    let states: [State]
    /// Whether the latest whole night has no such case any more.
    let isGone: Bool
    private(set) var episodes: [Episode] = []
    /// How often it went over from passing to failing, or back, of late.
    private(set) var flips = 0
    /// How often it failed, of all the times that it was run of late.
    private(set) var failures = Night.Share(0, of: 0)
    /// Whether it failed some of the times that it was run in one night of late, and not the others.
    private(set) var isMixed = false

    /// Nights that are further back tell nothing of how a case behaves today.
    static let window = 90

    init(_ entry: CaseList.Entry, states: [State], tries: [Int: Night.Share], isGone: Bool) {
        (id, area, self.states, self.isGone) = (entry.id, entry.area, states, isGone)
        var failing = false
        for (night, state) in states.enumerated() {
            switch state {
            case .failed, .known:
                if !failing { episodes.append(Episode(start: night)) }
                failing = true
            case .passed:
                if failing { episodes[episodes.count - 1].end = night }
                failing = false
            case .absent, .open: break
            }
        }
        var seen = 0
        var last: Bool?
        for night in states.indices.reversed() where seen < Self.window {
            guard [.failed, .known, .passed].contains(states[night]) else { continue }
            seen += 1
            let failed = states[night] != .passed
            if let last, last != failed { flips += 1 }
            last = failed
            let share = tries[night] ?? Night.Share(failed ? 1 : 0, of: 1)
            failures.count += share.count
            failures.total += share.total
            if share.count > 0, share.count < share.total { isMixed = true }
        }
    }

    /// A case that broke, was mended and stays mended is not flaky: it went over twice.
    var isFlaky: Bool { isMixed || flips >= 3 }

    var failsNow: Bool { !isGone && states.last { $0 != .absent && $0 != .open } == .failed }

    var failsSince: Int? { failsNow ? episodes.last?.start : nil }
}

/// The nights of one port as one platform and release.
struct HistorySeries {
    var port: String
    var title: String
    /// In the order in which they were.
    var nights: [(night: Night, run: Night.Run)]
    /// Those that ever did not pass.
    private(set) var cases: [CaseHistory] = []
    /// How many cases failed, by night.
    private(set) var failed: [Int] = []
    private(set) var failingNow: [CaseHistory] = []
    /// Those that fail most often first.
    private(set) var flaky: [CaseHistory] = []
    /// The latest first; what is flaky was not mended.
    private(set) var mended: [Mended] = []

    /// An episode that is over.
    struct Mended {
        var caseID: String
        var start: Int
        var end: Int
        /// Milliseconds.
        var duration: Int64
    }

    init(port: String, title: String, nights: [(night: Night, run: Night.Run)], lists: [String: CaseList]) {
        (self.port, self.title, self.nights) = (port, title, nights)
        failed = nights.map { ($0.run.outcomes[.fail]?.count ?? 0) + ($0.run.outcomes[.crash]?.count ?? 0) }
        walk(lists)
        sortOut()
    }

    private mutating func walk(_ lists: [String: CaseList]) {
        // Cases that always passed have no history; in a night with their list, the others passed unless it says otherwise.
        var numbers: [CaseList.Entry: Int] = [:]
        var entries: [CaseList.Entry] = []
        // For each list: the numbers of the cases with a history, by place.
        var tracked = Dictionary(
            uniqueKeysWithValues: Set(nights.map(\.run.cases)).map { key in
                (key, [Int?](repeating: nil, count: lists[key]?.entries.count ?? 0))
            })
        for (_, run) in nights {
            guard let list = lists[run.cases], var places = tracked.removeValue(forKey: run.cases) else { continue }
            for place in run.outcomes.values.joined().map(\.self) + run.tries.keys
            where places.indices.contains(place) && places[place] == nil {
                let entry = list.entries[place]
                if numbers[entry] == nil {
                    numbers[entry] = entries.count
                    entries.append(entry)
                }
                places[place] = numbers[entry]
            }
            tracked[run.cases] = places
        }
        // A case that failed with one list only is in the others all the same.
        for (key, places) in tracked {
            let own = lists[key]?.entries ?? []
            tracked[key] = places.indices.map { places[$0] ?? numbers[own[$0]] }
        }
        let present = tracked.mapValues { $0.compactMap(\.self) }
        var states = Array(
            repeating: [CaseHistory.State](repeating: .absent, count: nights.count), count: entries.count)
        var tries = [[Int: Night.Share]](repeating: [:], count: entries.count)
        for (index, (_, run)) in nights.enumerated() {
            guard let places = tracked[run.cases] else { continue }
            for number in present[run.cases] ?? [] { states[number][index] = .passed }
            for (outcome, own) in run.outcomes {
                let state = CaseHistory.State(outcome)
                for place in own where places.indices.contains(place) {
                    if let number = places[place] { states[number][index] = state }
                }
            }
            for (place, share) in run.tries where places.indices.contains(place) {
                if let number = places[place] { tries[number][index] = share }
            }
        }
        let latest = nights.last { $0.night.isComplete && $0.run.isComplete && lists[$0.run.cases] != nil }
        let current = latest.map { Set(present[$0.run.cases] ?? []) }
        cases = entries.indices.map { number in
            let last = states[number].lastIndex { $0 != .absent }.flatMap { nights[$0].night.specs }
            // With the same specs it was left out, as by a filter, and is what it was.
            let isLeftOut = last != nil && last == latest?.night.specs
            return CaseHistory(
                entries[number], states: states[number], tries: tries[number],
                isGone: current?.contains(number) == false && !isLeftOut)
        }
    }

    private mutating func sortOut() {
        failingNow = cases.filter(\.failsNow).sorted {
            ($0.failsSince ?? 0, $0.id) > ($1.failsSince ?? 0, $1.id)
        }
        flaky = cases.filter(\.isFlaky).sorted { left, right in
            let (a, b) = (left.failures, right.failures)
            return (Double(a.count) * Double(b.total), left.flips, right.id)
                > (Double(b.count) * Double(a.total), right.flips, left.id)
        }
        for one in cases where !one.isFlaky {
            for episode in one.episodes {
                guard let end = episode.end else { continue }
                let duration = nights[end].night.startedAt - nights[episode.start].night.startedAt
                mended.append(Mended(caseID: one.id, start: episode.start, end: end, duration: duration))
            }
        }
        mended.sort { ($0.end, $0.start) > ($1.end, $1.start) }
    }
}
