import AccessEnabler
import AccessEnablerAPI
import Backend
import Checkers
import Documents
import Driver
import Evidence
import Runner
import Specification

import Timing
import Transport

/// Gated sessions with three providers: what one costs alone, and how many go through at once.
///
/// Beside them, in the same process and against the same backend, runs their baseline: as many plain requests as a
/// session makes, sent one after another by the same client.
struct GatedSessions {
    let cases: [Case]
    let judge: Judge

    init(specs folder: String) throws {
        let diagnostics = Diagnostics()
        let specifications = try Specifications.read(
            folder: folder, dialect: Specifications.Dialect(checks: Judge.checks), diagnostics: diagnostics)
        try diagnostics.throwIfAny()
        cases = specifications.catalog.cases.filter { $0.contractID == "race-three-providers" }
        judge = Judge(api: specifications.api)
    }

    struct Figures {
        var sessions: Int
        var requests: Int
        var failures: Int
        var duration: Duration

        var millisecondsPerSession: Double { duration.milliseconds / Double(sessions) }
        var sessionsPerSecond: Double { Double(sessions) / duration.milliseconds * 1_000 }
    }

    /// Runs every case of the race `rounds` times, `jobs` of them at once.
    func run(rounds: Int, jobs: Int) async throws -> Figures {
        let logs = SessionLogs()
        let observer = TokenObserver(key: try Backend.ownPublicKey())
        let recorder = Recorder(
            sinks: [], redactor: Redactor(), observer: { observer.sighting(in: $0) },
            matcher: { logs.take($0, kept: $1) })
        let backend = try Backend.start(endpoints: 3, recorder: recorder)
        defer { backend.stop() }
        let implementation = InProcessImplementation(port: try ReferencePort(), recorder: recorder)
        let client = try HTTPClient.start()
        let judge = self.judge
        let runner = Runner(
            configuration: RunConfiguration(jobs: jobs, storageFolder: "storage"), implementation: implementation,
            providers: .simulated(backend), client: client, recorder: recorder, logs: logs,
            judging: Judging(
                matches: { judge.matches($0, $1, $2) }, repeated: { judge.repeated(in: $0) },
                verdict: { judge.verdict(for: $0, observations: $1, header: $2) },
                exclusion: { judge.exclusion(of: $0, header: $1) }),
            header: RunHeader(
                assayVersion: "bench", portName: "reference", portVersion: "", implementation: "builtin",
                backend: "embedded", platform: .iOS, version: .newest, seed: 1,
                features: implementation.description.features, calls: implementation.description.calls, startedAt: 0))
        let all = (0..<rounds).flatMap { _ in cases }
        let result = await runner.run(all)
        await implementation.stop()
        await client.stopAndWait()
        return Figures(
            sessions: result.figures.sessions, requests: result.figures.requests,
            failures: result.verdicts.count { $0.outcome != .pass }, duration: result.figures.duration)
    }

    /// The time of `requests` requests to the backend, one after another on a connection that is kept alive.
    static func baseline(requests: Int) async throws -> Duration {
        let recorder = Recorder(sinks: [])
        let backend = try Backend.start(endpoints: 1, recorder: recorder, openWorld: OpenWorld())
        defer { backend.stop() }
        let client = try HTTPClient.start()
        let request = HTTPRequest(url: backend.baseURLs[0] + "/adobe-services/config/REF30")
        let start = MonotonicTime.now()
        for _ in 0..<requests { _ = try await client.send(request) }
        let duration = MonotonicTime.now() - start
        await client.stopAndWait()
        return duration
    }
}
