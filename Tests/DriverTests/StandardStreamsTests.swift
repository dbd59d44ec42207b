import AccessEnablerAPI
import Driver
import Evidence
import Testing

/// A whole adapter program in Swift, started as the suite starts any.
@Suite struct StandardStreamsTests {
    /// Built beside the tests.
    private static let program =
        (CommandLine.arguments.first ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .map { $0 + "/" }.joined() + "ScriptedAdapter"

    /// P-04.
    @Test func theProtocolKeepsItsStreamsFromThePort() async throws {
        let tape = Tape()
        let port = try await ProcessImplementation.start(
            .command([Self.program]), recorder: tape.recorder, suiteVersion: "1", version: .newest, platform: .iOS,
            limits: .patient)
        let session = try await port.open(SessionConfiguration(), session: SessionID("s"))
        #expect(await session.call(Message(.checkAuthentication), number: 0, deadline: .seconds(60)) == .returned)
        #expect(tape.callbacks.map(\.message) == [Message(.navigateToUrl, [.init("url", "nothing to read")])])
        try await tape.first { $0 == .portOutput(stream: "stderr", line: "printed by the port") }

        let end = "exited with status 7"
        #expect(await session.call(Message(.logout), number: 1, deadline: .seconds(60)) == .portGone(end))
        await port.stop()
    }
}
