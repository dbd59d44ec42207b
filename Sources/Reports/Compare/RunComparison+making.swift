internal import Evidence

/// Why two reports cannot be compared.
package struct ComparisonProblem: Error, Sendable, Hashable, CustomStringConvertible {
    package var message: String
    package var description: String { message }
}

extension RunComparison {
    /// A difference between runs in spite of which somebody wants to compare them.
    package enum Gap: String, Sendable, Hashable, CaseIterable {
        case backend, platform, profile, specs
    }

    /// Compares the cases of all platforms and releases that both have, in the profiles that the new run was asked about.
    ///
    /// - Parameter gaps: what may be different.
    package init(_ old: SavedReport, _ new: SavedReport, across gaps: Set<Gap> = []) throws(ComparisonProblem) {
        self.old = old
        self.new = new
        for report in [old, new] {
            guard !report.runs.isEmpty else { throw ComparisonProblem(message: "\(report.file) has no run") }
            if let run = report.runs.first(where: { $0.exitCode == .suite }) {
                throw ComparisonProblem(
                    message: "\(report.file): in the run as \(run.title) assay broke a rule of its own, so that no "
                        + "verdict of it counts")
            }
        }
        let pairs = try Self.pairs(old, new, gaps)
        var found = Findings()
        for (before, after) in pairs {
            try Self.check(before, after, old, new, gaps)
            found.take(before, after)
        }
        changes = found.sortedChanges
        let oldCauses = Self.causes(of: pairs.map(\.old))
        let newCauses = Self.causes(of: pairs.map(\.new))
        let (oldTitles, newTitles) = (Set(oldCauses.map(\.title)), Set(newCauses.map(\.title)))
        causesCome = newCauses.filter { !oldTitles.contains($0.title) }
        causesGone = oldCauses.filter { !newTitles.contains($0.title) }
        readings = found.readings
        lost = found.lost
        gained = found.gained
        remarks = Self.remarks(pairs, old, new)
    }

    /// The runs of the same platform and release.
    private static func pairs(
        _ old: SavedReport, _ new: SavedReport, _ gaps: Set<Gap>
    ) throws(ComparisonProblem) -> [(old: SavedRun, new: SavedRun)] {
        let pairs = new.runs.compactMap { run in old.runs.first { $0.title == run.title }.map { ($0, run) } }
        let titles = [old, new].map { $0.runs.map(\.title) }
        // Of a run that was stopped, the runs that were not made are missing, and it says so itself.
        let isWhole = Set(titles[0]) == Set(titles[1]) || !old.isComplete || !new.isComplete
        guard !pairs.isEmpty, isWhole || gaps.contains(.platform) else {
            throw ComparisonProblem(
                message: "\(old.file) is of \(titles[0].joined(separator: ", ")), and \(new.file) of "
                    + titles[1].joined(separator: ", ")
                    + (pairs.isEmpty
                        ? ": they have no platform, release and protocol in common"
                        : "; --across platform compares what both have"))
        }
        return pairs
    }

    private static func check(
        _ before: SavedRun, _ after: SavedRun, _ old: SavedReport, _ new: SavedReport, _ gaps: Set<Gap>
    ) throws(ComparisonProblem) {
        func refuse(_ gap: Gap, _ what: String, _ left: String, _ right: String) throws(ComparisonProblem) {
            guard left != right, !gaps.contains(gap) else { return }
            throw ComparisonProblem(
                message: "\(what): \(left) in \(old.file), \(right) in \(new.file); --across \(gap.rawValue) compares "
                    + "them all the same")
        }
        try refuse(.profile, "they were judged for other profiles", before.choice.rawValue, after.choice.rawValue)
        try refuse(.backend, "they had other service providers", before.backend, after.backend)
        if let left = before.specs, let right = after.specs {
            try refuse(.specs, "they were judged by other specs", String(left.prefix(12)), String(right.prefix(12)))
        }
    }

    /// Of all runs together, by title: whoever compares nights wants to know what is wrong, not where it was seen first.
    private static func causes(of runs: [SavedRun]) -> [CauseChange] {
        runs.causes.map { cause, legs in
            CauseChange(title: cause.title, outcome: cause.outcome, cases: cause.cases.count, legs: legs)
        }
    }

    private static func remarks(
        _ pairs: [(old: SavedRun, new: SavedRun)], _ old: SavedReport, _ new: SavedReport
    ) -> [String] {
        var remarks: [String] = []
        func add(_ remark: String) { if !remarks.contains(remark) { remarks.append(remark) } }
        for (report, name) in [(old, "old"), (new, "new")] {
            if report.runs.count < report.planned {
                add("of the \(name) run only \(report.runs.count) of \(Prose.count(report.planned, "run")) were made")
            }
            for run in report.runs where run.missing > 0 {
                add(
                    "of the \(name) run as \(run.title) only \(run.verdicts.count) of "
                        + "\(Prose.count(run.planned, "case")) were run")
            }
        }
        for (before, after) in pairs {
            if before.specs == nil || after.specs == nil {
                add("one of the reports does not say by which specs it was judged: cases may differ by them alone")
            } else if before.specs != after.specs {
                add("the specs are not the same: cases may differ by them alone")
            }
            if before.portName != after.portName {
                add("the ports have other names: \(before.portName) and \(after.portName)")
            }
            for party in Set(after.faults.map(\.party.rawValue)).sorted() {
                add("the \(party) did not do its part in the new run as \(after.title): not all of it can be believed")
            }
        }
        return remarks
    }
}

/// What is different, gathered over platforms and releases.
private struct Findings {
    private var order: [RunComparison.Change] = []
    /// Where each is in the order.
    private var places: [Place: Int] = [:]

    private struct Place: Hashable {
        var caseID: String
        var kind: RunComparison.Kind
        var old: Outcome?
        var new: Outcome?
    }

    private(set) var readings: [RunComparison.ReadingChange] = []
    private(set) var lost: [RunComparison.Capability] = []
    private(set) var gained: [RunComparison.Capability] = []

    /// Those that say most first; the others in the order of the cases.
    var sortedChanges: [RunComparison.Change] {
        RunComparison.Kind.allCases.flatMap { kind in order.filter { $0.kind == kind } }
    }

    mutating func take(_ before: SavedRun, _ after: SavedRun) {
        let choice = after.choice
        let known = Dictionary(before.verdicts.map { ($0.caseID, $0) }) { first, _ in first }
        // Where nobody knows by which specs a run was judged, a case that is missing was not run.
        let hasOtherSpecs = before.specs != nil && after.specs != nil && before.specs != after.specs
        for verdict in after.verdicts {
            guard let outcome = verdict.outcome(in: choice) else { continue }
            let earlier = known[verdict.caseID]
            guard let old = earlier?.outcome(in: choice) else {
                add(.added, verdict, nil, outcome, after.title)
                continue
            }
            guard let kind = Self.kind(old, outcome, earlier, verdict) else { continue }
            add(kind, verdict, old, outcome, after.title, earlier)
        }
        let present = Set(after.verdicts.map(\.caseID))
        for verdict in before.verdicts where !present.contains(verdict.caseID) {
            guard let old = verdict.outcome(in: choice) else { continue }
            let isGone = hasOtherSpecs && after.missing == 0
            // Of what does not apply nothing is lost.
            guard isGone || old != .notApplicable else { continue }
            add(isGone ? .gone : .notRun, verdict, old, nil, after.title)
        }
        takeReadings(before, after)
        let names = { (run: SavedRun) in run.calls.map { "call \($0)" } + run.features.map { "feature \($0)" } }
        let (old, new) = (Set(names(before)), Set(names(after)))
        Self.add(old.subtracting(new).sorted(), after.title, to: &lost)
        Self.add(new.subtracting(old).sorted(), after.title, to: &gained)
    }

    private static func kind(
        _ old: Outcome, _ new: Outcome, _ before: SavedVerdict?, _ after: SavedVerdict
    ) -> RunComparison.Kind? {
        let isFlaky = after.isFlaky && before?.isFlaky != true
        switch new {
        case .fail, .crash:
            if [.fail, .crash].contains(old) { return nil }
            return isFlaky ? .newlyFlaky : .newlyFailing
        case .expectedFail: return [.pass, .warn, .inconclusive, .notTestable].contains(old) ? .newlyKnown : nil
        case .inconclusive, .notTestable:
            return [.inconclusive, .notTestable, .notApplicable].contains(old) ? nil : .undecided
        case .warn where old == .pass: return .newlyWarning
        case .pass, .warn: return [.pass, .warn].contains(old) ? (isFlaky ? .newlyFlaky : nil) : .newlyPassing
        case .notApplicable: return nil
        }
    }

    private mutating func add(
        _ kind: RunComparison.Kind, _ verdict: SavedVerdict, _ old: Outcome?, _ new: Outcome?, _ leg: String,
        _ earlier: SavedVerdict? = nil
    ) {
        let place = Place(caseID: verdict.caseID, kind: kind, old: old, new: new)
        if let index = places[place] {
            order[index].legs.append(leg)
            return
        }
        places[place] = order.count
        let message = (verdict.messages.isEmpty ? earlier?.messages : verdict.messages)?.first ?? ""
        order.append(
            RunComparison.Change(
                kind: kind, caseID: verdict.caseID, contractID: verdict.contractID, area: verdict.area,
                title: verdict.title, old: old, new: new, legs: [leg], message: message,
                rerun: new == nil ? nil : verdict.rerun))
    }

    private mutating func takeReadings(_ before: SavedRun, _ after: SavedRun) {
        let read = { (run: SavedRun) in
            Dictionary(grouping: run.readings, by: \.ambiguity).mapValues { $0.map(\.reading) }
        }
        let (old, new) = (read(before), read(after))
        for ambiguity in Set(old.keys).intersection(new.keys).sorted() {
            let (left, right) = ((old[ambiguity] ?? []).sorted(), (new[ambiguity] ?? []).sorted())
            guard left != right else { continue }
            readings.append(
                RunComparison.ReadingChange(ambiguity: ambiguity, leg: after.title, old: left, new: right))
        }
    }

    private static func add(_ names: [String], _ leg: String, to list: inout [RunComparison.Capability]) {
        for name in names {
            if let index = list.firstIndex(where: { $0.name == name }) {
                list[index].legs.append(leg)
            } else {
                list.append(RunComparison.Capability(name: name, legs: [leg]))
            }
        }
    }
}

extension SavedVerdict {
    /// Whether it failed some of the times that it was run, and not the others.
    package var isFlaky: Bool {
        guard let tries else { return false }
        return tries.failed + tries[.expectedFail] > 0 && tries.kept > 0
    }
}
