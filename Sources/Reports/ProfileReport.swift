internal import AccessEnablerAPI
package import Evidence

/// What one or several runs of a port come to in one profile.
package struct ProfileReport: Sendable {
    package let profile: Profile
    /// The verdicts as the profile sees them, in the order of the runs and their plans.
    package let verdicts: [Verdict]
    package let counts: OutcomeCounts
    private let reports: [RunReport]
    /// The runs of which no case applies, beside others.
    private let idle: [RunHeader]
    /// What the verdicts of each run call for that has any.
    private let codes: [ExitCode]
    /// How many runs were to be made and were not.
    private let missingRuns: Int

    package init(_ profile: Profile, of reports: [RunReport], missingRuns: Int = 0) {
        self.profile = profile
        self.reports = reports
        self.missingRuns = missingRuns
        let verdicts = reports.map { $0.verdicts.compactMap { $0.seen(in: profile) } }
        let used = verdicts.filter { !$0.isEmpty }
        let applying = used.filter { $0.contains { $0.outcome != .notApplicable } }
        idle =
            applying.isEmpty
            ? []
            : zip(reports, verdicts).compactMap { report, verdicts in
                !verdicts.isEmpty && verdicts.allSatisfy { $0.outcome == .notApplicable } ? report.header : nil
            }
        codes = (applying.isEmpty ? used.isEmpty ? [[]] : used : applying).map { ExitCode(of: $0.map(\.outcome)) }
        self.verdicts = Array(verdicts.joined())
        counts = OutcomeCounts(self.verdicts.map(\.outcome))
    }

    /// One for each profile in which any case has a part, and one of those that decide the exit code in any case.
    package static func all(of reports: [RunReport], missingRuns: Int = 0) -> [ProfileReport] {
        let all = Profile.allCases.map { ProfileReport($0, of: reports, missingRuns: missingRuns) }
        let isOpen = all.allSatisfy { $0.verdicts.isEmpty || !$0.decides }
        let first = all.first(where: \.decides)?.profile
        return all.filter { !$0.verdicts.isEmpty || isOpen && $0.profile == first }
    }

    /// Whether the exit code is about it.
    var decides: Bool { (reports.first?.choice ?? .core).profiles.contains(profile) }

    /// What the process says about several profiles: the one of those that decide that comes to the worst.
    static func deciding(_ parts: [ProfileReport]) -> ProfileReport {
        let deciding = parts.filter(\.decides)
        let worst = ExitCode.worst(of: deciding.map(\.exitCode))
        guard let part = deciding.first(where: { $0.exitCode == worst }) else {
            preconditionFailure("some profile always decides")
        }
        return part
    }

    private var missing: Int { reports.reduce(0) { $0 + $1.missing } }
    /// How many cases there are to be judged; what was not run counts.
    var applicable: Int { counts.applicable + missing }
    /// What is inconclusive, not testable or was not run.
    var undecided: Int { counts.undecided + missing }

    /// What the process would say if it were asked about this profile alone; a run that was stopped, or whose port was
    /// lost under way, is never complete.
    ///
    /// Where the suite itself was at fault no verdict counts; where the adapter was, a failure of another case still does.
    package var exitCode: ExitCode {
        let code = ExitCode.worst(of: codes)
        let culprits = reports.map(\.environment.culprit)
        if culprits.contains(.suite) { return .suite }
        if culprits.contains(.adapter) || culprits.contains(.machine), code != .failed { return .broken }
        let isIncomplete = missing + missingRuns > 0 || verdicts.contains(where: \.isFlawed)
        guard code == .conformant else { return code }
        if isIncomplete { return .incomplete }
        // A list of known failures that does not fit says nothing of what is known.
        let problems = reports.flatMap(\.problems)
        guard problems.allSatisfy(\.isImprovement) else { return .usage }
        return problems.isEmpty ? .conformant : .outdated
    }

    // MARK: - The certificate

    package var word: String {
        JSONReport.word(for: exitCode, culprit: reports.compactMap(\.environment.culprit).first).uppercased()
    }

    /// The verdict in a sentence, after the word: for which profile, what the port was run as, and what it comes to.
    package var sentence: String {
        let port = reports.contains(where: \.isRecorded) ? "" : " as AccessEnabler \(places)"
        return "(\(profile.rawValue))\(port)\(known): \(facts.joined(separator: ", "))"
    }

    /// The platforms and releases, those of one release together.
    private var places: String {
        Self.places(reports.map(\.header).filter { !idle.contains($0) })
    }

    private static func places(_ headers: [RunHeader]) -> String {
        headers.grouped(by: \.version).map { version, headers in
            "\(version) on \(headers.map(\.platform.rawValue).joined(separator: " and "))"
        }.joined(separator: ", ")
    }

    private var known: String {
        let count = counts[.expectedFail]
        let failures =
            count == 0 || [.usage, .outdated].contains(exitCode)
            ? "" : " but for \(Prose.count(count, "known failure"))"
        let lacks = reports.flatMap(\.lacks).uniqued()
        guard !lacks.isEmpty else { return failures }
        let rest = lacks.count - Self.named
        return failures + " without " + lacks.prefix(Self.named).joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }

    /// So much of what a port does not have is named in its certificate.
    private static let named = 4

    private var facts: [String] {
        var facts = [mainFact]
        if exitCode != .suite, counts[.warn] > 0 { facts.append(Prose.count(counts[.warn], "warning")) }
        if !idle.isEmpty { facts.append("no case applies as \(Self.places(idle))") }
        return facts
    }

    private var mainFact: String {
        let all = Prose.count(applicable, "applicable case")
        let kept = "\(counts.kept) of \(all) passed"
        switch exitCode {
        case .conformant: return kept
        case .failed:
            return "\(counts.failed) of \(all) failed" + (undecided > 0 ? ", \(undecided) undecided" : "")
                + (missingRuns > 0 ? ", \(Prose.count(missingRuns, "run")) not made" : "")
        case .broken: return "\(kept), but not all can be believed"
        case .suite: return "assay broke a rule of its own; no verdict counts"
        case .usage: return "\(kept), but the list of known failures or missing capabilities is wrong"
        case .outdated: return "\(kept), but the list of known failures or missing capabilities is out of date"
        default: break
        }
        if counts.total + missing == 0 { return "no case was run" }
        if missingRuns > 0 {
            return
                "nothing failed, but \(Prose.count(missingRuns, "run")) \(missingRuns == 1 ? "was" : "were") not made"
        }
        if undecided > 0 {
            return "nothing failed, but \(undecided) of \(all) \(undecided == 1 ? "is" : "are") undecided"
        }
        let lost = verdicts.count(where: \.isFlawed)
        return lost > 0
            ? "nothing failed, but the port was lost in \(Prose.count(lost, "case")) while others ran"
            : "nothing was decided, because no case applies"
    }

    /// So many of what would unlock cases are printed; an adapter with a few calls lacks a hundred.
    private static let maxSteps = 5

    /// The verdict with what it lacks, at most 80 columns wide.
    func certificate(_ palette: Palette) -> String {
        let lines = Prose.wrapped("\(word) \(sentence)", width: palette.width)
        let steps = Unlocking(verdicts).steps
        var gaps = steps.prefix(Self.maxSteps).map { step in
            palette.indented("not testable, \(Prose.count(step.cases.count, "case")): \(step.words)", by: 2) + "\n"
        }
        if steps.count > Self.maxSteps {
            let rest = Set(steps.dropFirst(Self.maxSteps).flatMap(\.cases)).count
            gaps.append(
                palette.indented(
                    "not testable, \(Prose.count(rest, "more case")): report.html says what each needs", by: 2)
                    + "\n")
        }
        return palette.colored(word, as: exitCode.shownAs) + lines.dropFirst(word.count) + "\n" + gaps.joined()
    }
}
