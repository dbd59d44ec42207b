import Encodings
import Backend
import Cryptography
import Documents
import Evidence
import ServiceProtocol
import Testing

/// What REST API v2 shares with the older generations: faults, gates, records, state, strictness.
@Suite struct OneStateTests {
    @Test func aConfigurationTellsWhatIsDocumentedAndTrue() throws {
        let world = OpenWorld.ofV2 {
            $0.requestors[0].mvpds = ["IFrameTV", "TempPass", "AppleTV"]
            $0.mvpds[0].properties["isProxy"] = "false"
        }
        let bench = try Bench(openWorld: world)
        let application = try Application(bench.backend.baseURLs[0])
        let reply = application.get("configuration/")
        let requestor = try #require(try reply.json["requestor"])
        #expect(try reply.json.object?.keys == ["device", "clientType", "os", "requestor"])
        #expect(requestor["domains"] == [["name": "example.test", "mvpdInitiated": false]])
        #expect(
            requestor["mvpds"]?.array == [
                [
                    "id": "IFrameTV", "displayName": "IFrame TV",
                    "logoUrl": "https://cdn.example.test/iframetv.png",
                ],
                [
                    "id": "TempPass", "displayName": "Temp Pass", "logoUrl": "https://cdn.example.test/none.png",
                    "isTempPass": true,
                ],
                [
                    "id": "AppleTV", "displayName": "Apple TV", "logoUrl": "", "boardingStatus": "SUPPORTED",
                    "enablePlatformServices": true, "platformMappingId": "Apple_1",
                ],
            ])
        #expect(application.get("configuration").text == reply.text)
        let refused = application.get("profiles/Cablevision")
        #expect(try refused.code() == "invalid_integration")
    }

    @Test func callsHaveTheirPurposesWhateverTheGeneration() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        bench.backend.setFault(.none, provider: "sp1", purpose: .session, fault: .status(503), times: 1)
        let broken = application.get("profiles")
        #expect(broken.status == 503)
        #expect(try broken.code() == "internal_server_error")
        bench.backend.setFault(.none, provider: nil, purpose: .configuration, fault: .wrongRequestor, times: 1)
        #expect(try application.get("configuration").json["requestor"]?["id"] == "REF30-WRONG")
        try application.signIn()
        _ = try application.authorize("News")
        _ = try application.logOut()
        let requests = bench.log.all.compactMap(\.event.request)
        func purposes(_ start: String) -> [Purpose] {
            requests.filter { $0.path.hasPrefix(start) }.map(\.purpose)
        }
        #expect(purposes("/api/v2/REF30/sessions") == [.registrationCode])
        #expect(purposes("/api/v2/authenticate") == [.authenticate])
        #expect(purposes("/api/v2/REF30/logout") == [.logout])
        let decision = try #require(requests.first { $0.purpose == .authorize })
        #expect(decision[.requestor] == "REF30" && decision[.mvpd] == "Cablevision" && decision[.resource] == "News")
        #expect(decision[.device] == Application.device)
        #expect(decision.fields["authorization"]?.hasPrefix("Bearer sha256:") == true)
        let tokens = bench.log.all.compactMap { observation -> TokenSighting? in
            if case .tokenSeen(let token) = observation.event { token } else { nil }
        }
        #expect(tokens.count == 1 && tokens[0].kind == .media && tokens[0].result == "VALID_TOKEN")
        #expect(tokens[0].exchange == decision.exchange)
    }

    @Test func whatIsHeldIsAProfileAndNotThatThereIsNone() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        bench.backend.hold(.none, providers: ["sp1"], purpose: .session)
        #expect(application.get("profiles").text == #"{"profiles":{}}"#)
    }

    @Test func anApplicationAndItsProfilesOutliveARestart() throws {
        var options = BackendOptions()
        options.key = try PrivateKey.generate(bits: 1_024)
        let first = try Bench(openWorld: .ofV2(), options: options)
        let application = try Application(first.backend.baseURLs[0])
        application.headers = [("AP-TempPass-Identity", base64(#"{"email":"a@example.test"}"#))]
        let code = try application.signIn()
        _ = try application.authorize("a", at: "Promotion")
        let second = try Bench(openWorld: .ofV2(), options: options)
        try second.backend.restore(first.backend.savedState, file: "state.json")
        #expect(second.backend.savedState == first.backend.savedState)
        let caller = try Caller(second.backend.baseURLs[0])
        func get(_ path: String) -> Response {
            caller.get(
                "/api/v2/REF30/\(path)",
                headers: [
                    ("Authorization", "Bearer \(application.accessToken)"),
                    ("AP-Device-Identifier", Application.device),
                ] + application.headers)
        }
        for path in ["profiles", "profiles/code/\(code)", "profiles/Promotion"] {
            #expect(get(path).text == application.get(path).text && get(path).text.contains("issuer"), "\(path)")
        }
    }

    @Test func aLoginEndedElsewhereAndOneThatIsOverAreToldApart() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        try application.signIn()
        bench.backend.logOutRemotely(.none)
        let ended = try application.authorize("News")[0]
        #expect(ended["error"]?["code"] == "authenticated_profile_invalidated")
        let late = try Bench(openWorld: .ofV2 { $0.lifetimes.authentication = .seconds(-60) })
        let other = try Application(late.backend.baseURLs[0])
        try other.signIn()
        #expect(try other.profile() == nil)
        let over = try other.authorize("News")[0]
        #expect(over["error"]?["code"] == "authenticated_profile_expired")
    }

    @Test func aStrictServiceWantsTheScopeAndWhereALogoutEnds() throws {
        let claims = Base64.encodeURLSafe(Array(#"{"scopes":["api:client:v1"]}"#.utf8))
        let statement = "eyJhbGciOiJSUzI1NiJ9.\(claims).c2ln"
        let lenient = try Bench(openWorld: .ofV2())
        let old = try Application(lenient.backend.baseURLs[0], statement: statement)
        #expect(old.get("configuration").status == 200)
        let strict = try Bench(openWorld: .ofV2 { $0.isStrict = true })
        let refused = try Application(strict.backend.baseURLs[0], statement: statement).get("configuration")
        #expect(refused.status == 401)
        #expect(try refused.code() == "invalid_access_token_client_application")
        let application = try Application(strict.backend.baseURLs[0])
        try application.signIn()
        #expect(try application.get("logout/Cablevision").code() == "invalid_parameter_redirect_url")
        #expect(try application.logOut()["actionName"] == "logout")
    }

    @Test func anAccessTokenIsForTheServiceProvidersOfItsStatement() throws {
        let world = OpenWorld.ofV2 {
            $0.requestors[0].softwareStatements = ["one"]
            $0.requestors.append(RequestorScript(id: "REF31", softwareStatements: ["two"]))
        }
        let bench = try Bench(openWorld: world)
        let application = try Application(bench.backend.baseURLs[0], statement: "one")
        #expect(application.get("configuration").status == 200)
        let refused = application.get("/api/v2/REF31/configuration")
        #expect(refused.status == 401)
        #expect(try refused.code() == "invalid_access_token_service_provider")
        #expect(try refused.json["action"] == "application-registration")
    }

    @Test func aCodeIsTypedOnThePageOfAllDevices() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let code = try #require(try application.beginSession([]).json["code"]?.string)
        let visitor = try Visitor(application.baseURL)
        let choice = try visitor.submit(visitor.open("/activate"), form: "activate", filling: ["code": code])
        let form = try visitor.submit(try visitor.submit(choice))
        let carrier = try visitor.submit(form, form: "login", filling: ["username": "user", "password": "password"])
        #expect(try visitor.submit(carrier).text.contains("You are signed in"))
        #expect(try application.profile(at: "profiles/code/\(code)")?["type"] == "regular")
        let older = try Caller(application.baseURL).get("/api/v1/checkauthn/\(code)?requestor=REF30")
        #expect(older.status == 403, "sign-ins are not carried over between the generations")
    }
}
