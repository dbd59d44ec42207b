import AccessEnablerAPI
import Backend
import Driver
import Evidence
import Runner
import Specification
import Timing
import Transport

/// Where the catalogue meets a port that is linked into this program, with a backend of its own.
struct Arena {
    let specifications: Specifications
    let choice: ImplementationChoice
    let leg: Leg
    var wire = Wire.sdk

    /// - Parameters:
    ///   - judging: what judges, made from how the specifications judge.
    func run(
        _ cases: [Case], _ configuration: RunConfiguration, judging: (Judging) -> Judging = { $0 }
    ) async throws(ToolError) -> RunResult {
        let field = try await open(endpoints: cases.map(\.fixture.providers.count).max() ?? 1)
        let result = await field.run(cases, configuration, judging: judging(CaseEvaluator(specifications).judging))
        await field.close()
        return result
    }

    /// Starts everything that takes part; whoever opens it closes it.
    ///
    /// - Parameter tell: for whoever is to have an adapter dial in.
    func open(
        endpoints: Int, processes: Int = 1, interrupt: Interrupt? = nil,
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(ToolError) -> Field {
        let logs = SessionLogs()
        let observer = try tokenObserver()
        let recorder = Recorder(
            sinks: [], redactor: Redactor(), observer: { observer.sighting(in: $0) },
            matcher: { logs.take($0, kept: $1) })
        let (backend, client) = try start(endpoints: endpoints, recorder)
        let implementation: any Implementation
        do throws(ToolError) {
            implementation = try await ImplementationStarter(
                platform: leg.platform, version: leg.version, wire: wire, recorder: recorder, processes: processes,
                interrupt: interrupt, tell: tell
            ).start(choice)
        } catch {
            await client.stopAndWait()
            backend.stop()
            throw error
        }
        let description = implementation.description
        var header = RunHeader(
            assayVersion: assayVersion, portName: description.name, portVersion: description.version,
            implementation: choice.text, backend: "embedded", platform: leg.platform, version: leg.version, seed: 1,
            features: description.features, calls: description.calls, startedAt: WallTime.now().milliseconds)
        header.wire = wire
        return Field(
            backend: backend, client: client, implementation: implementation, recorder: recorder, logs: logs,
            header: header)
    }

    /// What takes part in any number of runs one after the other.
    struct Field: Sendable {
        fileprivate let backend: Backend
        fileprivate let client: HTTPClient
        fileprivate let implementation: any Implementation
        fileprivate let recorder: Recorder
        fileprivate let logs: SessionLogs
        let header: RunHeader

        /// How many sessions the port can have at once; nil for any number.
        var sessionLimit: Int? { implementation.description.sessionLimit }

        func run(_ cases: [Case], _ configuration: RunConfiguration, judging: Judging) async -> RunResult {
            await Runner(
                configuration: configuration, implementation: implementation, providers: .simulated(backend),
                client: client, recorder: recorder, logs: logs, judging: judging, header: header
            ).run(cases)
        }

        func close() async {
            await implementation.stop()
            await client.stopAndWait()
            backend.stop()
        }
    }

    /// A folder for storages that no other run has.
    var storageFolder: String { "strength/\(choice.folderName)/\(MonotonicTime.now().nanoseconds)" }

    private func tokenObserver() throws(ToolError) -> TokenObserver {
        try saying("the backend does not start") { TokenObserver(key: try Backend.ownPublicKey()) }
    }

    private func start(endpoints: Int, _ recorder: Recorder) throws(ToolError) -> (Backend, HTTPClient) {
        let client = try HTTPClient.started()
        return try saying("the backend does not start") {
            (try Backend.start(endpoints: max(1, endpoints), recorder: recorder), client)
        }
    }
}
