import Backend
import Evidence
import ServiceProtocol
import Testing

/// What a client says is recorded wherever it says it, and counts for what it is in every generation of the protocol.
@Suite struct RecordedRequestTests {
    private func recorded(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: String = ""
    ) throws -> RequestEvent {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.send(method, target, headers: headers, body: body)
        _ = caller.receive()
        return try #require(bench.log.all.compactMap(\.event.request).first)
    }

    @Test func everyHeaderIsRecorded() throws {
        let request = try recorded("GET", "/api/v1/checkauthn", headers: [("AP-Visitor-Identifier", "visitor-1")])
        #expect(request.fields["ap-visitor-identifier"] == "visitor-1")
    }

    @Test func aHeaderIsRecordedDecodedAsWellButNoSecret() throws {
        let request = try recorded(
            "GET", "/api/v1/checkauthn", headers: [("X-Town", "Z%C3%BCrich"), ("Cookie", "sid=a%2Fb-secret")])
        #expect(request.fields["x-town.unescaped"] == "Zürich")
        #expect(!request.fields.values.contains { $0.contains("b-secret") }, "\(request.fields)")
    }

    @Test(arguments: [
        ("application/json", #"{"a": {"b": [{"visitor": "v-1"}, 7]}, "c": true}"#, "a.b.0.visitor", "v-1"),
        ("application/json", #"{"a": {"b": [{"visitor": "v-1"}, 7]}, "c": true}"#, "a.b.1", "7"),
        ("application/json", #"[{"resource": "News"}]"#, "0.resource", "News"),
        ("application/xml", "<ask><who id=\"v-1\"><name>me</name></who></ask>", "ask.who.id", "v-1"),
        ("application/xml", "<ask><who id=\"v-1\"><name>me</name></who></ask>", "ask.who.name", "me"),
        (
            "multipart/form-data; boundary=cut",
            "--cut\r\nContent-Disposition: form-data; name=\"visitor\"\r\n\r\nv=1\r\n--cut--\r\n", "visitor", "v=1"
        ),
        ("application/x-www-form-urlencoded", "visitor=v-1&x=%C3%84", "x", "Ä"),
        ("application/x-www-form-urlencoded", "data=%7B%22a%22%3A%22%5Cu00c4%22%7D", "data.a", "Ä"),
        ("application/x-www-form-urlencoded", "data=%7B%22a%22%3A", "data", "{\"a\":"),
        // In Base64, and in the alphabet for URLs without padding.
        ("application/x-www-form-urlencoded", "data=eyJ0b3duIjoiWsO8cmljaCJ9", "data.town", "Zürich"),
        ("application/x-www-form-urlencoded", "data=W3siYSI6ICI_Pz8ifV0", "data.0.a", "???"),
        ("application/x-www-form-urlencoded", "data=everything", "data", "everything"),
    ])
    func theWholeBodyIsRecorded(_ type: String, _ body: String, _ name: String, _ value: String) throws {
        let request = try recorded("POST", "/reggie/v1/R/regcode", headers: [("Content-Type", type)], body: body)
        #expect(request.fields[name] == value, "\(request.fields)")
    }

    /// A longer one is no boundary (RFC 2046), and looking for it in a large body would keep everybody waiting.
    @Test(arguments: [70, 71]) func aBoundaryHasSeventyCharactersAtMost(_ count: Int) throws {
        let boundary = String(repeating: "-", count: count)
        let part = "Content-Disposition: form-data; name=\"visitor\"\r\n\r\nv-1\r\n"
        let request = try recorded(
            "POST", "/reggie/v1/R/regcode", headers: [("Content-Type", "multipart/form-data; boundary=\(boundary)")],
            body: "--\(boundary)\r\n\(part)--\(boundary)--\r\n")
        #expect(request.fields["visitor"] == (count == 70 ? "v-1" : nil))
    }

    @Test(arguments: [
        ("/o/client/register", "{}", "invalid_request"),
        ("/adobe-services/session", "", "Invalid requestor"),
        ("/favicon.ico", "", "404 Not Found: there is nothing at this path"),
    ])
    func aReplyThatRefusesIsRecordedWithItsReason(_ path: String, _ body: String, _ reason: String) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.send("POST", path, body: body)
        _ = caller.receive()
        let reply = bench.log.wait { observations in
            observations.lazy.compactMap { observation -> ReplyEvent? in
                if case .replyLeft(let reply) = observation.event { reply } else { nil }
            }.first
        }
        #expect(reply.reason == reason)
        #expect(reply.status >= 400)
    }

    @Test(arguments: [
        #"{"proof": {"software_statement": "my-secret"}}"#, #"{"tokens": {"access_token": ["my-secret"]}}"#,
        "<a><password>my-secret</password></a>", "refresh_token=%7B%22a%22%3A%22my-secret%22%7D",
        "refresh_token=eyJhIjoibXktc2VjcmV0In0=",
    ])
    func whatIsSecretStaysSecretInsideOfDocuments(_ body: String) throws {
        let request = try recorded("POST", "/o/client/register", body: body)
        #expect(!"\(request.fields)".contains("my-secret") && "\(request.fields)".contains("sha256:"))
    }

    @Test(arguments: [
        ("GET", "/api/v1/authorize?resource=News&requestor=R", Purpose.authorize),
        ("GET", "/api/v1/tokens/authz?resource=News&requestor=R", .authorizationToken),
        ("POST", "/adobe-services/authorize?resource_id=News&requestor_id=R", .authorize),
        ("OPTIONS", "/adobe-services/authorize?resource_id=News&requestor_id=R", .preflight),
        ("GET", "/api/v1/checkauthn/CODE?requestor=R&resource=News", .poll),
        ("GET", "/api/v1/authenticate/CODE?requestor=R&resource=News", .session),
        ("GET", "/reggie/v1/R/regcode/CODE?resource=News", .poll),
        ("GET", "/api/v1/checkauthn?requestor=R&resource=News", .session),
    ])
    func aRequestIsForWhatItIsForInEveryGeneration(
        _ method: String, _ target: String, _ purpose: Purpose
    ) throws {
        let request = try recorded(method, target)
        #expect(request.purpose == purpose)
        #expect(request[.requestor] == "R" && request[.resource] == "News")
        #expect(purpose != .poll || request[.registrationCode] == "CODE")
    }
}
