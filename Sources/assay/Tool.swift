import AccessEnabler
import AccessEnablerAPI
import Backend
import Checkers
import Deviations
import Documents
import Driver
import Evidence
import Runner
import Specification
import Timing
import Transport
@main enum Tool { static func main() async { await realMain() } }
nonisolated func realMain() async {
    do {
        let d = Diagnostics()
        let specs = try Specifications.read(
            folder: "Specs",
            dialect: .init(
                checks: Judge.checks.union(["fastest-responder", "routing"]),
                problemOfFault: { Fault($0) == nil && $0 != "none" ? "unknown fault \($0)" : nil },
                problemOfLatency: { Latency($0) == nil ? "bad latency" : nil }), diagnostics: d)
        for x in d.sorted { print(x) }
        let logs = SessionLogs()
        let verbose = CommandLine.arguments.contains("-v")
        let recorder = Recorder(sinks: [{ logs.take($0) }, { if verbose { print($0.sequence, $0.session, $0.event) } }])
        let backend = try Backend.start(endpoints: 3, recorder: recorder)
        let dev = CommandLine.arguments.first { $0.hasPrefix("deviation:") }
        let port: any Port = try dev.flatMap { Deviation.named(String($0.dropFirst(10))) }?.port() ?? ReferencePort()
        let impl = InProcessImplementation(port: port, recorder: recorder)
        let client = try HTTPClient.start()
        let header = RunHeader(
            assayVersion: "0", portName: "", portVersion: "", implementation: "builtin", backend: "embedded",
            platform: .iOS, version: .newest, seed: 1, features: impl.description.features,
            calls: impl.description.calls, startedAt: 0)
        let judge = Judge(api: specs.api)
        let judging = Judging(
            matches: { judge.matches($0, $1, $2) }, verdict: { judge.verdict(for: $0, observations: $1, header: $2) },
            exclusion: { judge.exclusion(of: $0, header: $1) })
        var cases = specs.catalog.cases.filter { c in
            CommandLine.arguments.count < 2 || c.id.contains(CommandLine.arguments[1])
        }
        if CommandLine.arguments.contains("-x") { cases = Array(repeating: cases, count: 50).flatMap { $0 } }
        let runner = Runner(
            configuration: RunConfiguration(storageFolder: "/tmp"), implementation: impl, backend: backend,
            client: client, recorder: recorder, logs: logs, judging: judging, header: header)
        let r = await runner.run(cases) { v, n in
            if v.outcome != .pass { print(v.outcome.rawValue, v.caseID, v.findings.map(\.message)) }
        }
        print(r.figures)
        backend.stop()
    } catch { print(error) }
}
