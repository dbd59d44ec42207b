import POSIX
import Testing

@Suite struct SocketTests {
    @Test func aPortThatIsTakenIsNamedInTheError() throws {
        let taken = try FileDescriptor.listening(on: SocketAddress())
        let port = taken.localPort
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor.listening(on: SocketAddress(port: port))
        }
        let message = try #require(error).description
        #expect(message.hasPrefix("listen on 127.0.0.1:\(port): address already in use"))
    }

    @Test func aHostThatIsNoAddressIsRefused() {
        let error = #expect(throws: SystemError.self) {
            _ = try FileDescriptor.listening(on: SocketAddress(host: "localhost"))
        }
        #expect(error?.description.hasPrefix("listen on localhost:0, which is no IPv4 address") == true)
        #expect(throws: SystemError.self) {
            _ = try FileDescriptor.connected(to: SocketAddress(host: "1.2.3", port: 1))
        }
    }

    @Test func twoBuffersLeaveAsOneStreamFromAnyStart() throws {
        let listener = try FileDescriptor.listening(on: SocketAddress())
        let client = try FileDescriptor.connected(to: SocketAddress(port: listener.localPort))
        guard case .connection(let raw) = listener.accept() else {
            Issue.record("no connection was waiting")
            return
        }
        let server = FileDescriptor(owning: raw)
        let (first, second) = (Array("abc".utf8), Array("defgh".utf8))
        for start in 0..<7 {
            #expect(server.send(first, second, secondEnd: 4, from: start) == .bytes(7 - start))
            var buffer = [UInt8](repeating: 0, count: 20)
            #expect(client.read(into: &buffer) == .bytes(7 - start))
            #expect(String(decoding: buffer[..<(7 - start)], as: UTF8.self) == "abcdefg".dropFirst(start))
        }
    }

    @Test func writingToAConnectionThatIsGoneIsAnOutcomeAndNotTheEndOfTheProgram() throws {
        let listener = try FileDescriptor.listening(on: SocketAddress())
        var client = try FileDescriptor.connected(to: SocketAddress(port: listener.localPort))
        guard case .connection(let raw) = listener.accept() else {
            Issue.record("no connection was waiting")
            return
        }
        let server = FileDescriptor(owning: raw)
        client.reset()
        var outcomes: [Transferred] = []
        for _ in 0..<2 { outcomes.append(server.send([1], [2], secondEnd: 1, from: 0)) }
        #expect(outcomes.allSatisfy { if case .failed = $0 { true } else { false } })
    }

    @Test func noConnectionWaitingIsSaid() throws {
        #expect(try FileDescriptor.listening(on: SocketAddress()).accept() == .noneWaiting)
    }
}
