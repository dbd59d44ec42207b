import Backend
import Documents
import Evidence
import Testing
import Timing

/// Line 10: each rule, and what it does to each call.
@Suite struct DegradationTests {
    private func application(_ rule: Degradation.Rule, signedIn: Bool) throws -> (Backend, Application) {
        let backend = try Backend.start(
            endpoints: 1, recorder: Recorder(sinks: []),
            openWorld: .ofV2 {
                $0.degradations = [Degradation(rule, requestor: "REF30", mvpd: "Cablevision", details: "Come back.")]
            })
        let application = try Application(backend.baseURLs[0])
        if signedIn { try application.signIn() }
        return (backend, application)
    }

    @Test("Line 10: AuthNAll: everybody counts as signed in")
    func everybodyCountsAsSignedIn() throws {
        let (backend, application) = try application(.authNAll, signedIn: false)
        defer { backend.stop() }
        #expect(try application.beginSession().json["reasonType"] == "degraded")
        let profile = try #require(try application.profile())
        #expect(profile["type"] == "degraded" && profile["issuer"] == "Adobe")
        #expect(profile["attributes"]?.object?.keys == ["userID"])
        #expect(application.get("profiles").text == #"{"profiles":{}}"#)
        let start = WallTime.now().milliseconds / 1_000 * 1_000
        let looked = try application.preauthorize("News", "Premium")
        #expect(looked.allSatisfy { $0["authorized"] == true && $0["source"] == "degradation" })
        let decision = try application.authorize("Premium")[0]
        #expect(decision["authorized"] == true && decision["notAfter"]?.int != nil)
        // Whoever only looked took no time of issue away.
        let issued = try #require(decision["token"]?["notBefore"]?.int?.within(0...Int64.max))
        #expect(issued >= start)
        #expect(try application.logOut()["actionName"] == "complete")
    }

    @Test("Line 10: AuthZAll: who is signed in may see everything")
    func whoIsSignedInSeesEverything() throws {
        let (backend, application) = try application(.authZAll, signedIn: true)
        defer { backend.stop() }
        #expect(try application.profile()?["type"] == "regular")
        let decision = try application.authorize("Premium")[0]
        #expect(decision["authorized"] == true && decision["source"] == "degradation" && decision["token"] != nil)
        #expect(decision["notBefore"] == nil && decision["notAfter"] == nil)
        #expect(try application.preauthorize("Premium")[0]["authorized"] == true)
        #expect(try application.logOut()["actionName"] == "logout")
        let missing = try application.authorize("Premium")[0]
        #expect(missing["error"]?["code"] == "authenticated_profile_missing")
    }

    @Test("Line 10: AuthZNone: nobody may see anything")
    func nobodySeesAnything() throws {
        let (backend, application) = try application(.authZNone, signedIn: true)
        defer { backend.stop() }
        for decision in try application.authorize("News") + application.preauthorize("News") {
            #expect(decision["authorized"] == false && decision["source"] == "degradation")
            #expect(decision["error"]?["code"] == "authorization_denied_by_degradation_rule")
            #expect(decision["error"]?["details"] == "Come back." && decision["token"] == nil)
        }
        #expect(try application.profile()?["type"] == "regular")
        let code = try #require(try application.beginSession(Application.wholeLogin("Fiber")).json["code"]?.string)
        #expect(application.get("profiles/code/\(code)").text == #"{"profiles":{}}"#)
    }

    /// `AppleTV` can log in on every way that there is.
    @Test("Line 10: what each call answers under each rule", arguments: Degradation.Rule.allCases)
    func eachRuleHasItsRow(rule: Degradation.Rule) throws {
        let isForAll = rule == .authNAll
        let bench = try Bench(openWorld: .ofV2 { $0.degradations = [Degradation(rule, mvpd: "AppleTV")] })
        let application = try Application(bench.backend.baseURLs[0])
        let login = Application.wholeLogin("AppleTV")
        if !isForAll {
            let code = try application.signIn(at: "AppleTV")
            #expect(try application.profile("AppleTV", at: "profiles/code/\(code)")?["type"] == "regular")
        }
        let reason: JSON = isForAll ? "degraded" : "authenticated"
        let status = SingleSignOnTests.status("granted", "Apple_1", SingleSignOnTests.late)
        let partner = application.call("POST", "sessions/sso/Apple", SingleSignOnTests.form, headers: status)
        let code = try #require(try application.beginSession([]).json["code"]?.string)
        for answer in [application.call("POST", "sessions/\(code)", login), partner, application.beginSession(login)] {
            let told = try answer.json
            #expect(told["actionName"] == "authorize" && told["actionType"] == "direct", "\(told)")
            #expect(told["reasonType"] == reason && told["url"] == "/api/v2/REF30/decisions/authorize/AppleTV")
        }
        let type: JSON = isForAll ? "degraded" : "regular"
        #expect(try application.profile("AppleTV")?["type"] == type)
        if isForAll {
            #expect(try application.profile("AppleTV", at: "profiles/code/\(code)")?["type"] == type)
            let given = application.call("POST", "profiles/sso/Apple", [("SAMLResponse", "x")], headers: status)
            #expect(try given.status == 200 && given.json["profiles"]?["AppleTV"]?["type"] == type)
        }
        let decisions = try application.preauthorize("News", "Premium", at: "AppleTV")
        #expect(decisions.allSatisfy { $0["source"] == "degradation" && $0["authorized"] == .bool(rule != .authZNone) })
        #expect(try application.logOut("AppleTV")["actionName"] == "complete")
    }
}
