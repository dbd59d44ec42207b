import Backend
import Documents
import Evidence
import POSIX
import Testing
import Tokens
import XML

@Suite struct ServiceTests {
    @Test(arguments: [
        "/adobe-services/config/REQ1", "/adobe-services/1.0/config/REQ1", "//adobe-services//1.0/config/REQ1",
        "/adobe-services/config?requestor_id=REQ1",
    ])
    func aConfigurationSaysWhatItsScriptSays(_ path: String) throws {
        let bench = try Bench(serving: .sample())
        let reply = try Caller(bench.backend.baseURLs[0]).get(path)
        let document = try ConfigurationDocument.read(reply.body)
        #expect(document.requestorID == "REQ1" && document.domains.map(\.name) == ["adobe.com"])
        let mvpd = document.mvpds[0]
        #expect(mvpd.id == "Cable1" && mvpd.displayName == "Cable <1> & \"Co\"")
        #expect(mvpd.logoURL == "https://logo.test/a?b=1&c=2")
        #expect(mvpd.flag("iFrameRequired") && mvpd.properties["boardingStatus"] == "PICKER & <all>")
        #expect(document.mvpds[1].flag("isTempPass"))
    }

    /// In JSON anything is a name, and a world is made from configurations in JSON, too.
    @Test func aPropertyWhoseNameIsNoneInXMLIsLeftOutThere() throws {
        let bench = try Bench()
        var scenario = Scenario.sample()
        scenario.providers[0].mvpds[0].properties["my prop"] = "x"
        bench.backend.open(scenario)
        let reply = try Caller(bench.backend.baseURLs[0]).get("/adobe-services/config/REQ1")
        let properties = try ConfigurationDocument.read(reply.body).mvpds[0].properties
        #expect(properties["boardingStatus"] != nil && properties["my prop"] == nil)
    }

    @Test func aProtectedCallNeedsAValidAccessToken() throws {
        let bench = try Bench()
        var scenario = Scenario.sample()
        scenario.lifetimes.accessToken = .seconds(-1)
        bench.backend.open(scenario)
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        for path in ["/adobe-services/session", "/adobe-services/authorize", "/reggie/v1/REQ1/regcode"] {
            for headers in [[], client.bearer, [("Authorization", "Bearer nonsense")]] {
                let reply = try Caller(client.baseURL).post(path, headers: headers, form: [("requestor_id", "REQ1")])
                #expect(reply.status == 401 && reply.text == #"{"error":"access_denied"}"#)
            }
        }
    }

    @Test func registrationSaysWhatIsWrong() throws {
        let bench = try Bench(serving: .sample())
        let caller = try Caller(bench.backend.baseURLs[0])
        func error(_ path: String, body: String = "", form: [(String, String)] = []) throws -> String? {
            let reply = caller.post(path, form: form, body: body)
            #expect(reply.status == 400)
            return try JSON.parse(reply.body)["error"]?.string
        }
        #expect(try error("/o/client/register", body: "{") == "invalid_request")
        #expect(try error("/o/client/register", body: #"{"software_statement":"?"}"#) == "invalid_software_statement")
        #expect(
            try error(
                "/o/client/register", body: #"{"software_statement":"statement-of-1","redirect_uri":"x"}"#)
                == "invalid_redirect_uri")
        #expect(try error("/o/client/token") == "invalid_request")
        let client = [("client_id", "x"), ("client_secret", "y")]
        #expect(try error("/o/client/token", form: client + [("grant_type", "password")]) == "unsupported_grant_type")
        #expect(try error("/o/client/token", form: client + [("grant_type", "client_credentials")]) == "invalid_client")
    }

    @Test func aDeniedResourceComesWithTheMessageForTheUser() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let token = try client.logIn()
        let reply = try client.call(
            "/adobe-services/authorize", [("resource_id", "Sports"), ("authentication_token", token)])
        let error = try XMLReader.read(reply.body)
        #expect(error.name == "error" && error.elements.map(\.name) == ["notAuthorized", "details"])
        #expect(error.elements[1].text == "Not in <your> package")
    }

    @Test func preauthorizationAnswersForEachResourceUpToItsLimit() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let token = try client.logIn()
        let resources = ["News", "Sports", "Unheard of"].map { ("resource_id", $0) }
        let reply = try client.call("/adobe-services/1.0/preauthorize", resources + [("authentication_token", token)])
        let answers = try XMLReader.read(reply.body).elements.map { $0.elements.map(\.text) }
        // In another order than they were asked for.
        #expect(answers == [["Unheard of", "false"], ["Sports", "false"], ["News", "true"]])
        let many = Array(repeating: ("resource_id", "News"), count: 6)
        #expect(try client.call("/adobe-services/preauthorize", many + [("authentication_token", token)]).status == 400)
    }

    @Test func anotherDeviceCannotUseTheToken() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let token = try client.logIn()
        let reply = try Caller(client.baseURL).post(
            "/adobe-services/authorize",
            headers: [("Authorization", "Bearer \(client.accessToken)"), ("AP_21", "another")],
            form: [("requestor_id", "REQ1"), ("resource_id", "News"), ("authentication_token", token)])
        #expect(reply.text.contains("<pendingLogout"))
    }

    @Test func aSecondScreenCanCompleteTheLoginOfADevice() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        try client.getCode()
        let json = client.bearer + [("Accept", "application/json")]
        let device = try Caller(client.baseURL)
        let path = "/api/v1/authenticate/\(client.code)?requestor=REQ1"
        #expect(device.get(path, headers: json).status == 404)
        let screen = try Caller(client.baseURL)
        let start = screen.get(
            "/api/v1/authenticate?reg_code=\(client.code)&requestor_id=REQ1&mso_id=Cable1&domain_name=adobe.com"
                + "&noflash=true&no_iframe=true&redirect_url=http%3A%2F%2Fdone.test%2F")
        #expect(start.status == 302)
        let page = try client.submit(screen.get(start.location), form: nil, screen)
        let carrier = try client.submit(
            page, form: "login", filling: ["username": "user1", "password": "secret-of-1"], screen)
        #expect(try client.submit(carrier, form: nil, screen).location == "http://done.test/")
        let done = device.get(path, headers: json)
        #expect(try JSON.parse(done.body)["mvpd"]?.string == "Cable1")
        #expect(
            device.get("/api/v1/checkauthn.json?requestor=REQ1&deviceId=\(client.device)", headers: json).status == 200)
    }

    @Test func aDeviceMayLeaveItsTokensToTheService() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        _ = try client.logIn()
        let caller = try Caller(client.baseURL)
        let json = client.bearer + [("Accept", "application/json")]
        let asked = "?requestor=REQ1&deviceId=\(client.device)&resource="
        #expect(caller.get("/api/v1/tokens/authz\(asked)News", headers: json).status == 404)
        #expect(caller.get("/api/v1/tokens/media\(asked)News", headers: json).status == 403)
        let denied = try JSON.parse(caller.get("/api/v1/authorize\(asked)Sports", headers: json).body)
        #expect(denied["details"]?.string == "Not in <your> package")
        #expect(caller.get("/api/v1/authorize\(asked)News", headers: json).status == 200)
        #expect(caller.get("/api/v1/tokens/authz\(asked)News", headers: json).status == 200)
        let media = try JSON.parse(caller.get("/api/v1/mediatoken\(asked)News", headers: json).body)
        let token = try #require(media["serializedToken"]?.string)
        #expect(try MediaToken(parsing: token).resource == "News")
        let decisions = try JSON.parse(caller.get("/api/v1/preauthorize\(asked)News,Sports", headers: json).body)
        #expect(decisions["resources"]?.array?.map { $0["authorized"]?.bool } == [false, true])
        caller.send("DELETE", "/api/v1/logout?deviceId=\(client.device)", headers: json)
        #expect(caller.receive().status == 204)
        #expect(caller.get("/api/v1/tokens/authz\(asked)News", headers: json).status == 412)
    }

    @Test func theTitleOfAnMRSSDocumentNamesItsResource() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let token = try client.logIn()
        for (title, isGranted) in [("News", true), ("Sports", false)] {
            let document = "<rss version=\"2.0\"><channel><title>\(title)</title></channel></rss>"
            let reply = try client.call(
                "/adobe-services/authorize", [("resource_id", document), ("authentication_token", token)])
            #expect(reply.text.contains("<authzToken>") == isGranted)
            guard isGranted else { continue }
            #expect(try AuthorizationToken(parsing: text(of: "authzToken", in: reply)).resource == document)
        }
    }

    @Test func anOpenWorldServesClientsNobodyAnnounced() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let configuration = try ConfigurationDocument.read(caller.get("/adobe-services/config/ANY").body)
        #expect(configuration.requestorID == "ANY" && !configuration.mvpds.isEmpty)
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        try client.getCode()
        #expect(try client.signIn(user: "user", password: "password").location == client.redirectURL)
        let token = try text(of: "authnToken", in: try client.askSession())
        #expect(try AuthenticationToken(parsing: token).mvpd == "Cable1")
        #expect(Set(bench.log.all.map(\.session)) == [.none])
    }

    @Test func aPortInUseIsSaidClearly() throws {
        let bench = try Bench()
        let port = try #require(UInt16(bench.backend.baseURLs[0].split(separator: ":")[2]))
        let error = #expect(throws: BackendError.self) {
            _ = try Backend.start(addresses: [SocketAddress(port: port)], recorder: Recorder(sinks: []))
        }
        #expect(error?.description.contains("127.0.0.1:\(port)") == true)
    }
}
