import AccessEnablerAPI
import Driver
import Evidence
import POSIX
import Synchronization
import Testing

/// Who is let in where adapters dial in.
@Suite struct ListenerTests {
    private let tape = Tape()

    /// The adapter in Python over a connection instead of its standard streams.
    private func dial(_ listener: AdapterListener, hello token: String? = nil) throws -> ChildProcess {
        let connect = """
            import json, os, socket, sys
            link = socket.create_connection(("127.0.0.1", \(listener.port)))
            link.sendall(b'{"jsonrpc":"2.0","method":"hello","params":{"token":"\(token ?? listener.token)"}}\\n')
            os.dup2(link.fileno(), 0)
            os.dup2(link.fileno(), 1)

            """
        return try ChildProcess(["python3", "-c", connect + PythonAdapter.script, "plain"]) { _ in }
    }

    private func start(_ listener: AdapterListener) async throws -> ProcessImplementation {
        try await ProcessImplementation.start(
            .listener(listener), recorder: tape.recorder, suiteVersion: "1", version: .newest, platform: .iOS,
            limits: .patient)
    }

    /// P-14.
    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n", "\n", #"{"jsonrpc":"2.0","method":"hello"}"# + "\n",
        #"{"jsonrpc":"2.0","method":"hello","params":{"token":""}}"# + "\n",
        #"{"jsonrpc":"2.0","method":"hello","params":{"token":"00000000000000000000000000000000"}}"# + "\n",
        String(repeating: "x", count: 5_000),
    ])
    func whoDoesNotKnowTheTokenIsHungUpOn(greeting: String) throws {
        let listener = try AdapterListener(port: 0)
        defer { listener.stop() }
        let socket = try FileDescriptor.connected(to: SocketAddress(port: listener.port))
        let bytes = Array(greeting.utf8)
        _ = socket.send(bytes, [], secondEnd: 0, from: 0)
        var buffer = [UInt8](repeating: 0, count: 64)
        // Not a byte is said to strangers.
        switch socket.read(into: &buffer) {
        case .ended, .failed: break
        case .bytes, .blocked: Issue.record("\(String(decoding: buffer, as: UTF8.self))")
        }
    }

    @Test func tokensDifferAndAreLong() throws {
        let (one, other) = (try AdapterListener(port: 0), try AdapterListener(port: 0))
        #expect(one.token.count == 32 && one.token != other.token && one.port != other.port)
        #expect(one.token.allSatisfy { $0.isHexDigit })
        one.stop()
        other.stop()
        #expect(throws: DriverError.self) {
            let held = try AdapterListener(port: 0)
            defer { held.stop() }
            _ = try AdapterListener(port: held.port)
        }
    }

    /// P-13, P-15.
    @Test func anAdapterThatIsGoneIsExpectedToDialInAgain() async throws {
        let said = Mutex<[String]>([])
        let listener = try AdapterListener(port: 0) { text in said.withLock { $0.append(text) } }
        let first = try dial(listener)
        let port = try await start(listener)
        let session = try await port.open(SessionConfiguration(), session: SessionID("s"))
        let end = await session.call(Message("exit:", [.init("status", 0)]), number: 0, deadline: .seconds(300))
        #expect(end == .portGone("closed the connection"))
        _ = await first.exit()
        let second = try dial(listener)
        let again = try await port.open(SessionConfiguration(), session: SessionID("t"))
        #expect(await again.ping(number: 0, deadline: .seconds(300)) == .answered)
        await port.stop()
        #expect(await second.exit() == .exited(0))
        listener.stop()
        #expect(
            said.withLock { $0 }.allSatisfy { $0.contains("127.0.0.1:\(listener.port)") && $0.contains(listener.token) }
        )
    }

    /// P-15.
    @Test func severalAdaptersDialIn() async throws {
        let listener = try AdapterListener(port: 0)
        let children = [try dial(listener), try dial(listener), try dial(listener)]
        var members: [any Implementation] = []
        for _ in children { members.append(try await start(listener)) }
        let pool = ImplementationPool(members)
        // Three sessions fit in each.
        #expect(pool.description.sessionLimit == 9)
        var sessions: [any DrivenSession] = []
        for index in 0..<9 {
            sessions.append(try await pool.open(SessionConfiguration(), session: SessionID("s\(index)")))
        }
        await #expect(throws: DriverError.self) {
            _ = try await pool.open(SessionConfiguration(), session: SessionID("more"))
        }
        for session in sessions { #expect(await session.ping(number: 0, deadline: .seconds(300)) == .answered) }
        await pool.stop()
        for child in children { #expect(await child.exit() == .exited(0)) }
        listener.stop()
    }

    @Test func aListenerThatIsStoppedKeepsNobodyWaiting() async throws {
        let listener = try AdapterListener(port: 0)
        listener.stop()
        let error = await #expect(throws: DriverError.self) { _ = try await start(listener) }
        #expect(error?.code == .couldNotStart)
    }
}
