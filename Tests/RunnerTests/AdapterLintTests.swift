import Driver
import Testing

/// What is tried on an adapter before its port is judged.
@Suite struct AdapterLintTests {
    private static let adapters = [
        [WholeRuns.OverTheProtocolTests.tool, "adapter"],
        ["python3", "-B", Workbench.packageFolder + "/Examples/python/adapter.py"],
    ]

    @Test(arguments: adapters) func theAdaptersOfThisPackageKeepEveryProbe(command: [String]) async {
        #expect(AdapterLint.probes.count >= 24)
        let results = await AdapterLint(command: command, patience: .seconds(60)).run()
        #expect(results.map(\.probe.id) == AdapterLint.probes.map(\.id))
        for result in results {
            if case .broken(let seen) = result.outcome { Issue.record("\(result.probe.id): \(seen)") }
        }
        #expect(results.count { $0.outcome == .kept } >= 34)
    }

    /// Answers everything with an empty result, and prints.
    private static let careless = #"""
        import json, sys, time
        print("hello", flush=True)
        for line in sys.stdin:
            try:
                message = json.loads(line)
            except ValueError:
                break
            if "id" not in message: continue
            result = {}
            if message["method"] == "initialize":
                result = {"protocolVersion": "1.0", "port": {"name": "x", "version": "1"},
                    "api": {"family": "AccessEnabler", "version": "3.9.2", "platforms": ["ios"]},
                    "calls": ["setRequestor:serviceProviders:", "setSelectedProvider:"], "callbacks": [],
                    "features": ["barrier.executor"], "limits": {"lineBytes": 70000},
                    "clock": {"origin": "machine", "now": time.monotonic_ns()}}
            if message["method"] == "session/call":
                print(json.dumps({"jsonrpc": "2.0", "method": "session/event", "params": {
                    "session": message["params"]["session"], "seq": 0, "n": 0, "ts": 0, "thread": "t",
                    "selector": "setRequestorComplete:", "arguments": {"status": 0}, "duringCall": 5}}), flush=True)
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
        time.sleep(60)
        """#

    @Test func aCarelessAdapterIsToldWhatItBreaks() async throws {
        let ids = [
            "initialize-twice", "other-major-version", "no-json", "unknown-session", "unknown-call",
            "wrong-arguments", "session-twice", "closed-session", "callback-during-call", "end-of-input",
            "stray-output",
        ]
        let probes = AdapterLint.probes.filter { ids.contains($0.id) }
        let lint = AdapterLint(command: ["python3", "-c", Self.careless], patience: .seconds(2))
        let results = await lint.run(probes, atOnce: probes.count)
        for result in results {
            guard case .broken(let seen) = result.outcome else {
                Issue.record("\(result.probe.id): \(result.outcome)")
                continue
            }
            #expect(!seen.isEmpty)
        }
    }
}
