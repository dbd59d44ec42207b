import AccessEnabler
import AccessEnablerAPI
import Driver
import Evidence
import Synchronization

/// The whole catalogue against the reference in this process, run once for all tests that look at it.
enum ReferenceRun {
    private static let runs = Mutex<[Platform: Task<[Verdict], any Error>]>([:])

    /// One for each case of the catalogue, in its order.
    static func verdicts(on platform: Platform) async throws -> [Verdict] {
        let run = runs.withLock { runs in
            if let run = runs[platform] { return run }
            let run = Task {
                let bench = try Workbench()
                return try await bench.run(bench.cases(), platform: platform) { recorder in
                    InProcessImplementation(port: try ReferencePort(), recorder: recorder)
                }
            }
            runs[platform] = run
            return run
        }
        return try await run.value
    }
}
