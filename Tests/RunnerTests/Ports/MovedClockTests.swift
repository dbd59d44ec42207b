import AccessEnabler
import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Testing

/// The reference, which is told that time has passed, and perhaps goes on as if none had.
private final class ClockedPort: Port {
    private let base: ReferencePort
    private let lacks: Set<PortFeature>
    private let moves: Bool
    /// What the sessions were told.
    private let told = Mutex<[Duration]>([])
    fileprivate var times: [Duration] { told.withLock(\.self) }
    fileprivate var timesTold: Int { times.count }

    init(lacks: Set<PortFeature> = [], moves: Bool = true) throws {
        base = try ReferencePort()
        self.lacks = lacks
        self.moves = moves
    }

    var description: PortDescription {
        var description = base.description
        description.features.subtract(lacks)
        return description
    }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        Session(base: try base.makeSession(configuration, events: events), port: self)
    }

    private final class Session: PortSession {
        private let base: any PortSession
        private let port: ClockedPort

        init(base: any PortSession, port: ClockedPort) {
            self.base = base
            self.port = port
        }

        var enabler: any AccessEnabler { base.enabler }

        func barrier(_ completion: @escaping @Sendable () -> Void) { base.barrier(completion) }

        func advanceClock(by time: Duration) {
            port.told.withLock { $0.append(time) }
            if port.moves { base.advanceClock(by: time) }
        }

        func close() { base.close() }
    }
}

extension WholeRuns {
    @Suite struct MovedClockTests {
        private func verdicts(_ port: ClockedPort) async throws -> [Outcome] {
            let bench = try Workbench()
            let ids: Set = ["check-authentication-expired", "authorization-expired", "expired-login"]
            let cases = bench.cases { ids.contains($0.contractID) }
            try #require(cases.contains { $0.contractID == "check-authentication-expired" })
            return try await bench.run(cases) { InProcessImplementation(port: port, recorder: $0) }.map(\.outcome)
        }

        @Test func aPortThatIsToldThatTimeHasPassedIsNotWaitedFor() async throws {
            let port = try ClockedPort()
            let outcomes = try await verdicts(port)
            #expect(outcomes.allSatisfy { $0 == .pass })
            #expect(port.timesTold == outcomes.count)
            // Two minutes, two seconds that a checker tolerates, and one that is lost in whole seconds.
            #expect(port.times.allSatisfy { $0 > .seconds(123) })
        }

        @Test func aPortThatKeepsToItsClockIsSeen() async throws {
            let outcomes = try await verdicts(try ClockedPort(moves: false))
            #expect(outcomes.allSatisfy { $0 == .fail })
        }

        @Test(arguments: [PortFeature.clockAdvance, .clockAhead])
        func aPortThatCannotBeToldIsWaitedFor(feature: PortFeature) async throws {
            let port = try ClockedPort(lacks: [feature])
            #expect(try await verdicts(port).allSatisfy { $0 == .pass })
            #expect(port.timesTold == 0)
        }
    }
}
