import Backend
import Evidence
import Gate
import HTTPServer
import Timing
import Transport

/// Measures what a gate adds to a request: the same one, to a server in this process directly and through a gate, in turn.
///
///     GateBenchmark [COUNT]
@main enum GateBenchmark {
    static func main() async throws {
        try await measure(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2_000)
    }
}

nonisolated func measure(_ count: Int) async throws {
    let body = [UInt8](repeating: 0x20, count: 4_096)
    let server = try HTTPServer.start(endpoints: 1) { _, handle in handle.send(ServerReply(status: 200, body: body)) }
    let behind = try HTTPClient.start()
    let client = try HTTPClient.start()
    let direct = "http://\(server.addresses[0])"
    let forwarder = Forwarder(behind, providers: [direct])
    var options = BackendOptions()
    options.upstream = forwarder.upstream
    let backend = try Backend.start(endpoints: 1, recorder: Recorder(sinks: [{ _ in }]), options: options)
    forwarder.announce(backend.baseURLs)
    backend.open(
        Scenario(
            session: SessionID("s1"), requestor: "REF30", softwareStatement: "",
            providers: [ProviderScript(name: "sp1", endpoint: 0, mvpds: [])]))
    var times: [[Double]] = [[], []]
    for round in 0..<(count + 100) {
        for (way, base) in [direct, backend.baseURLs[0]].enumerated() {
            let start = MonotonicTime.now()
            _ = try await client.send(HTTPRequest(url: base + "/o/client/token"))
            if round >= 100 { times[way].append((MonotonicTime.now() - start).milliseconds) }
        }
    }
    let sorted = times.map { $0.sorted() }
    for (name, times) in zip(["direct", "through a gate"], sorted) {
        print("\(name): p50 \(times[times.count / 2]) ms, p99 \(times[times.count * 99 / 100]) ms")
    }
    print("a gate adds \(sorted[1][count / 2] - sorted[0][count / 2]) ms at the median")
    backend.stop()
    server.stop()
    await behind.stopAndWait()
    await client.stopAndWait()
}
