import AccessEnabler
import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Testing

@testable import PortWrapping

/// The reference, slow: each callback comes late, and each reply is taken in a while after it came.
///
/// No document says that a port must be quick.
struct SlowPort: Port {
    let base: ReferencePort
    let late: Duration

    init(callbacks late: Duration, replies: Duration) throws {
        base = ReferencePort(network: SlowNetwork(base: try CurlNetwork(), late: replies))
        self.late = late
    }

    var description: PortDescription {
        var description = base.description
        // Its barrier would not wait for the callbacks that are on their way.
        description.features.subtract([.executorBarrier, .optionalCallbacks])
        return description
    }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        let line = DelayLine(late) { deliver($0, to: events) }
        var slow = events
        slow.delegate = CallbackForwarder { line.send($0) }
        return SlowSession(base: try base.makeSession(configuration, events: slow), line: line)
    }
}

private final class SlowSession: PortSession {
    private let base: any PortSession
    private let line: DelayLine

    init(base: any PortSession, line: DelayLine) {
        self.base = base
        self.line = line
    }

    var enabler: any AccessEnabler { base.enabler }

    func barrier(_ completion: @escaping @Sendable () -> Void) { base.barrier(completion) }

    func advanceClock(by time: Duration) { base.advanceClock(by: time) }

    func close() {
        line.close()
        base.close()
    }
}

/// Messages in their order, each so much later than it was sent.
private final class DelayLine: Sendable {
    private let late: Duration
    private let deliver: @Sendable (Message) -> Void
    private let waiting = Mutex<[Message]>([])

    init(_ late: Duration, _ deliver: @escaping @Sendable (Message) -> Void) {
        self.late = late
        self.deliver = deliver
    }

    func send(_ message: Message) {
        waiting.withLock { $0.append(message) }
        _ = Environment.sleep(late) { [self] in
            // Whichever timer comes first delivers what was sent first.
            waiting.withLock { waiting in
                if !waiting.isEmpty { deliver(waiting.removeFirst()) }
            }
        }
    }

    func close() { waiting.withLock { $0 = [] } }
}

private struct SlowNetwork: Network {
    let base: any Network
    let late: Duration

    func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
        base.send(request) { reply in _ = Environment.sleep(late) { completion(reply) } }
    }

    func run(_ work: @escaping @Sendable () -> Void) { base.run(work) }

    func run(_ work: @escaping @Sendable () -> Void, after time: Duration) -> Cancellation {
        base.run(work, after: time)
    }
}

extension WholeRunsThatWait {
    @Suite struct SlowPortTests {
        @Test(arguments: Platform.allCases)
        func aSlowPortThatIsRightNeverFails(on platform: Platform) async throws {
            let bench = try Workbench()
            let wanted: Set = ["authentication", "check-authentication", "authorization", "queue"]
            let cases = bench.cases { wanted.contains($0.area) }
            let verdicts = try await bench.run(cases, platform: platform, jobs: 200, deadline: .seconds(5)) {
                recorder in
                InProcessImplementation(
                    port: try SlowPort(callbacks: .milliseconds(500), replies: .milliseconds(300)), recorder: recorder)
            }
            let failed = verdicts.filter { ![.pass, .notApplicable, .notTestable].contains($0.outcome) }
            #expect(failed.map { "\($0.caseID) \($0.outcome.rawValue): \($0.findings.map(\.message))" } == [])
        }
    }
}
