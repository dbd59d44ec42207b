import AccessEnabler
import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Testing

/// A port whose sessions share a variable: every picker goes to the session that was made last.
private final class MixingPort: Port {
    private let reference: ReferencePort
    private let newest = Newest()

    private final class Newest: Sendable {
        let delegate = Mutex<CallbackForwarder?>(nil)
    }

    init() throws(PortError) {
        reference = try ReferencePort()
    }

    var description: PortDescription { reference.description }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        let own = CallbackForwarder { message in Self.deliver(message, to: events.delegate) }
        newest.delegate.withLock { $0 = own }
        var mixed = events
        mixed.delegate = CallbackForwarder { [newest] message in
            let crosses = message.selector == .displayProviderDialog
            guard let target = newest.delegate.withLock({ crosses ? $0 : own }) else { return }
            Self.deliver(message, to: target)
        }
        return try reference.makeSession(configuration, events: mixed)
    }

    /// Only what the test's contract needs.
    private static func deliver(_ message: Message, to delegate: any EntitlementDelegate & EntitlementStatus) {
        switch message.selector {
        case .setRequestorComplete:
            delegate.setRequestorComplete(StatusCode(rawValue: message["status"]?.intValue ?? -1))
        case .displayProviderDialog:
            delegate.displayProviderDialog((message["mvpds"]?.arrayValue ?? []).compactMap { MVPD($0) })
        default: break
        }
    }
}

extension WholeRuns {
    @Suite struct ManySessionsTests {
        /// P-26.
        @Test func aThousandSessionsAtOnceStayApart() async throws {
            let bench = try Workbench()
            let cases = bench.cases { ["picker-content", "sign-in"].contains($0.contractID) }
            let many = (0..<500).flatMap { _ in cases }
            try #require(many.count >= 1_000)
            // With a thousand at once, what the service providers sent may wait longer for a processor than a port
            // usually waits. Whoever gave up is looked at again alone, one after the other, which takes an hour for all.
            var limits = TimeLimits.underTest
            limits.configurationGrace = .seconds(120)
            limits.configuration = .seconds(120)
            limits.request = .seconds(120)
            let verdicts = try await bench.run(many, jobs: many.count, deadline: .seconds(300)) { [limits] recorder in
                InProcessImplementation(port: try ReferencePort(limits: limits), recorder: recorder)
            }
            #expect(verdicts.count == many.count)
            #expect(verdicts.filter { $0.outcome != .pass }.prefix(3).map(\.findings) == [])
        }

        @Test func aCallbackThatCrossesOverFailsTheRun() async throws {
            let bench = try Workbench()
            let cases = bench.cases { $0.contractID == "picker-content" }
            let verdicts = try await bench.run(
                (0..<20).flatMap { _ in cases }, jobs: 20, deadline: .seconds(1)
            ) { recorder in
                InProcessImplementation(port: try MixingPort(), recorder: recorder)
            }
            let messages = verdicts.filter { $0.outcome == .fail }.flatMap(\.findings).map(\.message)
            #expect(messages.contains { $0.contains("another session") }, "\(messages.prefix(5))")
        }
    }
}
