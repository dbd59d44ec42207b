import AccessEnablerAPI
import AdapterKit
import Driver
import Evidence
import Glibc
import POSIX
import ScriptedPort
import Testing

/// A port served by AdapterKit in this process, and driven through a process that only passes the lines on.
@Suite struct LoopbackTests {
    private let tape = Tape()
    private let long = Duration.seconds(300)

    /// Two named pipes, served on one side; the relay opens the other.
    private func withServed(
        _ port: ScriptedPort, _ body: (ProcessImplementation) async throws -> Void
    ) async throws {
        let path = "/tmp/assay-loopback-\(UInt64.random(in: 0...UInt64.max))"
        let (requests, answers) = (path + ".in", path + ".out")
        for pipe in [requests, answers] {
            try #require(unsafe mkfifo(pipe, 0o600) == 0)
        }
        defer {
            for pipe in [requests, answers] { unsafe unlink(pipe) }
        }
        // Opening waits for the relay.
        startThread {
            let (input, output) = unsafe (open(requests, O_RDONLY), open(answers, O_WRONLY))
            Task { await Adapter.serve(port: port, input: input, output: output) }
        }
        let relay = "cat \"$2\" & exec 3<&0; cat <&3 > \"$1\" & wait"
        let driven = try await ProcessImplementation.start(
            .command(["sh", "-c", relay, "relay", requests, answers]), recorder: tape.recorder, suiteVersion: "1",
            version: .newest, platform: .iOS, limits: .patient)
        do {
            try await body(driven)
        } catch {
            await driven.stop()
            throw error
        }
        await driven.stop()
    }

    @Test func aServedPortIsRecordedAsOneInThisProcess() async throws {
        let script: ScriptedPort.Script = { message, session in
            session.events.configurationProcessed("http://sp")
            session.events.delegate.setMetadataStatus(
                ["$k": .bytes([0, 1]), "n": .int(.min)], encrypted: true, forKey: nil, andArguments: [:])
            session.events.delegate.selectedProvider(MVPD(id: "m", displayName: "Ü", logoURL: ""))
            if message.selector == .logout { session.enabler.checkAuthentication() }
        }
        let calls = [
            Message(.logout), Message(.setOptions, [.init("options", ["a": [1, .double(.infinity)]])]),
            Message(.checkAuthentication),
        ]
        let port = ScriptedPort(features: [.httpTap, .executorBarrier], script: script)

        func drive(_ implementation: any Implementation) async throws {
            let session = try await implementation.open(SessionConfiguration(), session: SessionID("s"))
            for (number, call) in calls.enumerated() {
                _ = await session.call(call, number: number, deadline: long)
            }
            #expect(await session.barrier(number: 0, deadline: long) == .answered)
            #expect(await session.ping(number: 1, deadline: long) == .answered)
            await session.close()
        }

        try await withServed(port) { try await drive($0) }
        let direct = Tape()
        try await drive(InProcessImplementation(port: port, recorder: direct.recorder))
        #expect(tape.events == direct.events)
        #expect(tape.callbacks.count == 8)
    }

    /// P-30.
    @Test func argumentsThatDoNotFitAreNoFailureOfThePort() async throws {
        try await withServed(ScriptedPort { _, _ in }) { driven in
            let session = try await driven.open(SessionConfiguration(), session: SessionID("s"))
            let outcome = await session.call(Message(.setRequestor), number: 0, deadline: long)
            guard case .fault(let reason) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(reason.hasPrefix("answered the call setRequestor: with error -32602: "))
            #expect(tape.events.last == .fault(RunFault(.adapter, reason)))
        }
    }

    /// P-26.
    @Test func aHundredSessionsAtATimeKeepTheirCallbacksApart() async throws {
        let port = ScriptedPort { message, session in
            let text = message["requestorID"]?.stringValue ?? ""
            startThread { session.events.delegate.navigateToUrl(text) }
        }
        let count = 100
        try await withServed(port) { driven in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<count {
                    group.addTask {
                        let name = "s\(index)"
                        let session = try await driven.open(SessionConfiguration(), session: SessionID(name))
                        let call = Message(.setRequestor, [.init("requestorID", .string(name))])
                        #expect(await session.call(call, number: 0, deadline: .seconds(60)) == .returned)
                        try await tape.first { event in
                            if case .callback(let callback) = event {
                                callback.message["url"] == .string(name)
                            } else {
                                false
                            }
                        }
                        await session.close()
                    }
                }
                try await group.waitForAll()
            }
        }
        let callbacks = tape.observations.filter { $0.event.isCallback }
        #expect(callbacks.count == count)
        for observation in callbacks {
            guard case .callback(let callback) = observation.event else { continue }
            #expect(callback.message["url"] == .string(observation.session.name))
            #expect(callback.number == 0)
        }
    }
}
