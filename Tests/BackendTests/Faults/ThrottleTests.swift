import Backend
import Testing

@Suite struct ThrottleTests {
    @Test func whoAsksTooMuchIsToldSoAndOthersAreNot() throws {
        var options = BackendOptions()
        // Nothing comes back during the test.
        options.throttle = Throttle(perSecond: 0, burst: 2)
        let bench = try Bench(openWorld: OpenWorld(), options: options)
        let caller = try Caller(bench.backend.baseURLs[0])
        func status(_ path: String, from client: String) -> Response {
            caller.get(path, headers: [("X-Forwarded-For", client), ("Origin", "https://player.test")])
        }
        let path = "/api/v1/config/REF30"
        #expect((0..<3).map { _ in status(path, from: "192.0.2.1").status } == [200, 200, 200])
        let refused = status("/adobe-services/config/REF30", from: "192.0.2.1")
        #expect(refused.status == 429 && refused.text.contains("<title>429 Too Many Requests</title>"))
        #expect(refused.text.contains("<center>openresty</center>"))
        #expect(refused.headers["access-control-allow-origin"] == "https://player.test")
        #expect(refused.cookies.contains { $0.hasPrefix("AWSALB=") })
        #expect(status(path, from: "192.0.2.2").status == 200)
        // Who says nothing is known by the address of the connection.
        #expect((0..<4).map { _ in caller.get(path).status } == [200, 200, 200, 429])
        #expect(status(path, from: "127.0.0.1").status == 429)
        #expect(status("/adobe-services/session?requestor_id=REF30", from: "192.0.2.1").status == 401)
    }
}
