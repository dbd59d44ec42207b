import Documents
import Evidence
import LoadResults
import Reports
import Specification
import Synchronization

/// Keeps what was seen in iterations that cannot be as they were seen, so that each can be looked at again.
final class ViolationFiles: Sendable {
    /// More would tell nobody anything new.
    private static let maxFiles = 50

    private let folder: String
    private let header: RunHeader
    /// The file of the profile, which knows the journeys.
    private let profile: String
    private let state = Mutex((kept: 0, problem: FileError?.none))

    init(folder: String, header: RunHeader, profile: String) {
        self.folder = folder
        self.header = header
        self.profile = profile
    }

    /// Why the first violation that could not be kept could not.
    var problem: FileError? { state.withLock { $0.problem } }

    /// Takes away what an earlier run or attempt has kept in this folder; what is not of a run stays.
    static func clear(below folder: String) throws(FileError) {
        let all = folder + "/violations"
        guard Folder.exists(all + "/.") else { return }
        for name in try Folder.names(in: all)
        where ["trace.ndjson", "finding.txt"].allSatisfy({ file in
            Folder.exists("\(all)/\(name)/\(file)")
        }) {
            try Folder.remove("\(all)/\(name)")
        }
    }

    /// The folder of this violation, below the run's; nil where it is not kept.
    func keep(_ verdict: Verdict, _ testCase: Case, _ trace: [Observation], _ violation: IterationViolation) -> String?
    {
        let isWanted = state.withLock { state in
            state.kept += 1
            return state.kept <= Self.maxFiles
        }
        guard isWanted else { return nil }
        let name = "violations/\(violation.session)"
        do throws(FileError) {
            try Folder.create("\(folder)/\(name)")
            try File.write(
                TraceRecord.bytes(of: Trace(of: testCase.id, trace, header)), to: "\(folder)/\(name)/trace.ndjson")
            try File.write(words(verdict, violation, at: "\(folder)/\(name)"), to: "\(folder)/\(name)/finding.txt")
            return name
        } catch {
            state.withLock { $0.problem = $0.problem ?? error }
            return nil
        }
    }

    private func words(_ verdict: Verdict, _ violation: IterationViolation, at place: String) -> String {
        var text = "session \(violation.session), \(violation.caseID)\n"
        func add(_ statements: [String], _ message: String, _ expected: String, _ seen: String) {
            text += "\n\(statements.joined(separator: ", "))\n\(message)\n"
            if !expected.isEmpty { text += "expected: \(expected)\n" }
            if !seen.isEmpty { text += "actual: \(seen)\n" }
        }
        // A judge of single cases does not see all that a load run sees.
        guard verdict.outcome == .fail || verdict.outcome == .crash else {
            add(violation.statements, violation.message, violation.expected, violation.seen)
            return text
        }
        for finding in verdict.findings { add(finding.statements, finding.message, finding.expected, finding.seen) }
        return text + "\nassay check \(RunReport.quoted(place)) --load-profile \(RunReport.quoted(profile))\n"
    }
}
