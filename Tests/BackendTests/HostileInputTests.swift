import Evidence
import ServiceProtocol
import Testing
import Timing

@testable import Backend

/// What clients should not send, in the open world: a clear answer in the client's format, and nobody else disturbed.
@Suite struct HostileInputTests {
    private static let texts = [
        "'; DROP TABLE logins; --", "<script>alert(1)</script>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
        "\u{0}\u{1}\r\nSet-Cookie: a=b", String(repeating: "x", count: 20_000), "../../../../etc/passwd", "%s%n%x",
        "<signatureInfo>AAAA</signatureInfo><authToken><ttl>9223372036854775807</ttl>"
            + "<issueTime>2026-01-01 00:00:00 +0000</issueTime></authToken>",
    ]

    @Test(arguments: texts) func aStrangeTextIsOnlyAText(_ text: String) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitor = try Visitor(bench.backend.baseURLs[0])
        #expect(try visitor.signIn("Cablevision").location == "https://player.adobe.com/live")
        let caller = try Caller(bench.backend.baseURLs[0])
        let value = encode(text)
        for path in [
            "/adobe-services/config/\(value)", "/api/v1/authorize?requestor=REF30&deviceId=\(value)&resource=\(value)",
            "/api/v1/tokens/authn?requestor=\(value)&deviceId=\(value)", "/reggie/v1/REF30/regcode/\(value)",
            "/activate?code=\(value)", "/mvpd/\(value)/sso?RelayState=\(value)",
            "/adobe-services/authenticate/saml?requestor_id=\(value)&mso_id=\(value)&redirect_url=\(value)",
        ] {
            let reply = caller.get(path)
            #expect((200..<500).contains(reply.status), "\(path.prefix(60))")
            #expect(!reply.text.contains("<script>alert(1)"))
            #expect(reply.cookies.allSatisfy { !$0.hasPrefix("a=b") })
        }
        let form = [
            ("requestor_id", "REF30"), ("resource_id", text), ("authentication_token", text), ("authz_token", text),
            ("SAMLResponse", text), ("RelayState", text), ("username", text), ("password", text), ("code", text),
        ]
        for path in [
            "/adobe-services/authorize", "/adobe-services/shortAuthorize", "/sp/saml/SAMLAssertionConsumer",
            "/mvpd/Cablevision/login", "/activate/choose", "/o/client/token", "/o/client/register", "/indiv/devices",
        ] {
            #expect((200..<500).contains(caller.post(path, form: form).status), "\(path)")
        }
        let session = caller.post(
            "/adobe-services/session", headers: visitor.cookieHeader, form: [("requestor_id", "REF30")])
        #expect(session.text.contains("<authnToken>"))
    }

    @Test func bytesThatAreNoUTF8AreAnsweredInTheClientsFormat() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let reply = caller.get(
            "/api/v1/authorize?requestor=%FF%FE&deviceId=%C0%80", headers: [("Accept", "application/json")])
        #expect(reply.status == 400 && reply.text.hasPrefix("{\"status\":400"))
        #expect(caller.post("/o/client/register", body: "{\"software_statement\": \"\\ud800\"}").status == 400)
    }

    @Test func secretsAreRecordedOnlyWhenAskedFor() throws {
        for shows in [false, true] {
            var options = BackendOptions()
            options.showsSecrets = shows
            let bench = try Bench(openWorld: OpenWorld(), options: options)
            let visitor = try Visitor(bench.backend.baseURLs[0])
            _ = try visitor.signIn("Cablevision")
            let passwords = bench.log.all.compactMap { $0.event.request?.fields["password"] }
            #expect(passwords.count == 1 && (passwords.first == "password") == shows)
        }
    }

    /// A client that sends much does not fill the memory: neither what is recorded nor what is kept.
    @Test func whatIsRecordedOfARequestIsBounded() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let long = String(repeating: "x", count: 100_000)
        let reply = caller.post(
            "/api/v1/authorize", form: [("a", long), ("b", "short")] + (0..<20).map { ("c\($0)", long) })
        #expect((400..<500).contains(reply.status))
        let fields = try #require(bench.log.all.compactMap(\.event.request).first).fields
        #expect(fields["a"]?.hasSuffix("… (100000 bytes)") == true && fields["b"] == "short")
        #expect(fields.reduce(0) { $0 + $1.value.utf8.count } < 70_000)
    }

    /// Paths to a million values, or a million pairs of nothing, would take all memory, or the server's thread for minutes.
    @Test(arguments: [
        "{\"" + String(repeating: "k", count: 1_000_000) + "\":[" + String(repeating: "0,", count: 1_000_000) + "0]}",
        "<" + String(repeating: "k", count: 40_000) + ">" + String(repeating: "<a/>", count: 150_000) + "</"
            + String(repeating: "k", count: 40_000) + ">",
        String(repeating: "=&", count: 2_000_000),
        (0..<170_000).map { "a\($0)=signatureInfo" }.joined(separator: "&"),
    ])
    func aBodyOfMillionsOfValuesIsRecordedInPart(body: String) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        #expect((400..<500).contains(caller.post("/nowhere", body: body).status))
        let fields = try #require(bench.log.all.compactMap(\.event.request).first).fields
        #expect(fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } < 150_000)
        #expect(bench.log.all.count < 40)
    }

    @Test func theLogForgetsWhatIsOldWhenRequestsAreLarge() {
        let log = RequestLog(maxRequests: 1_000, maxBytes: 10_000)
        for number in 0..<100 {
            let request = RequestEvent(
                exchange: UInt64(number + 1), provider: "sp1", purpose: .other, method: "GET", path: "/",
                fields: ["a": String(repeating: "x", count: 1_000)], firstByte: MonotonicTime(nanoseconds: 0))
            log.take(
                Observation(
                    sequence: number, time: MonotonicTime(nanoseconds: 0), session: .none, event: .request(request)))
        }
        let kept = log.observations(from: 0)
        #expect((4...10).contains(kept.count) && kept.last?.sequence == 99)
    }
}
