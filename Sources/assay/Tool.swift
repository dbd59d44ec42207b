import AccessEnabler
import AccessEnablerAPI
import Backend
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
                checks: ["fastest-responder"],
                problemOfFault: { Fault($0) == nil && $0 != "none" ? "unknown fault \($0)" : nil },
                problemOfLatency: { Latency($0) == nil ? "bad latency" : nil }), diagnostics: d)
        for x in d.sorted { print(x) }
        let logs = SessionLogs()
        let verbose = CommandLine.arguments.contains("-v")
        let recorder = Recorder(sinks: [{ logs.take($0) }, { if verbose { print($0.sequence, $0.session, $0.event) } }])
        let backend = try Backend.start(endpoints: 3, recorder: recorder)
        let port = try ReferencePort()
        let impl = InProcessImplementation(port: port, recorder: recorder)
        let client = try HTTPClient.start()
        let header = RunHeader(
            assayVersion: "0", portName: "", portVersion: "", implementation: "builtin", backend: "embedded",
            platform: .iOS, version: .newest, seed: 1, features: impl.description.features,
            calls: impl.description.calls, startedAt: 0)
        let judging = Judging(
            matches: { p, o, b in
                switch (p.subject, o.event) {
                case (.callback(let s), .callback(let e)): return s == e.message.selector
                default: return false
                }
            },
            verdict: { c, o, h in
                var f: [Finding] = []
                for x in o {
                    if case .stepFailed(let i, let why) = x.event {
                        f.append(Finding(message: "step \(i) \(c.steps[i].text): \(why)"))
                    }
                }
                return Verdict(
                    caseID: c.id, contractID: c.contractID, title: c.title, area: c.area,
                    outcome: f.isEmpty ? .pass : .fail, statements: c.cites, findings: f)
            },
            exclusion: { _, _ in nil })
        var cases = specs.catalog.cases.filter { c in
            CommandLine.arguments.count < 2 || c.id.contains(CommandLine.arguments[1])
        }
        if CommandLine.arguments.contains("-x") { cases = Array(repeating: cases, count: 50).flatMap { $0 } }
        let runner = Runner(
            configuration: RunConfiguration(storageFolder: "/tmp"), implementation: impl, backend: backend,
            client: client, recorder: recorder, logs: logs, judging: judging, header: header)
        let r = await runner.run(cases) { v, n in
            if v.outcome != .pass || n < 30 { print(v.outcome.rawValue, v.caseID, v.findings.map(\.message)) }
        }
        print(r.figures)
        backend.stop()
    } catch { print(error) }
}
