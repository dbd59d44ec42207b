import Backend
import HTTPServer
import Testing

/// What is no acceptable request, or is for nothing, is answered in the form that its sender reads.
@Suite struct RefusalFormatTests {
    static let requests: [(head: String, type: String, begin: String)] = [
        ("GET /api/v1/authorize?deviceId=a", "text/xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<error><status>"),
        ("GET /api/v1/authorize.json", "application/json", "{\"status\":"),
        ("GET /reggie/v1/REF30/regcode?format=json", "application/json", "{\"status\":"),
        ("GET /adobe-services/session", "text/xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<error><details>"),
        ("POST /o/client/token", "application/json", "{\"error\":\"invalid_request\""),
        ("GET /activate", "text/html", "<!DOCTYPE html>"), ("GET /somewhere", "text/plain", ""),
    ]

    private func exchange(_ bytes: String, with bench: borrowing Bench) throws -> Response {
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.sendRaw(bytes)
        return caller.receive()
    }

    @Test(arguments: requests)
    func aMalformedRequest(_ request: (head: String, type: String, begin: String)) throws {
        let bench = try Bench(openWorld: OpenWorld())
        // No Host; a field without a colon; two lengths; an end of line that is none.
        for rest in [
            "\r\n\r\n", "\r\nHost: h\r\nstrange\r\n\r\n",
            "\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "\nHost: h\n\n",
        ] {
            let reply = try exchange(request.head + " HTTP/1.1" + rest, with: bench)
            #expect(reply.status == 400, "\(rest)")
            #expect(reply.headers["content-type"]?.hasPrefix(request.type) == true, "\(rest)")
            #expect(reply.text.hasPrefix(request.begin), "\(reply.text)")
            #expect(reply.headers["connection"] == "close")
        }
    }

    @Test(arguments: requests)
    func whatIsTooLarge(_ request: (head: String, type: String, begin: String)) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let large = [
            (413, "\r\nHost: h\r\nContent-Length: 5000000\r\n\r\n"),
            (431, "\r\nHost: h\r\nA: \(String(repeating: "a", count: 70_000))\r\n\r\n"),
            (431, "\r\nHost: h\r\n\(String(repeating: "A: b\r\n", count: 201))\r\n"),
        ]
        for (status, rest) in large {
            let reply = try exchange(request.head + " HTTP/1.1" + rest, with: bench)
            #expect(reply.status == status && reply.headers["content-type"]?.hasPrefix(request.type) == true)
            #expect(reply.text.hasPrefix(request.begin), "\(reply.text)")
        }
    }

    @Test func theAcceptHeaderOfABrokenRequestCounts() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let reply = try exchange(
            "GET /api/v1/checkauthn HTTP/1.1\r\nHost: h\r\nAccept: application/json\r\nHost: g\r\n\r\n", with: bench)
        #expect(
            reply.text.hasPrefix(
                "{\"status\":400,\"message\":\"Bad Request\",\"details\":\"there is more than one Host"))
    }

    @Test func aPathThatIsNothingAndAMethodThatIsNotAnswered() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        #expect(caller.get("/api/v1/nothing").text.contains("<error><status>404</status>"))
        #expect(caller.get("/api/v1/nothing.json").text.hasPrefix("{\"status\":404"))
        #expect(caller.get("/adobe-services/nothing").text.contains("<error><details>"))
        #expect(caller.get("/nothing", headers: [("Accept", "text/html,*/*")]).text.hasPrefix("<!DOCTYPE html>"))
        #expect(caller.get("/nothing", headers: [("Accept", "application/json")]).text.hasPrefix("{\"status\":404"))
        let refused = caller.post("/adobe-services/config/REF30")
        #expect(refused.status == 405 && refused.headers["allow"] == "GET, HEAD, OPTIONS")
        #expect(refused.text.contains("this path answers GET"))
    }

    @Test(arguments: [
        ("GET /api/v1/authn.json HTTP/1.1\r\nHos", "{\"status\":408"),
        ("POST /adobe-services/session HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc", "<?xml"),
        ("POST /o/client/token HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "{\"error\":"),
    ])
    func whatDoesNotArriveInTime(_ begin: String, _ answer: String) throws {
        var limits = Limits()
        limits.requestTime = .milliseconds(20)
        let bench = try Bench(openWorld: OpenWorld(), limits: limits)
        let reply = try exchange(begin, with: bench)
        #expect(reply.status == 408 && reply.text.hasPrefix(answer), "\(reply.text)")
    }

    @Test func theControlAPIAnswersInItsOwnForm() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let control = try ControlServer.start(backend: bench.backend, log: RequestLog())
        defer { control.stop() }
        let caller = try Caller(control.url)
        caller.sendRaw("GET /v1/status HTTP/1.1\r\n\r\n")
        let reply = caller.receive()
        #expect(reply.status == 400 && reply.text == "{\"error\":\"there is no Host field\"}")
    }

    /// Clients that send nothing, or half of something, or read nothing, hold up nobody's session.
    @Test func nobodyIsHeldUpByClientsThatDoNotGoOn() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let base = bench.backend.baseURLs[0]
        var silent: [Caller] = []
        for number in 0..<1_000 {
            let caller = try Caller(base)
            switch number % 4 {
            case 0: break
            case 1: caller.sendRaw("GET /adobe-serv")
            case 2: caller.sendRaw("POST /adobe-services/session HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc")
            default:
                // Asks much and reads nothing.
                caller.sendRaw(
                    String(repeating: "GET /adobe-services/config/R HTTP/1.1\r\nHost: h\r\n\r\n", count: 100))
            }
            silent.append(caller)
        }
        let visitor = try Visitor(base)
        #expect(try visitor.signIn("Cablevision").location == "https://player.adobe.com/live")
        let session = try Caller(base).post(
            "/adobe-services/session", headers: visitor.cookieHeader, form: [("requestor_id", "REF30")])
        #expect(session.text.contains("<authnToken>"))
        withExtendedLifetime(silent) {}
    }
}
