import AccessEnabler
import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Testing

/// Counts the sessions that have a process to themselves.
private final class CountingImplementation: Implementation {
    private let base: any Implementation
    private let sessions = Mutex<[SessionID]>([])

    init(_ base: any Implementation) { self.base = base }

    var alone: [SessionID] { sessions.withLock(\.self) }
    var description: ImplementationDescription { base.description }

    func open(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        try await base.open(configuration, session: session, account: account)
    }

    func openAlone(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        sessions.withLock { $0.append(session) }
        return try await open(configuration, session: session, account: account)
    }

    func stop() async { await base.stop() }
}

extension WholeRuns {
    @Suite struct RestartTests {
        /// What a process keeps in memory for whoever comes next is no storage.
        @Test(arguments: [("tokens-survive-a-restart", 1), ("check-authentication-without-token", 0)])
        func whatStartsAgainDoesSoInAFreshProcess(contract: String, count: Int) async throws {
            let bench = try Workbench()
            let cases = bench.cases { $0.contractID == contract }
            try #require(cases.count == 1)
            let made = Mutex<CountingImplementation?>(nil)
            let verdicts = try await bench.run(cases) { recorder in
                let implementation = CountingImplementation(
                    InProcessImplementation(port: try ReferencePort(), recorder: recorder))
                made.withLock { $0 = implementation }
                return implementation
            }
            #expect(verdicts.map(\.outcome) == [.pass])
            #expect(made.withLock { $0?.alone.count } == count)
        }
    }
}
