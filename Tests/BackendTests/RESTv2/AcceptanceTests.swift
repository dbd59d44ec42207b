import Encodings
import Backend
import Cryptography
import Documents
import Evidence
import Testing
import Timing
import Tokens

/// What an implementation of REST API v2 has to do at the least, line by line; the passes, the degradations and single
/// sign-on (lines 9 to 12) have suites of their own.
@Suite struct AcceptanceTests {
    @Test("Line 1: a client that says nothing of its device but its identifier signs in and sees what it may watch")
    func aSparseClientGoesTheWholeWay() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let session = try application.beginSession().json
        let url = try #require(session["url"]?.string)
        // Without following redirects, as a script does that looks for the MVPD's page.
        let hop = try Caller(application.baseURL).get(url)
        #expect(hop.status == 302 && hop.location.hasPrefix("/adobe-services/authenticate/saml?noflash=true"))
        #expect(try Application.signIn(application.baseURL, hop.location, as: "user") == Application.redirectURL)
        let profile = try #require(try application.profile())
        #expect(profile["issuer"] == "Cablevision" && profile["type"] == "regular")
        #expect(profile["attributes"]?["zip"] == ["value": ["12345"], "state": "plain"])
        #expect(profile["attributes"]?["maxRating"]?["value"]?["MPAA"] == "PG-13")
        let begin = try #require(profile["notBefore"]?.int?.date), end = try #require(profile["notAfter"]?.int?.date)
        #expect(end - begin == .seconds(30 * 86_400))
        let decisions = try application.preauthorize("News", "Premium")
        #expect(decisions[0]["authorized"] == true && decisions[0]["token"] == nil && decisions[0]["notAfter"] == nil)
        #expect(decisions[1]["error"]?["code"] == "preauthorization_denied_by_mvpd")
    }

    @Test(
        "Line 2: a session needs the identifier of the device", arguments: [nil, "x", "fingerprint", "fingerprint !"])
    func aSessionNeedsADevice(device: String?) throws {
        let bench = try Bench(openWorld: .ofV2())
        let refused = try Application(bench.backend.baseURLs[0], device: device).beginSession()
        #expect(refused.status == 400)
        #expect(try refused.code() == "invalid_header_device_identifier")
        #expect(try refused.json["action"] == "none")
    }

    @Test("Line 3: what is asked for, and what is known, decides what a session answers")
    func aSessionTellsWhatToDoNext() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let nothing = try application.beginSession([]).json
        #expect(nothing["actionName"] == "resume" && nothing["actionType"] == "direct" && nothing["mvpd"] == nil)
        #expect(nothing["missingParameters"] == ["mvpd", "domainName", "redirectUrl"])
        let code = try #require(nothing["code"]?.string)
        #expect(nothing["url"] == .string("/api/v2/REF30/sessions/\(code)"))

        let screen = try Application(bench.backend.baseURLs[0], device: nil)
        let looked = try screen.get("sessions/\(code)").json
        #expect(looked["existingParameters"] == ["serviceProvider": "REF30"] && looked["device"]?["type"] == "Unknown")
        let less = try screen.call("POST", "sessions/\(code)", [("mvpd", "Cablevision"), ("domainName", "d")]).json
        #expect(less["actionName"] == "retry" && less["missingParameters"] == ["redirectUrl"])
        let whole = try screen.call("POST", "sessions/\(code)", [("redirectUrl", Application.redirectURL)]).json
        #expect(whole["actionName"] == "authenticate" && whole["actionType"] == "interactive")
        #expect(whole["url"] == .string("/api/v2/authenticate/REF30/\(code)") && whole["reasonType"] == "none")
        let from = Int64(whole["notBefore"]?.string ?? ""), to = Int64(whole["notAfter"]?.string ?? "")
        #expect(try #require(to) - #require(from) == 1_800_000, "times of sessions are texts")

        let pass = try application.beginSession(Application.wholeLogin("TempPass")).json
        #expect(pass["reasonType"] == "temporary" && pass["code"] == nil)
        #expect(pass["url"] == "/api/v2/REF30/decisions/authorize/TempPass")
        try application.signIn()
        let known = try application.beginSession().json
        #expect(known["actionName"] == "authorize" && known["reasonType"] == "authenticated")
        #expect(known["notAfter"] == nil)
    }

    @Test("Line 4: what is polled is empty before the login, has the profile after it, and is refused when it is over")
    func aCodeIsPolled() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let before = try application.beginSession().json
        let first = try #require(before["code"]?.string)
        #expect(application.get("profiles/code/\(first)").text == #"{"profiles":{}}"#)
        _ = try Application.signIn(application.baseURL, try #require(before["url"]?.string), as: "basic")
        let profile = try #require(try application.profile(at: "profiles/code/\(first)"))
        #expect(profile["attributes"]?["userID"]?["value"] == "user-0002")
        // A new code ends the former one.
        _ = application.beginSession(Application.wholeLogin("Fiber"))
        for path in ["profiles/code/\(first)", "sessions/\(first)"] {
            let over = application.get(path)
            #expect(try over.code() == "invalid_authentication_session" && over.status == 400)
        }
        #expect(try application.get("sessions/no-code").code() == "invalid_parameter_code")
        #expect(try Caller(application.baseURL).get("/api/v2/authenticate/REF30/\(first)").status == 400)
    }

    @Test("Line 4: the suite's own second screen supplies what is missing, and nothing else")
    func aSecondScreenCompletesASession() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let begun = try application.beginSession([("mvpd", "Fiber"), ("domainName", "example.test")]).json
        let code = try #require(begun["code"]?.string)
        let page = "/api/v2/authenticate/REF30/\(code)"
        #expect(try Caller(application.baseURL).get(page).status == 400)
        bench.backend.completeSession(
            ofCode: code, of: .none, mvpd: "Cablevision", redirectURL: "second-screen://done")
        let reply = try Caller(application.baseURL).get(page)
        let place = reply.location
        #expect(place.contains("mso_id=Fiber") && place.contains("domain_name=example.test"))
        #expect(place.contains("redirect_url=second-screen"))
        // A television may name any page, and the second screen is none of its own.
        let named = [("mvpd", "Fiber"), ("domainName", "example.test"), ("redirectUrl", "https://example.test/done")]
        let other = try #require(try application.beginSession(named).json["code"]?.string)
        bench.backend.completeSession(ofCode: other, of: .none, mvpd: "Fiber", redirectURL: "second-screen://done")
        let end = try Caller(application.baseURL).get("/api/v2/authenticate/REF30/\(other)").location
        #expect(end.contains("redirect_url=second-screen"))
    }

    @Test("Line 4: a code is over when its time is")
    func aCodeEndsByItself() throws {
        let bench = try Bench(openWorld: .ofV2 { $0.lifetimes.registrationCode = .seconds(-1) })
        let application = try Application(bench.backend.baseURLs[0])
        let code = try #require(try application.beginSession().json["code"]?.string)
        let resumed = application.call("POST", "sessions/\(code)", Application.wholeLogin("Cablevision"))
        for over in [application.get("profiles/code/\(code)"), application.get("sessions/\(code)"), resumed] {
            #expect(try over.code() == "invalid_authentication_session" && over.status == 400)
        }
        #expect(try Caller(application.baseURL).get("/api/v2/authenticate/REF30/\(code)").status == 400)
    }

    @Test("Line 5: profiles are those of the device and of the client, not of its access token")
    func profilesBelongToDeviceAndClient() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        try application.signIn()
        let one = application.get("profiles").text
        #expect(one.contains("Cablevision"))
        application.device = "fingerprint ZGV2aWNlLTAwMDI="
        #expect(application.get("profiles").text == #"{"profiles":{}}"#)
        application.device = Application.device
        #expect(try Application(application.baseURL).get("profiles").text == #"{"profiles":{}}"#)
        try application.renewToken()
        #expect(application.get("profiles").text == one)
    }

    @Test("Line 6: a permit has a media token that a verifier accepts; a denial has its reason and no token")
    func decisionsAreToldWhole() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        try application.signIn()
        let decisions = try application.authorize("News", "Premium")
        let permit = decisions[0], token = try #require(permit["token"])
        #expect(permit["authorized"] == true && permit["source"] == "mvpd" && permit["mvpd"] == "Cablevision")
        let text = String(
            decoding: try #require(Base64.decode(token["serializedToken"]?.string ?? "")), as: UTF8.self)
        let media = try MediaToken(parsing: text)
        #expect(verifies(text, bench.backend.publicKey) && media.resource == "News" && media.requestor == "REF30")
        let begin = try #require(token["notBefore"]?.int?.date), end = try #require(token["notAfter"]?.int?.date)
        #expect(end - begin == .milliseconds(media.lifetimeMilliseconds))
        let permitted = try (#require(permit["notBefore"]?.int?.date), #require(permit["notAfter"]?.int?.date))
        #expect(permitted.1 - permitted.0 == .seconds(86_400))
        let denial = decisions[1]
        #expect(denial["authorized"] == false && denial["token"] == nil)
        #expect(denial["error"]?["code"] == "authorization_denied_by_mvpd" && denial["error"]?["status"] == 403)
        #expect(denial["error"]?["details"]?.string?.contains("Premium") == true)
    }

    @Test("Line 7: a preauthorization of six resources is too many")
    func sixResourcesAreTooMany() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        try application.signIn()
        for decision in try application.preauthorize("a", "b", "c", "d", "e", "f") {
            #expect(decision["authorized"] == false && decision["error"]?["code"] == "too_many_resources")
            #expect(decision["error"]?["action"] == "configuration")
        }
    }

    @Test("Line 8: a logout ends the profile at once, and the browser's way ends where it is to")
    func aLogoutIsOverBeforeTheBrowserIsOpened() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        try application.signIn()
        let logout = try application.logOut()
        #expect(logout["actionName"] == "logout" && logout["actionType"] == "interactive")
        #expect(try application.profile() == nil)
        let decision = try application.authorize("News")[0]
        #expect(decision["error"]?["code"] == "authenticated_profile_missing")
        let url = try #require(logout["url"]?.string)
        #expect(try Visitor(application.baseURL).open(url).location == Application.redirectURL)
        #expect(try application.logOut()["actionName"] == "invalid")
        try application.signIn(at: "Fiber")
        #expect(try application.logOut("Fiber")["actionName"] == "complete")
    }

    @Test("Line 13: every error is an enhanced one")
    func everyErrorIsEnhanced() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let wrong: [(Response, Int, String)] = [
            (application.call("DELETE", "sessions"), 405, "method_not_allowed"),
            (application.call("POST", "profiles"), 405, "method_not_allowed"),
            (application.get("nothing"), 404, "not_found"),
            (application.get("/api/v2/UNKNOWN/configuration"), 400, "invalid_parameter_service_provider"),
            (application.get("profiles/Nobody"), 400, "invalid_parameter_mvpd"),
            (application.beginSession([("mvpd", "Nobody")]), 400, "invalid_parameter_mvpd"),
            (
                application.beginSession([("redirectUrl", "https://elsewhere.test/")]), 400,
                "invalid_parameter_redirect_url"
            ),
            (application.get("profiles", headers: [("X-Device-Info", "{}")]), 400, "invalid_header_device_info"),
            (application.call("POST", "decisions/authorize/Cablevision"), 400, "invalid_parameter_resources"),
            (
                application.call("POST", "decisions/authorize/Cablevision", body: #"{"resources":[]}"#), 400,
                "invalid_parameter_resources"
            ),
            (
                application.call(
                    "POST", "decisions/authorize/TempPass",
                    body: #"{"resources":["a"\#(String(repeating: #","a""#, count: 10_000))]}"#), 400,
                "invalid_parameter_resources"
            ),
            (
                try Caller(application.baseURL).get("/api/v2/REF30/configuration"), 401,
                "invalid_access_token_client_application"
            ),
        ]
        for (reply, status, code) in wrong {
            #expect(reply.status == status)
            #expect(try reply.code() == code)
        }
        #expect(wrong[0].0.headers["allow"] == "POST, OPTIONS")
        // The sample of the documents is Base64 of what is no JSON.
        let sample = base64(#"{"model":"TV5,4","osName":"tvOS" "osVersion":"11.0"}"#)
        #expect(application.get("profiles", headers: [("X-Device-Info", sample)]).status == 200)
        let page = try Caller(application.baseURL).get("/api/v2/authenticate/REF30/AAAAAAA")
        #expect(page.status == 400 && page.headers["content-type"]?.hasPrefix("text/html") == true)
    }

    @Test("Line 14: whoever asks more than ten times at once is told 429 in HTML, and is served again")
    func whoAsksTooMuchIsThrottled() throws {
        var options = BackendOptions()
        options.throttle = Throttle()
        let bench = try Bench(openWorld: .ofV2(), options: options)
        // Its registration and its token count, too.
        let application = try Application(bench.backend.baseURLs[0])
        var replies = (0..<13).map { _ in application.get("configuration") }
        #expect(replies.prefix(8).allSatisfy { $0.status == 200 })
        let refused = try #require(replies.first { $0.status == 429 })
        #expect(refused.text.contains("openresty") && refused.headers["content-type"]?.hasPrefix("text/html") == true)
        while replies.last?.status == 429 { replies = [application.get("profiles")] }
        #expect(replies.last?.status == 200)
    }

    @Test("Line 15: a page may send every header of REST API v2")
    func everyHeaderMayBeSent() throws {
        let bench = try Bench(openWorld: .ofV2())
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.send("OPTIONS", "/api/v2/REF30/sessions", headers: [("Origin", "https://player.test")])
        let reply = caller.receive()
        let allowed = reply.headers["access-control-allow-headers"]?.split(separator: ",").map { $0.lowercased() } ?? []
        for header in [
            "Authorization", "Content-Type", "AP-Device-Identifier", "X-Device-Info", "AD-Service-Token",
            "Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token", "AP-Partner-Framework-Status",
            "AP-TempPass-Identity", "AP-Visitor-Identifier",
        ] {
            #expect(allowed.contains(header.lowercased()), "\(header)")
        }
        #expect(reply.status == 204 && reply.headers["access-control-allow-credentials"] == "true")
        let anybody = caller.get("/api/v1/config/REF30")
        #expect(anybody.headers["access-control-allow-origin"] == "*")
        #expect(anybody.headers["access-control-allow-credentials"] == nil)
    }
}
