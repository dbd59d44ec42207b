import Backend
import Cryptography
import Documents
import Encodings
import Evidence
import Testing
import Timing
import Tokens

/// Devices without a browser: a code on the television, a login on a second screen.
@Suite struct ClientlessTests {
    @Test func itIsKnownWhoIssuedACodeAndWhetherItWasTakenBack() throws {
        let bench = try Bench(endpoints: 2, openWorld: OpenWorld())
        let televisions = try bench.backend.baseURLs.map { try Television($0, format: "json") }
        let codes = try televisions.map { try $0.value("code", of: $0.post("/reggie/v1/REF30/regcode")) }
        televisions[0].send("DELETE", "/reggie/v1/REF30/regcode/\(codes[0])")
        #expect(televisions[0].receive().status == 204)
        let session = try #require(bench.log.all.first { $0.event.request != nil }?.session)
        let issued = bench.backend.registrationCodes(session)
        #expect(issued.map(\.text) == [codes[1], codes[0]] && issued.map(\.isTakenBack) == [false, true])
        #expect(issued.first?.base == bench.backend.baseURLs[1])
    }

    @Test(arguments: ["json", "xml"])
    func aTelevisionIsActivatedOnASecondScreenAndPlays(_ format: String) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let tv = try Television(bench.backend.baseURLs[0], format: format)
        let code = try tv.value("code", of: tv.post("/reggie/v1/REF30/regcode"))
        #expect(tv.get("/api/v1/authenticate/\(code)").status == 404)
        #expect(tv.get("/api/v1/tokens/authn").status == 404)
        #expect(tv.get("/api/v1/checkauthn").status == 403)
        #expect(tv.get("/api/v1/tokens/authz", resource: "News").status == 412)

        let visitor = try Visitor(bench.backend.baseURLs[0])
        let wrong = try visitor.submit(visitor.open("/activate"), form: "activate", filling: ["code": "no-such"])
        #expect(wrong.text.contains("role=\"alert\""))
        try visitor.activate(" " + code.lowercased(), on: wrong)

        #expect(tv.get("/api/v1/authenticate/\(code)").status == 200)
        let authentication = tv.get("/api/v1/tokens/authn")
        #expect(try tv.value("mvpd", of: authentication) == "Cablevision")
        let expires = try #require(Int64(try tv.value("expires", of: authentication)))
        #expect(tv.get("/api/v1/checkauthn").status == 200 && tv.get("/api/v1/checkauthn/\(code)").status == 200)
        #expect(tv.get("/api/v1/tokens/usermetadata").text.contains("54321"))
        let decisions = tv.get("/api/v1/preauthorize", resource: "News,Sports")
        #expect(decisions.headers["adobe-response-confidence"] == "full")
        #expect(decisions.text.contains("authorization_denied_by_mvpd") && decisions.text.contains("news alone"))
        #expect(tv.get("/api/v1/preauthorize/\(code)", resource: "News").status == 200)

        let second = try Caller(bench.backend.baseURLs[0])
        #expect(second.get("/api/v1/preauthorize/\(code)?requestor=REF30&resource=News").status == 200, "by code alone")

        #expect(tv.get("/api/v1/tokens/authz", resource: "News").status == 404)
        #expect(tv.get("/api/v1/mediatoken", resource: "News").status == 403)
        let denied = tv.get("/api/v1/authorize", resource: "Sports")
        #expect(denied.status == 403)
        #expect(try tv.value("details", of: denied) == "Your subscription package includes news alone.")
        #expect(try tv.value("resource", of: tv.get("/api/v1/authorize", resource: "News")) == "News")
        #expect(tv.get("/api/v1/tokens/authz", resource: "News").status == 200)
        let several = try (0..<4).map { _ in
            try tv.value("serializedToken", of: tv.get("/api/v1/mediatoken", resource: "News"))
        }
        #expect(Set(several).count == 4, "media tokens of one second are told apart")
        let media = tv.get("/api/v1/tokens/media", resource: "News")
        let bytes = try #require(Base64.decode(try tv.value("serializedToken", of: media)))
        let token = String(decoding: bytes, as: UTF8.self)
        #expect(try MediaToken(parsing: token).requestor == "REF30")
        #expect(verifies(token, bench.backend.publicKey))

        tv.send("DELETE", "/api/v1/logout")
        #expect(tv.receive().status == 204 && tv.get("/api/v1/checkauthn").status == 403)
        tv.send("DELETE", "/reggie/v1/REF30/regcode/\(code)")
        #expect(tv.receive().status == 204 && tv.get("/reggie/v1/REF30/regcode/\(code)").status == 404)

        bench.backend.advanceClock(of: .none, by: .milliseconds(expires - WallTime.now().milliseconds) + .seconds(1))
        #expect(tv.get("/api/v1/checkauthn").status == 403)
    }

    /// The documents have a device ask by its id alone; who has logged in twice may say with which MVPD.
    @Test func ofSeveralLoginsOfADeviceTheOneThatIsNamedIsMeant() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let tv = try Television(bench.backend.baseURLs[0], format: "json")
        let visitor = try Visitor(bench.backend.baseURLs[0])
        try visitor.activate(tv.value("code", of: tv.post("/reggie/v1/REF30/regcode")), on: visitor.open("/activate"))
        let pass = try Caller(bench.backend.baseURLs[0]).post(
            "/api/v1/authenticate/freepreview",
            form: [("requestor_id", "REF30"), ("deviceId", "tv-1"), ("mso_id", "TempPass"), ("domain_name", "a.test")])
        #expect(pass.status == 204)
        for (named, mvpd) in [(nil, "TempPass"), ("Cablevision", "Cablevision"), ("Nobody", "TempPass")] {
            #expect(try tv.value("mvpd", of: tv.get("/api/v1/tokens/authn", mvpd: named)) == mvpd)
        }
    }

    /// What was granted is the user's, and not that of one of their logins.
    @Test func theSameUserSignedInAgainPlaysWhatWasAuthorized() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let tv = try Television(bench.backend.baseURLs[0], format: "json")
        var plays: [Bool] = []
        for user in ["basic", "basic", "user"] {
            let visitor = try Visitor(bench.backend.baseURLs[0])
            let code = try tv.value("code", of: tv.post("/reggie/v1/REF30/regcode"))
            try visitor.activate(code, on: visitor.open("/activate"), user: user)
            #expect(tv.get("/api/v1/authenticate/\(code)").status == 200)
            let isKnown = tv.get("/api/v1/mediatoken", resource: "News").status == 200
            #expect(isKnown == (tv.get("/api/v1/tokens/authz", resource: "News").status == 200))
            plays.append(isKnown)
            #expect(tv.get("/api/v1/authorize", resource: "News").status == 200)
        }
        #expect(plays == [false, true, false])
    }

    @Test(arguments: [
        ("/api/v1/tokens/authn.json", "", true), ("/api/v1/tokens/authn.xml", "application/json", false),
        ("/api/v1/tokens/authn?format=json", "", true), ("/api/v1/tokens/authn", "*/*", false),
        ("/api/v1/tokens/authn", "application/json, text/plain, */*", true),
        ("/api/v1/tokens/authn", "application/xml;q=0.9, application/json;q=0.1", false),
        ("/api/v1/tokens/authn", "application/json, text/javascript", true),
        ("/api/v1/tokens/authn?format=xml", "application/json", false),
    ])
    func theFormatIsThatOfParameterExtensionOrAccept(_ path: String, _ accept: String, _ isJSON: Bool) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let separator = path.contains("?") ? "&" : "?"
        let reply = try Caller(bench.backend.baseURLs[0]).get(
            "\(path)\(separator)requestor=REF30&deviceId=tv", headers: accept.isEmpty ? [] : [("Accept", accept)])
        #expect(reply.status == 404)
        #expect(reply.text.hasPrefix(isJSON ? "{" : "<?xml"))
        #expect(reply.headers["content-type"]?.contains(isJSON ? "json" : "xml") == true)
    }

    @Test func everyPathAnswersABrowserThatAsksWhatItMayDo() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        for path in ["/api/v1/authorize", "/adobe-services/session", "/o/client/register", "/indiv/devices"] {
            caller.send("OPTIONS", path, headers: [("Origin", "https://player.test")])
            let reply = caller.receive()
            #expect(reply.status == 204 && reply.headers["access-control-allow-origin"] == "https://player.test")
            #expect(reply.headers["access-control-allow-methods"] == "POST,GET,OPTIONS,DELETE")
            #expect(reply.headers["access-control-allow-headers"]?.contains("pass_sfp") == true)
        }
        // A page that a user logs in on is nobody's to read.
        let page = caller.get("/activate", headers: [("Origin", "https://player.test")])
        #expect(page.status == 200 && page.headers["access-control-allow-origin"] == nil)
        caller.send("HEAD", "/adobe-services/config/REF30")
        let head = caller.receiveHeadAlone()
        #expect(head.status == 200 && head.length > 500)
        caller.send("PUT", "/api/v1/authorize.json")
        let refused = caller.receive()
        #expect(refused.status == 405 && refused.text.contains("\"status\":405"))
        #expect(refused.headers["allow"] == "GET, HEAD, OPTIONS")
    }
}

/// A device that asks in one format.
final class Television {
    private let caller: Caller
    private let format: String
    private let device = "requestor=REF30&deviceId=tv-1"

    init(_ baseURL: String, format: String) throws {
        caller = try Caller(baseURL)
        self.format = format
    }

    func get(_ path: String, resource: String? = nil, mvpd: String? = nil) -> Response {
        let more = (resource.map { "&resource=" + encode($0) } ?? "") + (mvpd.map { "&mvpd=" + encode($0) } ?? "")
        return caller.get("\(path)?\(device)\(more)", headers: [("Accept", "application/\(format)")])
    }

    func post(_ path: String) -> Response {
        // A client in the field posts its parameters in the query, and a body that is no form.
        caller.post("\(path)?\(device)", headers: [("Accept", "application/\(format)")], body: "{}")
    }

    func send(_ method: String, _ path: String) {
        caller.send(method, "\(path)?\(device)", headers: [("Accept", "application/\(format)")])
    }

    func receive() -> Response { caller.receive() }

    /// A member of the answer, or the text of an element.
    func value(_ name: String, of reply: Response) throws -> String {
        if format == "xml" { return try text(of: name, in: reply) }
        return try #require(try JSON.parse(reply.body)[name]?.string)
    }
}
