package import AccessEnablerAPI
package import Evidence
internal import Synchronization

/// Several processes of one adapter, among which sessions are dealt out in turn.
package final class ImplementationPool: Implementation {
    package let description: ImplementationDescription
    private let members: [any Implementation]
    private let next = Mutex(0)

    /// All of `members`, at least one, must be of the same port.
    package init(_ members: [any Implementation]) {
        precondition(!members.isEmpty, "a pool of nothing")
        self.members = members
        var description = members[0].description
        description.sessionLimit = description.sessionLimit.map { $0 * members.count }
        self.description = description
    }

    package func open(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        let first = next.withLock { next in
            defer { next = (next + 1) % members.count }
            return next
        }
        for offset in 0..<members.count {
            do throws(DriverError) {
                return try await members[(first + offset) % members.count].open(
                    configuration, session: session, account: account)
            } catch  where [.tooManySessions, .givenUp].contains(error.code) && offset < members.count - 1 {
                // Another has room, or can be started.
                continue
            } catch {
                throw error
            }
        }
        preconditionFailure("the last member answers one way or the other")
    }

    package func openAlone(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        try await members[0].openAlone(configuration, session: session, account: account)
    }

    package var processes: [Int32] { members.flatMap(\.processes) }

    package var runsAlone: Bool { members.allSatisfy(\.runsAlone) }

    package func renew() async {
        for member in members { await member.renew() }
    }

    package func hear() async {
        for member in members { await member.hear() }
    }

    package func stop() async {
        for member in members { await member.stop() }
    }
}
