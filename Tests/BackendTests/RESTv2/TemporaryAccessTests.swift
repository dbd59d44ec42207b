import Backend
import Documents
import Evidence
import Testing

/// Line 9: a temporary pass, with and without an identity, and a regular profile beside it.
@Suite struct TemporaryAccessTests {
    private static let identity = [("AP-TempPass-Identity", base64(#"{"email":"a@example.test"}"#))]

    private func until(_ isSo: () -> Bool) {
        for _ in 0..<10_000 where isSo() { return }
        Issue.record("it never came")
    }

    @Test("Line 9: a pass that is fine, beside a regular profile that survives it")
    func aPassIsFine() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        try application.signIn()
        let profile = try #require(try application.profile("TempPass"))
        #expect(profile["type"] == "temporary" && profile["issuer"] == "Adobe")
        let attributes = try #require(profile["attributes"])
        #expect(attributes["expiration_date"]?["value"] == profile["notAfter"])
        let user = attributes["userID"]?["value"]?.string ?? ""
        #expect(user.hasPrefix("temppass_") && user.utf8.count == 49 && attributes["used_assets"] == nil)
        #expect(try application.preauthorize("a", "b", at: "TempPass").allSatisfy { $0["authorized"] == true })
        let decision = try application.authorize("Premium", at: "TempPass")[0]
        #expect(decision["authorized"] == true && decision["source"] == "temppass")
        #expect(decision["token"]?["serializedToken"]?.string != nil)
        #expect(try application.logOut("TempPass")["actionName"] == "complete")
        #expect(try application.authorize("News")[0]["authorized"] == true)
        let listed = try application.get("profiles").json["profiles"]?.object?.keys
        #expect(listed == ["Cablevision"])
    }

    @Test("A pass of which nobody says how long it lasts has one end, however often it is looked at")
    func aPassWithoutADurationKeepsItsEnd() throws {
        let unlimited = MVPDScript(id: "Unlimited", displayName: "", logoURL: "", properties: ["isTempPass": "true"])
        let bench = try Bench(openWorld: .ofV2 { $0.mvpds.append(unlimited) })
        let application = try Application(bench.backend.baseURLs[0])
        let end = try #require(try application.profile("Unlimited")?["notAfter"]?.int)
        bench.backend.advanceClock(of: .none, by: .seconds(1))
        #expect(try application.profile("Unlimited")?["notAfter"]?.int == end)
        #expect(try application.authorize("News", at: "Unlimited")[0]["notAfter"]?.int == end)
        let over = try Bench(
            openWorld: .ofV2 { world in
                world.mvpds.append(unlimited)
                world.lifetimes.authentication = .seconds(-60)
            })
        let late = try Application(over.backend.baseURLs[0])
        #expect(try late.get("profiles/Unlimited").code() == "temporary_access_duration_limit_exceeded")
    }

    @Test("Line 9: a pass that is over, used up or wrong, and one without the identity it needs")
    func aPassThatIsNotFine() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        #expect(try application.authorize("News", at: "Short")[0]["authorized"] == true)
        until { application.get("profiles/Short").status == 403 }
        #expect(try application.get("profiles/Short").code() == "temporary_access_duration_limit_exceeded")
        try expect(application, "Short", 403, "temporary_access_duration_limit_exceeded", "authentication")
        try expect(application, "Wrong", 500, "invalid_configuration_temporary_access", "configuration")
        try expect(application, "Promotion", 400, "invalid_header_identity_for_temporary_access", "none")
        application.headers = [("AP-TempPass-Identity", base64("no object"))]
        try expect(application, "Promotion", 400, "invalid_header_identity_for_temporary_access", "none")
        application.headers = Self.identity
        for resource in ["a", "b", "a"] {
            #expect(try application.authorize(resource, at: "Promotion")[0]["authorized"] == true, "\(resource)")
        }
        try expect(application, "Promotion", 403, "temporary_access_resources_limit_exceeded", "authentication")
        #expect(try application.authorize("b", at: "Promotion")[0]["authorized"] == true, "used before")
    }

    /// The same is told of the profile, by its MVPD and by a code, and in the decisions.
    private func expect(
        _ application: Application, _ mvpd: String, _ status: Int, _ code: String, _ action: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let session = try #require(try application.beginSession([]).json["code"]?.string)
        _ = application.call("POST", "sessions/\(session)", Application.wholeLogin(mvpd))
        for path in [mvpd, "code/\(session)"] {
            let refused = application.get("profiles/\(path)")
            #expect(refused.status == status, "\(path)", sourceLocation: location)
            #expect(try refused.code() == code, "\(path)", sourceLocation: location)
        }
        for decision in try application.authorize("c", at: mvpd) + application.preauthorize("c", at: mvpd) {
            #expect(decision["authorized"] == false && decision["token"] == nil, sourceLocation: location)
            let error = try #require(decision["error"], sourceLocation: location)
            #expect(error["code"] == .string(code) && error["status"] == .int(Int64(status)), sourceLocation: location)
            #expect(error["action"] == .string(action), sourceLocation: location)
        }
    }

    @Test func aPassThatIsOverIsGivenAnewByAReset() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        _ = try application.authorize("News", at: "Short")
        until { application.get("profiles/Short").status == 403 }
        let caller = try Caller(application.baseURL)
        let device = encode(Application.device)
        caller.send("DELETE", "/reset-tempass/v3/reset?requestor_id=REF30&mvpd_id=Short&device_id=\(device)")
        #expect(caller.receive().status == 204)
        #expect(try application.profile("Short")?["type"] == "temporary")
    }

    @Test("Line 9: a promotional pass is known by the device and by the identity")
    func aPromotionalPassIsKnownByEither() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        application.headers = Self.identity
        func remaining() throws -> JSON? {
            try application.profile("Promotion")?["attributes"]?["remaining_resources"]?["value"]
        }
        #expect(try remaining() == 2)
        _ = try application.authorize("a", at: "Promotion")
        let used = try application.profile("Promotion")?["attributes"]?["used_assets"]?["value"]
        #expect(used == ["a"])
        application.device = "fingerprint ZGV2aWNlLTAwMDI="
        #expect(try remaining() == 1, "the same identity on another device")
        application.headers = [("AP-TempPass-Identity", base64(#"{"email":"b@example.test"}"#))]
        application.device = Application.device
        #expect(try remaining() == 1, "the same device under another identity")
        let caller = try Caller(application.baseURL)
        caller.send("DELETE", "/reset-tempass/v3/reset/generic?requestor_id=REF30&mvpd_id=Promotion&key=all")
        #expect(caller.receive().status == 204)
        #expect(try remaining() == 2)
    }

    @Test func aCodeWhoseLoginIsGoneOnWithAtAPassHasThatPass() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let code = try #require(try application.beginSession([]).json["code"]?.string)
        let resumed = application.call("POST", "sessions/\(code)", Application.wholeLogin("TempPass"))
        #expect(try resumed.json["reasonType"] == "temporary")
        let profile = try application.profile("TempPass", at: "profiles/code/\(code)")
        #expect(profile?["type"] == "temporary")
    }
}
