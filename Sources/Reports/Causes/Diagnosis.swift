internal import AccessEnablerAPI
package import Evidence

/// What is wrong with a port as one or several runs show it, and the commands that show it again.
package struct Diagnosis: Sendable {
    package let causes: [Cause]
    let reports: [RunReport]
    /// The known wrong ports that this one behaves like, the likest first.
    package let likenesses: [Likeness]
    /// Whether known wrong ports fit that would have failed more cases, had more been run.
    private let hasTooFew: Bool
    /// Where the files of all runs together are, as a shell finds it from here.
    private let folder: String

    package init(_ reports: [RunReport], folder: String) {
        self.reports = reports
        self.folder = folder
        let verdicts = reports.map(\.verdicts)
        causes = CauseFinder.causes(in: verdicts)
        let (failures, judged) = (Fingerprint.failures(in: verdicts), Fingerprint.judged(in: verdicts))
        let known = reports.first?.fingerprints ?? Fingerprints()
        likenesses = known.likenesses(to: failures, judged: judged)
        hasTooFew = likenesses.isEmpty && !known.likenesses(to: failures, judged: judged, fewest: 1).isEmpty
    }

    /// The first cause of each case of a run that has one.
    func causesByCase(ofRun run: Int) -> [String: Cause] {
        var found: [String: Cause] = [:]
        for cause in causes {
            for member in cause.members where member.run == run && found[member.caseID] == nil {
                found[member.caseID] = cause
            }
        }
        return found
    }

    func report(of cause: Cause) -> RunReport { reports[cause.exemplar.run] }

    /// The platforms on which a cause shows: `ios and tvos`.
    func places(of cause: Cause) -> String {
        let runs = Set(cause.members.map(\.run))
        return reports.indices.filter(runs.contains).map { index in
            let header = reports[index].header
            let isOneRelease = Set(reports.map(\.header.version)).count == 1
            return header.platform.rawValue + (isOneRelease ? "" : " \(header.version)")
        }.joined(separator: " and ")
    }

    /// `817 cases`.
    func count(of cause: Cause) -> String {
        Prose.count(cause.cases.count, "case")
    }

    /// The command that runs all cases of the cause again.
    package func command(for cause: Cause) -> String {
        let cases = cause.cases
        if cases.count == 1 { return report(of: cause).command(for: cases[0]) }
        return report(of: cause).command(
            choosing: ["--rerun", folder, "--cause", "\(cause.number)"],
            onlyPlatform: Set(cause.members.map(\.run)).count == 1)
    }

    /// What the port behaves like, in a sentence for each; that nothing is known which it is like, where that is so.
    ///
    /// Empty where nothing failed, or nothing is known to compare with.
    var resemblances: [String] {
        let known = reports.first?.fingerprints.ports.count ?? 0
        guard known > 0, !reports.contains(where: \.isRecorded),
            causes.contains(where: { [.fail, .crash, .warn].contains($0.outcome) })
        else { return [] }
        guard !likenesses.isEmpty else {
            guard !hasTooFew else {
                return ["cannot be compared with known mutants: too few cases were run"]
            }
            return ["matches none of \(Prose.count(known, "known mutant"))"]
        }
        return likenesses.map { likeness in
            "behaves like `\(likeness.id)`: \(likeness.title); \(likeness.fitting) of "
                + "\(Prose.count(likeness.cases, "case")) fit"
        }
    }

    var cases: Int { Set(causes.flatMap(\.members).map(\.place)).count }

    /// What all causes come to, in a line each; a case in which several show counts for each of them.
    package var lines: [(number: String, outcome: Outcome, count: String, title: String, statements: String)] {
        causes.map { cause in
            (
                "\(cause.number)", cause.outcome, count(of: cause), cause.title,
                cause.statements.prefix(3).joined(separator: ", ") + (cause.statements.count > 3 ? ", …" : "")
            )
        }
    }
}
