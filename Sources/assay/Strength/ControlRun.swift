import AccessEnablerAPI
import Evidence
import Specification

/// The reference under the conditions that its mutants will meet: what it fails there says nothing about a mutant.
struct ControlRun {
    let run: StrengthRun
    /// How many references are run beside each other: as many as there will be mutants.
    let ports: Int

    /// The run with what is known of the reference: which cases need more time than the deadline, and how long it takes
    /// where it may take long.
    ///
    /// Throws where the reference does not pass a case with as much time as slow cases get.
    func measured() async throws(ToolError) -> StrengthRun {
        var slow: Set<String> = []
        var waits = LongWaits()
        for leg in StrengthLegs.all(over: run.wire) {
            let suspects = try await notPassed(StrengthLegs.cases(run.cases, on: leg), on: leg, &waits)
            guard !suspects.isEmpty else { continue }
            slow.formUnion(suspects.keys)
            let again = run.cases.filter { suspects[$0.id] != nil }
            let failed = try await notPassed(again, on: leg, deadlineFactor: StrengthRun.deadlineFactor, &waits)
            guard failed.isEmpty else {
                let list = failed.sorted { $0.key < $1.key }.map { "\($0.key) as \(leg.name): \($0.value)" }
                throw ToolError(
                    exitCode: .suite,
                    message: "the reference fails, so nothing can be said about its mutants\n"
                        + list.joined(separator: "\n"))
            }
        }
        var measured = run
        measured.slow = slow
        measured.waits = waits
        return measured
    }

    /// What some reference did not pass, with what is said of it.
    private func notPassed(
        _ cases: [Case], on leg: Leg, deadlineFactor: Int = 1, _ waits: inout LongWaits
    ) async throws(ToolError) -> [String: String] {
        let fights = try await sideBySide(Array(0..<ports), atOnce: ports) { [run] _ throws(ToolError) in
            try await run.fight(.builtin, cases, on: leg, deadlineFactor: deadlineFactor)
        }
        var notPassed: [String: String] = [:]
        for fought in fights {
            waits.take(fought.waits)
            for verdict in fought.seen.map(\.verdict)
            where ![.pass, .notApplicable].contains(verdict.outcome) {
                notPassed[verdict.caseID] =
                    verdict.outcome.rawValue + " " + verdict.findings.map(\.message).joined(separator: "; ")
            }
        }
        return notPassed
    }
}
