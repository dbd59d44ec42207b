import Backend
import Cryptography
import Encodings
import Evidence
import ServiceProtocol
import Testing
import Timing
import Tokens

@Suite struct LoginTests {
    @Test func aWholeLoginEndsWithTokensThatThePublicKeyVerifies() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let authentication = try client.logIn()
        let token = try AuthenticationToken(parsing: authentication)
        #expect(token.requestor == "REQ1" && token.mvpd == "Cable1" && token.domain == "adobe.com")
        #expect(token.fingerprint == Hex.encode(Digest.sha1(Array(client.device.utf8))))
        #expect(verifies(authentication, bench.backend.publicKey))

        let authorized = try client.call(
            "/adobe-services/authorize",
            [
                ("resource_id", "News"), ("authentication_token", authentication), ("mso_id", "Cable1"),
                ("userMeta", "1"),
            ])
        let authorization = try text(of: "authzToken", in: authorized)
        #expect(try AuthorizationToken(parsing: authorization).resource == "News")
        #expect(try text(of: "userMeta", in: authorized).contains(#""data":{"zip":["12345"]}"#))

        let media = try client.call(
            "/adobe-services//1.0/shortAuthorize", [("authz_token", authorization), ("session_guid", token.guid)])
        let mediaToken = try MediaToken(parsing: media.text)
        #expect(mediaToken.sessionGUID == token.guid && mediaToken.resource == "News" && mediaToken.mvpd == "Cable1")
        #expect(verifies(media.text, bench.backend.publicKey))
    }

    @Test func aPageLoadsNothingAndIsKeptByNobody() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let script = Base64.encode(Digest.sha256(Array("document.forms[0].submit()".utf8)))
        for path in ["/", "/activate", "/adobe-services/authenticate/saml?requestor_id=REF30"] {
            let headers = caller.get(path).headers
            #expect(headers["content-security-policy"]?.hasPrefix("default-src 'none'; ") == true, "\(path)")
            let policy = headers["content-security-policy"] ?? ""
            #expect(policy.hasSuffix("script-src 'unsafe-hashes' 'sha256-\(script)'"), "\(path)")
            #expect(headers["x-content-type-options"] == "nosniff" && headers["x-frame-options"] == "DENY")
            #expect(headers["referrer-policy"] == "same-origin" && headers["cache-control"] == "no-store")
        }
    }

    /// Applications show the page of such an MVPD within one of theirs.
    @Test(arguments: [("IFrameTV", true), ("Cablevision", false)])
    func onlyThePagesOfAnMVPDThatWantsAFrameMayBeInOne(mvpd: String, isFramed: Bool) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let page = caller.get(
            "/adobe-services/authenticate/saml?requestor_id=REF30&mso_id=\(mvpd)&redirect_url=https://player.adobe.com/live"
        )
        #expect(page.status == 200 && (page.headers["x-frame-options"] == nil) == isFramed)
    }

    @Test func aWrongPasswordShowsTheFormAgainWithAnError() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let (caller, page) = try client.goToLoginPage()
        let again = try client.submit(
            page, form: "login", filling: ["username": "user1", "password": "guess"], caller)
        #expect(again.text.contains("role=\"alert\""))
        #expect(!again.text.contains("guess"))
        let carrier = try client.submit(again, form: "login", filling: ["password": "secret-of-1"], caller)
        #expect(try client.submit(carrier, form: nil, caller).location == client.redirectURL)
    }

    @Test func aCancelledLoginSendsTheBrowserBackAndLeavesNoToken() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let (caller, page) = try client.goToLoginPage()
        let carrier = try client.submit(page, form: "cancel", caller)
        let end = try client.submit(carrier, form: nil, caller)
        #expect(end.status == 302 && end.location == client.redirectURL)
        #expect(try client.askSession().text.contains("<pendingLogout"))
    }

    @Test func anAssertionIsAcceptedOnceAndOnlyAsItWasMade() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let (caller, page) = try client.goToLoginPage()
        let carrier = try client.submit(
            page, form: "login", filling: ["username": "user1", "password": "secret-of-1"], caller)
        let forged = try client.submit(carrier, form: nil, filling: ["SAMLResponse": "Zm9yZ2Vk"], caller)
        #expect(forged.status == 400)
        #expect(try client.submit(carrier, form: nil, caller).status == 302)
        #expect(try client.submit(carrier, form: nil, caller).status == 400)
        #expect(caller.post("/sp/saml/SAMLAssertionConsumer").status == 503)
    }

    @Test func beforeTheLoginThereIsNoSessionAndAfterTheLogoutItIsPending() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        try client.getCode()
        let before = try client.askSession()
        #expect(before.status == 401 && before.text.contains("Data not found"))
        _ = try client.signIn()
        let token = try text(of: "authnToken", in: try client.askSession())
        let caller = try Caller(client.baseURL)
        let logout = caller.get(
            "/adobe-services/logout?requestor_id=REQ1&mso_id=Cable1&redirect_url=adobepass%3A%2F%2Flogout")
        #expect(logout.status == 302 && logout.location == "adobepass://logout")
        let after = try client.askSession()
        #expect(after.status == 200 && after.text.contains("<pendingLogout"))
        let refused = try client.call(
            "/adobe-services/authorize", [("resource_id", "News"), ("authentication_token", token)])
        #expect(refused.text.contains("<pendingLogout"))
    }

    @Test func aLogoutElsewhereEndsTheLoginHere() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        _ = try client.logIn()
        bench.backend.logOutRemotely(SessionID("s1"))
        #expect(try client.askSession().text.contains("<pendingLogout"))
    }

    @Test func aLoginThatIsRenewedElsewhereHasANewTokenThatLastsADayLonger() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        _ = try client.logIn()
        let first = try text(of: "authnToken", in: client.askSession())
        #expect(try text(of: "authnToken", in: client.askSession()) == first)
        bench.backend.renewRemotely(SessionID("s1"))
        let second = try text(of: "authnToken", in: client.askSession())
        #expect(second != first)
        let lives = try [first, second].map { try AuthenticationToken(parsing: $0).expires.milliseconds }
        #expect(lives[1] - lives[0] == 86_400_000)
    }

    /// Also of the user's own rules, and after a restart of the client.
    @Test func whatMVPDsDecideOtherwiseCountsFromThenOn() throws {
        let bench = try Bench()
        var scenario = Scenario.sample()
        scenario.resources = ["r1": .granted, "r2": .granted]
        scenario.users[0].resources = ["r2": .denied("not for you")]
        bench.backend.open(scenario)
        var client = Client(bench.backend.baseURLs[0])
        let token = try client.logIn()
        func answers() throws -> [Bool] {
            try ["r1", "r2"].map { resource in
                try client.call(
                    "/adobe-services/authorize",
                    [("_method", "GET"), ("resource_id", resource), ("authentication_token", token)]
                ).text.contains("authzToken")
            }
        }
        #expect(try answers() == [true, false])
        bench.backend.decide(.denied("not any more"), about: "r1", in: SessionID("s1"))
        bench.backend.decide(.granted, about: "r2", in: SessionID("s1"))
        #expect(try answers() == [false, true])
        scenario.session = SessionID("s1.restarted")
        bench.backend.open(scenario)
        #expect(try answers() == [false, true])
    }

    @Test func aCodeThatWasGivenBackIsKnownAfterARestartOfTheClient() throws {
        let bench = try Bench()
        var scenario = Scenario.sample()
        bench.backend.open(scenario)
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        try client.getCode()
        let caller = try Caller(client.baseURL)
        caller.send("DELETE", "/reggie/v1/\(client.requestor)/regcode/\(client.code)", headers: client.bearer)
        #expect(caller.receive().status == 204)
        scenario.session = SessionID("s1.restarted")
        bench.backend.open(scenario)
        let codes = bench.backend.registrationCodes(scenario.session)
        #expect(codes.map(\.text) == [client.code] && codes.map(\.isTakenBack) == [true])
    }

    @Test func anMVPDThatIsNotIntegratedIsNeverContacted() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        try client.getCode()
        let caller = try Caller(client.baseURL)
        let reply = caller.get(client.authenticatePath(mvpd: "Unknown"))
        #expect(reply.status == 302 && reply.location == client.redirectURL)
    }

    /// A code that comes after the pass is for another login (service-protocol.md 3.3).
    @Test(arguments: [true, false]) func aTempPassNeedsNoPage(_ comesAfterTheCode: Bool) throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        if comesAfterTheCode { try client.getCode() }
        let granted = try client.call(
            "/api/v1/authenticate/freepreview",
            [("deviceId", client.device), ("mso_id", "Temp1"), ("domain_name", "adobe.com")])
        #expect(granted.status == 204)
        if !comesAfterTheCode {
            let then = WallTime.now()
            while WallTime.now() == then {}  // milliseconds tell which came first
            try client.getCode()
            #expect(try client.askSession().status == 401)
            return
        }
        #expect(try AuthenticationToken(parsing: text(of: "authnToken", in: try client.askSession())).mvpd == "Temp1")
    }

    @Test func lifetimesMayBeOverWhenTheyBegin() throws {
        let bench = try Bench()
        var scenario = Scenario.sample()
        scenario.lifetimes.authentication = .seconds(-3_600)
        bench.backend.open(scenario)
        var client = Client(bench.backend.baseURLs[0])
        let token = try AuthenticationToken(parsing: try client.logIn())
        #expect(token.expires < .now())
    }
}

func verifies(_ token: String, _ key: PublicKey) -> Bool {
    guard let envelope = try? TokenEnvelope(parsing: token), let signature = Base64.decode(envelope.signature) else {
        return false
    }
    return envelope.framing == .reopened && key.verifies(signature, over: envelope.payload)
}
