import Documents
import Evidence
import Load
import Runner
import Specification
import Synchronization
import Timing

/// Keeps what was seen in visits that cannot be as they were seen, so that each can be looked at again.
final class ViolationFiles: Sendable {
    /// More would tell nobody anything new.
    private static let most = 50

    private let folder: String
    private let header: RunHeader
    private let kept = Mutex(0)

    init(folder: String, header: RunHeader) {
        self.folder = folder
        self.header = header
    }

    /// The folder of this violation, below the run's; nil where it is not kept.
    func keep(_ verdict: Verdict, _ testCase: Case, _ trace: [Observation], _ violation: VisitViolation) -> String? {
        let isWanted = kept.withLock { kept in
            kept += 1
            return kept <= Self.most
        }
        guard isWanted else { return nil }
        let name = "violations/\(violation.session)"
        var writer = JSONWriter()
        var start = header
        start.cases = [testCase.id]
        let first = Observation(
            sequence: -1, time: trace.first?.time ?? .now(), session: .none, event: .runStarted(start))
        for observation in [first] + trace { ObservationRecord.write(observation, into: &writer) }
        do throws(FileError) {
            try Folder.create("\(folder)/\(name)")
            try File.write(writer.bytes, to: "\(folder)/\(name)/trace.ndjson")
            try File.write(Self.words(verdict, violation), to: "\(folder)/\(name)/finding.txt")
            return name
        } catch {
            return nil
        }
    }

    private static func words(_ verdict: Verdict, _ violation: VisitViolation) -> String {
        var text = "session \(violation.session), \(violation.caseID)\n"
        for finding in verdict.findings {
            text += "\n\(finding.statements.joined(separator: ", "))\n\(finding.message)\n"
            if !finding.expected.isEmpty { text += "expected: \(finding.expected)\n" }
            if !finding.seen.isEmpty { text += "seen: \(finding.seen)\n" }
        }
        return text
    }
}
