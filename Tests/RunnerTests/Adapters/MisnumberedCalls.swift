import AccessEnablerAPI
import Driver
import Evidence

/// A suite that counts wrong: every call of a session is its first.
struct MisnumberedCalls: Implementation {
    let inner: any Implementation

    var description: ImplementationDescription { inner.description }

    func open(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        Session(inner: try await inner.open(configuration, session: session, account: account))
    }

    func renew() async { await inner.renew() }
    func stop() async { await inner.stop() }

    private struct Session: DrivenSession {
        let inner: any DrivenSession

        func call(_ message: Message, number: Int, deadline: Duration) async -> CallOutcome {
            await inner.call(message, number: 0, deadline: deadline)
        }

        func barrier(number: Int, deadline: Duration) async -> ProbeOutcome {
            await inner.barrier(number: number, deadline: deadline)
        }

        func ping(number: Int, deadline: Duration) async -> ProbeOutcome {
            await inner.ping(number: number, deadline: deadline)
        }

        var lostTime: Duration { inner.lostTime }
        func close() async { await inner.close() }
    }
}
