import Backend
import Cryptography
import Documents
import Evidence
import HTTPServer
import POSIX
import Testing

/// What clients in the field do, each as one of them does it.
@Suite struct FieldClientTests {
    /// What yt-dlp sends: the parameter says JSON, the headers are a browser's.
    private static let ofBrowsers = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    @Test(arguments: [
        (ofBrowsers, "json", false), (ofBrowsers, "xml", false), ("application/xml", "json", true),
        ("application/xml, */*;q=0", "json", true), ("application/*", "json", false), ("text/html", "json", false),
    ])
    func aStrictServiceRefusesOnlyWhatContradictsItself(_ accept: String, _ format: String, _ isRefused: Bool) throws {
        var world = OpenWorld()
        world.isStrict = true
        let bench = try Bench(openWorld: world)
        let reply = try Caller(bench.backend.baseURLs[0]).get(
            "/api/v1/checkauthn?requestor=REF30&deviceId=tv&format=\(format)", headers: [("Accept", accept)])
        #expect(reply.text.contains("Conflicting") == isRefused, "\(reply.text)")
    }

    @Test func anMVPDHasItsOwnFieldsAndMayCarryALoginInACookie() throws {
        let world = try WorldFile.read(
            Array(
                """
                schema: assay/world/1
                welcome: [requestors]
                mvpds:
                  - { id: Cable, displayName: Cable, fields: { user: j_username, password: j_password }, cookie: true }
                users: [{ name: user, password: password }]
                """.utf8), file: "world.yaml")
        let bench = try Bench(openWorld: world)
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let form = try visitor.submit(visitor.open(Visitor.login("Cable")))
        #expect(form.text.contains("name=\"j_username\"") && !form.text.contains("RelayState"))
        #expect(visitor.cookies["mvpd_login"] != nil)
        let path = "/mvpd/Cable/login"
        let alone = try Caller(visitor.baseURL).post(path, form: [("j_username", "user"), ("j_password", "password")])
        #expect(alone.status == 400, "nothing tells whose login it is")
        let carrier = try visitor.submit(
            form, form: "login", filling: ["j_username": "user", "j_password": "password"])
        #expect(try visitor.submit(carrier).location == "https://player.adobe.com/live")
    }

    @Test func theExampleWorldHasLoginFormsThatAreFilledInFieldByField() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let world = try WorldFile.read(try File.read(root + "/Examples/serve/mvpds.yaml"), file: "mvpds.yaml")
        #expect(world.mvpds.count == 8)
        let bench = try Bench(openWorld: world)
        for mvpd in world.mvpds {
            let visitor = try Visitor(bench.backend.baseURLs[0])
            let first = visitor.open(Visitor.login(mvpd.id))
            let form = first.text.contains("id=\"login\"") ? first : try visitor.submit(first)
            let fields = [mvpd.fields.user: "user", mvpd.fields.password: "password"]
            let carrier = try visitor.submit(form, form: "login", filling: fields)
            let end = carrier.status == 302 ? carrier : try visitor.submit(carrier)
            #expect(end.location == "https://player.adobe.com/live", "\(mvpd.id)")
        }
    }

    @Test func whoSendsTheHiddenFieldsOfTheFirstFormConsents() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let form = visitor.open(Visitor.login("Satellite"))
        let question = try visitor.submit(form, form: "login", filling: ["username": "user", "password": "password"])
        #expect(try visitor.submit(try visitor.submit(question)).location == "https://player.adobe.com/live")
        let asked = try Caller(visitor.baseURL).post(
            "/adobe-services/session", headers: visitor.cookieHeader, form: [("requestor_id", "REF30")])
        #expect(asked.text.contains("<authnToken>"))
    }

    @Test func aFreePreviewIsOfTemporaryPassesAlone() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let statuses = ["Cablevision", "Unheard", "TempPass", "TempPass_10min"].map { mvpd in
            caller.post(
                "/api/v1/authenticate/freepreview",
                form: [("requestor_id", "REF30"), ("deviceId", "tv"), ("mso_id", mvpd), ("domain_name", "adobe.com")]
            ).status
        }
        #expect(statuses == [400, 400, 204, 204])
    }

    @Test func aLogoutEndsTheLoginOfItsCallerAlone() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitors = try (0..<2).map { _ in try Visitor(bench.backend.baseURLs[0]) }
        for visitor in visitors { _ = try visitor.signIn("Cablevision") }
        func isSignedIn(_ visitor: Visitor) throws -> Bool {
            try Caller(visitor.baseURL).post(
                "/adobe-services/session", headers: visitor.cookieHeader, form: [("requestor_id", "REF30")]
            ).text.contains("<authnToken>")
        }
        let logout = "/adobe-services/logout?requestor_id=REF30&mso_id=Cablevision&redirect_url=app%3A%2F%2Fout"
        // Nobody can tell which of the two it is.
        #expect(try Visitor(bench.backend.baseURLs[0]).open(logout).location == "app://out")
        #expect(try visitors.map(isSignedIn) == [true, true])
        #expect(visitors[0].open(logout).location == "app://out")
        #expect(try visitors.map(isSignedIn) == [false, true])
        // The one that is left is meant by whoever asks.
        #expect(try Visitor(bench.backend.baseURLs[0]).open(logout).location == "app://out")
        #expect(try visitors.map(isSignedIn) == [false, false])
    }

    @Test func theBrowserThatSignedADeviceInSignsItOut() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitors = try (0..<2).map { _ in try Visitor(bench.backend.baseURLs[0]) }
        let caller = try Caller(bench.backend.baseURLs[0])
        let codes = try visitors.enumerated().map { number, visitor in
            let record = caller.post("/reggie/v1/REF30/regcode.json", form: [("deviceId", "tv-\(number)")])
            let code = try #require(try JSON.parse(record.body)["code"]?.string)
            let form = try visitor.submit(visitor.open(Visitor.login("Cablevision") + "&reg_code=" + code))
            let carrier = try visitor.submit(
                form, form: "login", filling: ["username": "user", "password": "password"])
            _ = try visitor.submit(carrier)
            return code
        }
        func statuses() -> [Int] { codes.map { caller.get("/api/v1/checkauthn/\($0)").status } }
        #expect(statuses() == [200, 200])
        _ = visitors[1].open("/adobe-services/logout?requestor_id=REF30&mso_id=Cablevision")
        #expect(statuses() == [200, 403])
    }

    @Test func aPassThatABrowserHasBegunIsThatOfTheDevice() throws {
        var world = OpenWorld()
        world.mvpds.append(
            MVPDScript(
                id: "Short", displayName: "", logoURL: "", properties: ["isTempPass": "true"],
                tempPass: .init(duration: .milliseconds(1))))
        let bench = try Bench(openWorld: world)
        func session(_ mvpd: String, _ device: String) throws -> String {
            let visitor = try Visitor(bench.backend.baseURLs[0])
            _ = visitor.open(Visitor.login(mvpd))
            return try Caller(visitor.baseURL).post(
                "/adobe-services/sessionDevice", headers: visitor.cookieHeader,
                form: [("requestor_id", "REF30"), ("device_id", device)]
            ).text
        }
        #expect(try session("TempPass", "a").contains("<authnToken>"))
        _ = try session("Short", "a")
        // However often it begins anew, a device has one pass.
        while try session("Short", "a").contains("<authnToken>") {}
        #expect(try session("Short", "a").contains("<pendingLogout"))
    }

    /// Clients of the first generation sign in in a hidden frame.
    @Test func aLoginMayEndInAHiddenFrame() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let end = visitor.baseURL + "/adobe-services/completeBackgroundLogin"
        let form = try visitor.submit(
            visitor.open(
                "/adobe-services/authenticate/saml?noflash=true&mso_id=Cablevision&requestor_id=REF30"
                    + "&domain_name=adobe.com&redirect_url=\(encode(end))"))
        let carrier = try visitor.submit(form, form: "login", filling: ["username": "user", "password": "password"])
        let page = try visitor.submit(carrier)
        #expect(page.status == 200 && page.text.contains("Signed in"))
        #expect(visitor.path.last == end)
    }

    @Test func whatAPassAuthorizedEndsWithIt() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        func get(_ path: String) throws -> JSON {
            try JSON.parse(
                caller.get("/api/v1/\(path)?requestor=REF30&deviceId=tv&resource=News&format=json").body)
        }
        _ = caller.post(
            "/api/v1/authenticate/freepreview",
            form: [("requestor_id", "REF30"), ("deviceId", "tv"), ("mso_id", "TempPass"), ("domain_name", "adobe.com")])
        let end = try #require(try get("tokens/authn")["expires"]?.string)
        #expect(try get("authorize")["expires"]?.string == end && get("mediatoken")["serializedToken"] != nil)
        bench.backend.advanceClock(of: .none, by: .seconds(601))
        #expect(try get("mediatoken")["status"] == 403 && get("authorize")["status"] == 403)
    }

    @Test(arguments: ["/", "/api/v1/config/REF30", "/api/v2/REF30/profiles", "/nothing", "/activate"])
    func everyReplyHasTheDate(path: String) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let date = try Caller(bench.backend.baseURLs[0]).get(path).headers["date"] ?? ""
        #expect(date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil, "\(date)")
    }

    @Test func anAddressIsSignedForAMediaTokenOfItsResource() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        try application.signIn()
        let token = try #require(try application.authorize("News")[0]["token"]?["serializedToken"]?.string)
        func sign(_ token: String, _ resource: String) throws -> Response {
            let query = [
                ("cdn", "akamai"), ("mediaToken", token), ("resource", base64(resource)),
                ("url", base64("https://cdn.example.test/a.m3u8")),
            ]
            return try Caller(application.baseURL).get(
                "/tvs/v1/sign?" + query.map { "\($0)=\(encode($1))" }.joined(separator: "&"))
        }
        #expect(try sign(token, "News").text.hasPrefix("https://cdn.example.test/a.m3u8?hdnea=exp%3D"))
        #expect(try sign(token, "Sports").status == 403)
        #expect(try sign(base64("no token"), "News").status == 403)
        #expect(try Caller(application.baseURL).get("/tvs/v1/sign?mediaToken=a").status == 400)
    }

    @Test func theMVPDsMayHaveAHostNameOfTheirOwn() throws {
        var world = OpenWorld()
        world.mvpdHost = "login.example.org"
        let bench = try Bench(openWorld: world)
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let page = visitor.open(Visitor.login("Cablevision"))
        let port = visitor.baseURL.split(separator: ":")[2]
        let action = between("action=\"", "\"", page.text)
        #expect(action == "http://login.example.org:\(port)/mvpd/Cablevision/sso")
        let body = "username=user&password=password&RelayState=" + between("RelayState\" value=\"", "\"", page.text)
        let caller = try Caller(visitor.baseURL)
        caller.sendRaw(
            "POST /mvpd/Cablevision/login HTTP/1.1\r\nHost: login.example.org:\(port)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let carrier = caller.receive()
        #expect(between("action=\"", "\"", carrier.text) == visitor.baseURL + "/sp/saml/SAMLAssertionConsumer")
        #expect(try visitor.submit(carrier).location == "https://player.adobe.com/live")
        let logout = try Caller(visitor.baseURL).get(
            "/adobe-services/logout?requestor_id=REF30&mso_id=Cablevision", headers: visitor.cookieHeader)
        #expect(logout.location.hasPrefix("http://login.example.org:\(port)/mvpd/Cablevision/logout?"))
    }

    @Test func plainClientsAreServedBesideThoseThatSpeakTLS() throws {
        var options = BackendOptions()
        let key = try PrivateKey.generate(bits: 2_048)
        let certificate = try SelfSignedCertificate.make(for: ["localhost"], key: key)
        options.tls = TLSIdentity(certificates: certificate, key: key.pem)
        options.plainAddresses = [SocketAddress(), SocketAddress()]
        let bench = try Bench(endpoints: 2, openWorld: OpenWorld(), options: options)
        #expect(bench.backend.baseURLs.allSatisfy { $0.hasPrefix("https://") } && bench.backend.plainURLs.count == 2)
        for (number, url) in bench.backend.plainURLs.enumerated() {
            #expect(try Caller(url).get("/adobe-services/config/REF30").status == 200)
            let requests = bench.log.all.compactMap(\.event.request)
            #expect(requests.last?.provider == "sp\(number + 1)", "the same services, in their order")
        }
    }
}
