import AccessEnablerAPI
import Backend
import Driver
import Evidence
import Reports
import Runner
import Specification
import Timing
import Transport

/// Where the catalogue meets a port that is linked into this program, with a backend of its own.
struct Arena {
    let specifications: Specifications
    let choice: ImplementationChoice
    let leg: Leg

    /// - Parameters:
    ///   - judging: what judges, made from how the specifications judge.
    func run(
        _ cases: [Case], _ configuration: RunConfiguration, judging: (Judging) -> Judging = { $0 }
    ) async throws(ToolError) -> RunResult {
        let logs = SessionLogs()
        let witness = try tokenWitness()
        let recorder = Recorder(sinks: [{ logs.take($0) }]) { witness.sighting(in: $0) }
        let (backend, client) = try start(endpoints: cases.map(\.setting.providers.count).max() ?? 1, recorder)
        defer { backend.stop() }
        let implementation = try await ImplementationStarter(
            platform: leg.platform, version: leg.version, recorder: recorder, processes: 1, tell: { _ in }
        ).start(choice)
        let description = implementation.description
        let header = RunHeader(
            assayVersion: assayVersion, portName: description.name, portVersion: description.version,
            implementation: choice.text, backend: "embedded", platform: leg.platform, version: leg.version, seed: 1,
            features: description.features, calls: description.calls, startedAt: WallTime.now().milliseconds)
        let runner = Runner(
            configuration: configuration, implementation: implementation, providers: .simulated(backend),
            client: client,
            recorder: recorder, logs: logs, judging: judging(Courtroom(specifications).judging), header: header)
        let result = await runner.run(cases)
        await implementation.stop()
        await client.stopAndWait()
        return result
    }

    /// A folder for storages that no other run has.
    var storageFolder: String { "strength/\(choice.folderName)/\(MonotonicTime.now().nanoseconds)" }

    private func tokenWitness() throws(ToolError) -> TokenWitness {
        do throws(BackendError) {
            return TokenWitness(key: try Backend.ownPublicKey())
        } catch {
            throw .broken("the backend does not start: \(error.message)")
        }
    }

    private func start(endpoints: Int, _ recorder: Recorder) throws(ToolError) -> (Backend, HTTPClient) {
        let client: HTTPClient
        do throws(TransportError) {
            client = try HTTPClient.start()
        } catch {
            throw .broken("the browser does not start: \(error.message)")
        }
        do throws(BackendError) {
            return (try Backend.start(endpoints: max(1, endpoints), recorder: recorder), client)
        } catch {
            throw .broken("the backend does not start: \(error.message)")
        }
    }
}
