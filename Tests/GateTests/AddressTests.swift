import Evidence
import HTTPServer
import POSIX
import Testing
import Transport

@testable import Gate

/// That a client stays behind the gate.
@Suite struct AddressTests {
    @Test(arguments: [
        ("https://a.test", "https://a.test:443/x", "http://127.0.0.1:9/x"),
        ("https://a.test", "https://a.test:4430/x", "https://a.test:4430/x"),
        ("http://[::1]", "http://[::1]:80/x", "http://127.0.0.1:9/x"),
        ("https://a.test:8443", "https://a.test:8443/x", "http://127.0.0.1:9/x"),
    ])
    func aPortThatNeedNotBeWrittenMayBe(_ provider: String, _ location: String, _ gated: String) {
        #expect(AddressMap(providers: [provider], gates: ["http://127.0.0.1:9"]).toGates(location) == gated)
    }

    @Test func redirectsCookiesAndPagesLeadBackToTheGates() async throws {
        let bench = try GateBench(providers: 2) { request in
            let own = "http://\(request.headers["host"] ?? "")"
            switch request.path {
            case "/page":
                return ServerReply(
                    status: 200, headers: [("Content-Type", "text/html; charset=utf-8")],
                    body: Array(
                        """
                        <a href="\(own)/x"><form action='\(own)'>"\(own.replacing("/", with: "\\/"))\\/y" \(own)99/z
                        u=\(own.replacing(":", with: "%3A").replacing("/", with: "%2F"))%2Fq
                        """.utf8))
            case "/signed":
                return ServerReply(
                    status: 200, headers: [("Content-Type", "text/xml")], body: Array("<t>\(own)/x</t>".utf8))
            default:
                return ServerReply(
                    status: 302,
                    headers: [
                        ("Location", own + "/next?back=http%3A%2F%2Felsewhere.test"),
                        ("Set-Cookie", "a=b; Domain=example.com; Path=/; Secure; HttpOnly; SameSite=None"),
                        ("Strict-Transport-Security", "max-age=1"), ("Alt-Svc", "h3"), ("Connection", "X-Hop"),
                        ("X-Hop", "1"),
                    ])
            }
        }
        bench.open("s1")
        let gate = bench.gates[1]
        let redirect = try await bench.get(
            "/go", at: 1,
            headers: [("Origin", gate), ("Referer", gate + "/page"), ("Connection", "X-Mine"), ("X-Mine", "1")])
        #expect(redirect.header("location") == gate + "/next?back=http%3A%2F%2Felsewhere.test")
        #expect(redirect.header("set-cookie") == "a=b; Path=/; HttpOnly")
        for name in ["strict-transport-security", "alt-svc", "x-hop"] { #expect(redirect.header(name) == nil) }
        let asked = bench.asked.wait { $0.last }
        #expect(asked.headers["origin"] == bench.providers[1])
        #expect(asked.headers["referer"] == bench.providers[1] + "/page")
        #expect(asked.headers["x-mine"] == nil)
        let page = String(decoding: try await bench.get("/page", at: 1).body, as: UTF8.self)
        let own = bench.providers[1]
        #expect(
            page == """
                <a href="\(gate)/x"><form action='\(gate)'>"\(gate.replacing("/", with: "\\/"))\\/y" \(own)99/z
                u=\(gate.replacing(":", with: "%3A").replacing("/", with: "%2F"))%2Fq
                """)
        let signed = String(decoding: try await bench.get("/signed", at: 1).body, as: UTF8.self)
        #expect(signed == "<t>\(own)/x</t>")
    }
}
