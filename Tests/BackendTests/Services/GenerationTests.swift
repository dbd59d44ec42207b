import Backend
import Cryptography
import Encodings
import Testing
import Tokens

/// Clients of before client registration: a cookie ties the browser's login to the application's calls.
@Suite struct GenerationTests {
    /// Follows one of these clients, which finds what it looks for with `find` and nothing cleverer.
    @Test(arguments: ["/adobe-services/1.0", "/adobe-services", "//adobe-services/1.0"])
    func aDeviceOfTheFirstGenerationGetsItsMediaToken(_ root: String) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let page = visitor.open(
            "\(root)/authenticate/saml?no_iframe=true&noflash=true&client_type=iOS&client_version=1.9&mso_id=Cablevision"
                + "&requestor_id=REF30&domain_name=adobe.com&redirect_url=http%3A%2F%2Fadobepass.ios.app%2F")
        #expect(page.text.contains(#"<input type="hidden" name="SAMLRequest" value=""#))
        #expect(page.text.contains(#"<input type="hidden" name="RelayState" value=""#))
        #expect(visitor.cookies.keys.contains("BIGipServerAdobe_Pass_Prod"))
        let form = try visitor.submit(page)
        let carrier = try visitor.submit(form, form: "login", filling: ["username": "user", "password": "password"])
        #expect(try visitor.submit(carrier).location == "http://adobepass.ios.app/")

        let device = String(repeating: "0a", count: 32)
        let proof = [("signed_requestor_id", "c2lnbmVk"), ("device_id", device), ("requestor_id", "REF30")]
        func call(_ name: String, _ form: [(String, String)], cookies: Bool = false) throws -> String {
            let caller = try Caller(bench.backend.baseURLs[0])
            return caller.post(
                "\(root)/\(name)", headers: cookies ? visitor.cookieHeader : [], form: proof + form
            ).text
        }
        let session = try call("sessionDevice", [("_method", "GET")], cookies: true)
        let token = plain(between("<authnToken>", "</authnToken>", session))
        #expect(!token.contains("\n") && session.contains("</authnToken><userMeta>{"))
        let read = try AuthenticationToken(parsing: token)
        #expect(read.fingerprint == Hex.encode(Digest.sha1(Array(device.utf8))) && read.mvpd == "Cablevision")

        let authorized = try call(
            "authorizeDevice",
            [("resource_id", "News"), ("authentication_token", token), ("mso_id", read.mvpd), ("userMeta", "1")])
        let authorization = plain(between("<authzToken>", "</authzToken>", authorized))
        let media = try call(
            "deviceShortAuthorize",
            [("authz_token", authorization), ("session_guid", "0"), ("hashed_guid", "false"), ("mso_id", read.mvpd)])
        #expect(try MediaToken(parsing: media).sessionGUID == read.guid)
        #expect(
            try call("authorizeDevice", [("resource_id", "Premium"), ("authentication_token", token)])
                .contains("notAuthorized"))
    }

    @Test func aBrowserOfTheSecondGenerationIsKnownByItsCookieAloneUntilItLogsOut() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let caller = try Caller(bench.backend.baseURLs[0])
        func session() -> Response {
            caller.post(
                "/adobe-services/session", headers: visitor.cookieHeader,
                form: [("_method", "GET"), ("requestor_id", "REF30")])
        }
        #expect(session().status == 401)
        let end = try visitor.signIn("Cablevision")
        #expect(end.location == "https://player.adobe.com/live")
        let token = try text(of: "authnToken", in: session())
        let authorized = caller.post(
            "/adobe-services/authorize",
            form: [("resource_id", "News"), ("requestor_id", "REF30"), ("authentication_token", token)])
        #expect(authorized.status == 200)

        let out = visitor.open(
            "/adobe-services/logout?requestor_id=REF30&mso_id=Cablevision&redirect_url=app%3A%2F%2Fout")
        #expect(out.location == "app://out")
        #expect(visitor.path.contains { $0.contains("/mvpd/Cablevision/logout?SAMLRequest=") })
        #expect(visitor.path.contains { $0.contains("/sp/saml/LogoutServiceHTTPRedirectResponse?SAMLResponse=") })
        #expect(session().text.contains("<pendingLogout"))
    }

    @Test func anMVPDMayAskForConsentAndShowAPageAtTheEnd() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let form = visitor.open(Visitor.login("Satellite"))
        #expect(visitor.path.contains { $0.contains("/mvpd/Satellite/sso?SAMLRequest=") })
        let question = try visitor.submit(form, form: "login", filling: ["username": "user", "password": "password"])
        #expect(question.text.contains("REF30") && question.text.contains("Do not allow"))
        let refused = try visitor.submit(question, form: "refusal")
        #expect(try visitor.submit(refused).location == "https://player.adobe.com/live")
        let asked = try Caller(visitor.baseURL).post(
            "/adobe-services/session", headers: visitor.cookieHeader, form: [("requestor_id", "REF30")])
        #expect(asked.text.contains("<pendingLogout"))

        let page = visitor.open(
            "/adobe-services/logout?requestor_id=REF30&mso_id=Satellite&redirect_url=app%3A%2F%2Fout")
        #expect(page.status == 200 && page.text.contains("Signed out of Satellite Example"))
        let next = between("href=\"", "\"", page.text).split(separator: "&amp;").joined(separator: "&")
        #expect(visitor.open(next).location == "app://out")
    }

    @Test(arguments: [true, false])
    func anMVPDMaySpeakOAuth2(_ allows: Bool) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let form = visitor.open(Visitor.login("Fiber"))
        #expect(visitor.path.contains { $0.contains("/sso?response_type=code&") })
        let end = try visitor.submit(
            form, form: allows ? "login" : "cancel", filling: ["username": "user", "password": "password"])
        #expect(end.location == "https://player.adobe.com/live")
        #expect(visitor.path.contains { $0.contains("/adobe-services/oauth2?\(allows ? "code" : "error")=") })
        let session = try Caller(visitor.baseURL).post(
            "/adobe-services/session", headers: visitor.cookieHeader, form: [("requestor_id", "REF30")])
        #expect(session.text.contains(allows ? "<authnToken>" : "<pendingLogout"))
    }

    @Test func aSignedRequestorIDIsCheckedWhereThereIsACertificate() throws {
        let key = try PrivateKey.generate(bits: 1_024)
        let world = OpenWorld(requestors: [RequestorScript(id: "REF30", certificate: key.publicKey.pem)])
        let bench = try Bench(openWorld: world)
        let caller = try Caller(bench.backend.baseURLs[0])
        func status(_ signed: String) -> Int {
            caller.post(
                "/adobe-services/sessionDevice", form: [("requestor_id", "REF30"), ("signed_requestor_id", signed)]
            ).status
        }
        let forged = caller.post(
            "/adobe-services/sessionDevice", form: [("requestor_id", "REF30"), ("signed_requestor_id", "Zm9yZ2Vk")])
        #expect(forged.status == 401 && forged.text.contains("signed requestor id"))
        let right = caller.post(
            "/adobe-services/sessionDevice",
            form: [("requestor_id", "REF30"), ("signed_requestor_id", Base64.encode(key.sign(Array("REF30".utf8))))])
        #expect(right.text.contains("Data not found"))
    }

    @Test func aTemporaryPassEndsAndIsNotGivenTwice() throws {
        var world = OpenWorld()
        world.mvpds.append(
            MVPDScript(
                id: "Short", displayName: "Short", logoURL: "", properties: ["isTempPass": "true"],
                tempPass: .init(duration: .zero)))
        let bench = try Bench(openWorld: world)
        let caller = try Caller(bench.backend.baseURLs[0])
        func preview(_ mvpd: String) -> Int {
            caller.post(
                "/api/v1/authenticate/freepreview",
                form: [("requestor_id", "REF30"), ("deviceId", "tv"), ("mso_id", mvpd), ("domain_name", "adobe.com")]
            ).status
        }
        func authorization() -> Int { caller.get("/api/v1/authorize?requestor=REF30&deviceId=tv&resource=News").status }
        #expect(preview("Short") == 204 && authorization() == 403)
        #expect(preview("TempPass") == 204 && authorization() == 200)
        for (mvpd, status) in [("Short", 200), ("TempPass", 403)] {
            caller.send("DELETE", "/reset-tempass/v3/reset?requestor_id=REF30&mvpd_id=\(mvpd)&device_id=tv")
            #expect(caller.receive().status == 204 && authorization() == status)
        }
    }
}

extension Visitor {
    /// The address at which a login of the second generation begins.
    static func login(_ mvpd: String) -> String {
        "/adobe-services/authenticate/saml?noflash=true&no_iframe=false&mso_id=\(mvpd)&requestor_id=REF30"
            + "&domain_name=adobe.com&redirect_url=https%3A%2F%2Fplayer.adobe.com%2Flive"
    }

    func signIn(_ mvpd: String) throws -> Response {
        let form = try submit(open(Self.login(mvpd)))
        let carrier = try submit(form, form: "login", filling: ["username": "user", "password": "password"])
        return try submit(carrier)
    }
}

/// What stands between two marks, as clients in the field look for it.
func between(_ start: String, _ end: String, _ text: String) -> String {
    guard let from = text.firstRange(of: start)?.upperBound, let to = text[from...].firstRange(of: end)?.lowerBound
    else { return "" }
    return String(text[from..<to])
}

/// Undoes the three escapes that a client in the field knows.
func plain(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
}
