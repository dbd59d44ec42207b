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
        let results = await AdapterLint(command: command, timeout: .seconds(60), promptness: .seconds(60)).run()
        #expect(results.map(\.probe.id) == AdapterLint.probes.map(\.id))
        for result in results {
            if case .broken(let seen) = result.outcome { Issue.record("\(result.probe.id): \(seen)") }
        }
        #expect(results.count { $0.outcome == .kept } >= 34)
    }

    @Test func anAdapterWithoutAFaultKeepsEveryProbe() async {
        let command = FaultyAdapter.command(fault: "none")
        let results = await AdapterLint(command: command, timeout: .seconds(60), promptness: .seconds(60)).run()
        for result in results { #expect(result.outcome == .kept, "\(result.probe.id): \(result.outcome)") }
    }

    /// No probe that cannot fail: for each there is an adapter that breaks what it asks for, and nothing else.
    @Test(arguments: AdapterLint.probes.map(\.id)) func eachProbeFindsTheFaultThatItIsFor(id: String) async throws {
        let probe = try #require(AdapterLint.probes.first { $0.id == id })
        let lint = AdapterLint(command: FaultyAdapter.command(fault: id), timeout: .seconds(2))
        let result = try #require(await lint.run([probe]).first)
        guard case .broken(let seen) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        #expect(!seen.isEmpty)
        for text in [probe.sent, probe.expected, probe.why] { #expect(!text.isEmpty) }
    }

    /// A run gives up a process whose input is not read for so long, and takes that for a crash of the port.
    @Test(arguments: ["ping-during-call", "sessions-do-not-wait", "close-during-call"])
    func whatMustBeAnsweredAtOnceIsNotWaitedForAsLongAsTheRest(id: String) async throws {
        let probe = try #require(AdapterLint.probes.first { $0.id == id })
        let lint = AdapterLint(
            command: FaultyAdapter.command(fault: "slow-call"), timeout: .seconds(60), promptness: .seconds(1))
        let result = try #require(await lint.run([probe]).first)
        guard case .broken = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
    }

    @Test(arguments: [
        ("false", "the adapter exited with status 1, and answered nothing"),
        ("./nosuch", "the adapter does not start: start './nosuch': no such file or directory"),
    ])
    func anAdapterThatSaysNothingIsTriedOnce(program: String, seen: String) async {
        let results = await AdapterLint(command: [program], timeout: .seconds(60)).run()
        #expect(results.map(\.outcome) == [.broken(seen)])
    }

    /// A busy machine may take as long to start an interpreter.
    @Test func anAdapterThatTakesLongToEndIsWaitedForUntilTheDeadline() async throws {
        let probe = try #require(AdapterLint.probes.first { $0.id == "end-before-initialize" })
        let lint = AdapterLint(command: ["sleep", "6"], timeout: .seconds(60))
        #expect(await lint.run([probe]).map(\.outcome) == [.kept])
    }

    @Test func whatTheSystemDoesNotTellIsNotChecked() async throws {
        let probes = AdapterLint.probes.filter { $0.id.hasPrefix("leaked-") }
        let lint = AdapterLint(
            command: FaultyAdapter.command(fault: "leaked-threads"), timeout: .seconds(60), system: "/no/such/folder")
        let results = await lint.run(probes)
        #expect(results.count == 2)
        for result in results {
            guard case .skipped(let reason) = result.outcome else {
                Issue.record("\(result.probe.id): \(result.outcome)")
                continue
            }
            #expect(reason.hasPrefix("not checked: /no/such/folder"))
        }
    }

    /// A program that only starts the adapter leaks nothing itself.
    @Test func whatAProgramHasStartedIsCountedWithIt() async throws {
        let faulty = FaultyAdapter.command(fault: "leaked-threads")
        let probe = try #require(AdapterLint.probes.first { $0.id == "leaked-threads" })
        let lint = AdapterLint(command: ["sh", "-c", "\"$@\"; exit $?", "sh"] + faulty, timeout: .seconds(60))
        let result = try #require(await lint.run([probe]).first)
        guard case .broken(let seen) = result.outcome else {
            Issue.record("\(result.outcome)")
            return
        }
        #expect(seen.contains("threads before 60 sessions"))
    }

    @Test func theProbesAreWhatAnAdapterIsToBeAskedFor() {
        let ids = AdapterLint.probes.map(\.id)
        #expect(Set(ids).count == ids.count && ids.count >= 44)
        let asked = [
            "unknown-members", "unknown-request", "large-line", "split-writes", "joined-writes",
            "four-byte-characters", "carriage-return", "thousand-sessions", "ping-during-call", "barrier-order",
            "callback-during-call", "overlapping-callbacks", "close-during-call", "late-callback", "stray-output",
            "standard-error", "end-of-input", "terminate", "leaked-descriptors", "leaked-threads",
        ]
        #expect(asked.filter { !ids.contains($0) } == [])
    }
}
