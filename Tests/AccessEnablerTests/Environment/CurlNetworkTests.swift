import AccessEnablerAPI
import POSIX
import Testing

@testable import AccessEnabler

struct CurlNetworkTests {
    @Test(arguments: [false, true])
    func whatWasCancelledEndsSo(sendsDirectly: Bool) async throws {
        let network = try CurlNetwork(sendsDirectly: sendsDirectly)
        // Nobody takes the connection, and nobody refuses it.
        let silent = try FileDescriptor.listening(on: SocketAddress(host: "127.0.0.1", port: 0))
        let url = "http://127.0.0.1:\(silent.localPort)/"
        let request = NetworkRequest(method: "GET", url: url, timeLimit: .seconds(600))
        let (outcomes, tell) = AsyncStream.makeStream(of: NetworkFailure.Code?.self)
        let cancellation = network.send(request) { outcome in
            if case .failure(let failure) = outcome { tell.yield(failure.code) } else { tell.yield(nil) }
        }
        cancellation.cancel()
        #expect(await outcomes.first { _ in true } == .cancelled)
    }

    @Test func aTimerThatWasCancelledDoesNotFire() async throws {
        let network = try CurlNetwork()
        let (fired, tell) = AsyncStream.makeStream(of: String.self)
        let cancelled = network.run({ tell.yield("cancelled") }, after: .milliseconds(1_000))
        _ = network.run({ tell.yield("kept") }, after: .milliseconds(1_050))
        cancelled.cancel()
        #expect(await fired.first { _ in true } == "kept")
    }
}
