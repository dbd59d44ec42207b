import Documents
import Evidence
import HTTPServer
import POSIX
import ServiceProtocol
import Testing
import Timing

@testable import Backend

@Suite struct ControlTests {
    @Test func aHarnessDecidesTheOrderOfReplies() throws {
        let bench = try ControlBench(endpoints: 2)
        #expect(bench.put("/v1/gates", #"{"purpose": "configuration"}"#).status == 204)
        let callers = try bench.backend.baseURLs.map { try Caller($0) }
        for caller in callers { caller.send("GET", "/adobe-services/config/REF30") }
        let held = try JSON.parse(bench.get("/v1/requests?outcome=held&count=2&wait=30s").body)
        #expect(held["complete"] == true && held["requests"]?.array?.count == 2)
        #expect(try JSON.parse(bench.get("/v1/gates").body)["held"]?.array?.count == 2)
        for provider in ["sp2", "sp1"] {
            let released = bench.send("POST", "/v1/gates/release", #"{"provider": "\#(provider)"}"#)
            #expect(try JSON.parse(released.body)["provider"]?.string == provider)
        }
        #expect(callers.map { $0.receive().status } == [200, 200])
        let answered = try JSON.parse(bench.get("/v1/requests?outcome=answered&count=2&wait=30s").body)
        let times = (answered["requests"]?.array ?? []).compactMap { $0["endedAt"]?.int }
        #expect(times.count == 2)
        #expect(bench.send("POST", "/v1/gates/release").status == 409)
        let trace = bench.get("/v1/trace?from=0").text
        #expect(trace.split(separator: "\n").filter { $0.contains("reply-released") }.count == 2)
    }

    @Test func aHarnessWaitsForARequestThatHasNotCome() throws {
        let bench = try ControlBench(endpoints: 1)
        bench.control.send("GET", "/v1/requests?purpose=session&wait=30s", headers: ControlBench.header)
        #expect(try Caller(bench.backend.baseURLs[0]).post("/adobe-services/session").status == 400)
        let reply = try JSON.parse(bench.control.receive().body)
        #expect(reply["complete"] == true && reply["requests"]?.array?.first?["path"] == "/adobe-services/session")
        let nothing = try JSON.parse(bench.get("/v1/requests?purpose=logout&wait=1ms").body)
        #expect(nothing["complete"] == false && nothing["requests"] == [])
    }

    @Test func aHarnessThatHasWaitedLongEnoughIsToldWhatCameMeanwhile() throws {
        let bench = try ControlBench(endpoints: 1)
        let log = RequestLog()
        let desk = ControlDesk(backend: bench.backend, log: log)
        let server = try HTTPServer.start([SocketAddress()]) { request, handle in
            #expect(desk.answer(request, handle) == nil)
            // The server's thread sends no reply before it returns from here.
            for exchange in 1...2 as ClosedRange<UInt64> {
                let event = RequestEvent(
                    exchange: exchange, provider: "sp1", purpose: .other, method: "GET", path: "/", fields: [:],
                    firstByte: .now())
                log.take(
                    Observation(sequence: Int(exchange), time: .now(), session: .none, event: .request(event)))
            }
        }
        defer { server.stop() }
        let harness = try Caller("http://\(server.addresses[0])")
        let reply = try JSON.parse(harness.get("/v1/requests?count=3&wait=1ms", headers: ControlBench.header).body)
        #expect(reply["complete"] == false && reply["requests"]?.array?.count == 2)
    }

    @Test func whoIsGoneKeepsNobodyFromWaiting() throws {
        let bench = try ControlBench(endpoints: 1)
        for _ in 0..<RequestLog.maxWaiters {
            // Each hangs up at once.
            try Caller(bench.server.url).send("GET", "/v1/requests?wait=600s", headers: ControlBench.header)
        }
        #expect(bench.get("/v1/requests?wait=1ms").status == 200)
    }

    @Test func faultsAndLatenciesAreSetAndTakenBack() throws {
        let bench = try ControlBench(endpoints: 2)
        let path = "/adobe-services/config/REF30"
        let callers = try bench.backend.baseURLs.map { try Caller($0) }
        #expect(bench.put("/v1/faults", #"{"provider": "sp1", "fault": "status(503)", "times": 1}"#).status == 204)
        #expect(callers.map { $0.get(path).status } == [503, 200])
        #expect(callers.map { $0.get(path).status } == [200, 200])
        #expect(bench.put("/v1/faults", #"{"fault": "status(503)"}"#).status == 204)
        #expect(callers[1].get("/adobe-services/session").status == 503)
        #expect(callers[1].get("/activate").status == 200)
        #expect(bench.put("/v1/faults", #"{"fault": "status(500)", "chance": 0}"#).status == 204)
        #expect(callers[1].get(path).status == 200)
        #expect(bench.put("/v1/latency", #"{"provider": "sp2", "latency": "5ms"}"#).status == 204)
        #expect(callers[1].get(path).status == 200)
        #expect(bench.send("POST", "/v1/reset").status == 204)
        #expect(callers.map { $0.get(path).status } == [200, 200])
    }

    @Test func aDegradationIsSwitchedOnAndTakenBack() throws {
        let bench = try ControlBench(endpoints: 1)
        let application = try Application(bench.backend.baseURLs[0])
        func isSignedIn() throws -> Bool { try application.profile()?["type"] == "degraded" }
        #expect(try !isSignedIn())
        let degradation = #"{"mvpd": "Cablevision", "rule": "AuthNAll", "requestor": "REF30"}"#
        #expect(bench.put("/v1/degradations", degradation).status == 204)
        #expect(try isSignedIn())
        #expect(bench.send("DELETE", "/v1/degradations").status == 204)
        #expect(try !isSignedIn())
        #expect(bench.put("/v1/degradations", degradation).status == 204)
        #expect(bench.send("POST", "/v1/reset").status == 204)
        #expect(application.get("profiles").status == 401, "the client is forgotten with it")
        let wrong = bench.put("/v1/degradations", #"{"rule": "AuthNone"}"#)
        let words = ["expected one of AuthNAll, AuthZAll, AuthZNone", "'mvpd' is missing"]
        #expect(wrong.status == 400 && words.allSatisfy(wrong.text.contains))
        for nothing in [#"{"rule": null, "mvpd": "Cablevision"}"#, #"{"rule": "AuthNAll", "mvpd": null}"#] {
            #expect(bench.put("/v1/degradations", nothing).status == 400)
        }
    }

    @Test func aMistakeIsToldWithWhatWasMeant() throws {
        let bench = try ControlBench(endpoints: 1)
        let wrong = bench.put("/v1/faults", #"{"providr": "sp1", "fault": "statsu", "purpose": "sesion"}"#)
        #expect(wrong.status == 400)
        let message = try JSON.parse(wrong.body)["error"]?.string ?? ""
        #expect(message.contains("did you mean 'provider'?") && message.contains("did you mean 'session'?"))
        #expect(message.contains("did you mean 'status'?"))
        #expect(bench.put("/v1/gates", #"{"providers": ["sp7"]}"#).text.contains("unknown provider 'sp7'"))
        #expect(bench.get("/v1/gate").status == 404 && bench.put("/v1/status").status == 405)
        #expect(bench.get("/v1/requests?cuont=1").text.contains("did you mean 'count'?"))
        #expect(bench.get("/v1/trace?form=1").text.contains("did you mean 'from'?"))
        #expect(bench.get("/v1/trace?from=abc").status == 400)
        #expect(bench.put("/v1/gates", "[").status == 400)
    }

    @Test(arguments: ["status", "requests", "trace", "gates", "gates/release", "latency", "faults", "logout", "reset"])
    func whatIsNotTakenIsAnsweredWithWhatIs(_ name: String) throws {
        let bench = try ControlBench(endpoints: 1)
        let refusal = bench.send("PATCH", "/v1/\(name)")
        #expect(refusal.status == 405)
        let allowed = try #require(refusal.headers["allow"]).split(separator: ", ").map(String.init)
        for method in ["GET", "PUT", "POST", "DELETE"] {
            #expect((bench.send(method, "/v1/\(name)").status != 405) == allowed.contains(method))
        }
    }

    /// An image, a script, a form and a name that was made to lead here have no such header, or have one of these.
    @Test(arguments: ["", "Origin: http://evil.test", "Referer: http://evil.test/", "Sec-Fetch-Site: cross-site"])
    func aPageFromElsewhereControlsNothing(_ line: String) throws {
        for (method, path) in [
            ("GET", "status"), ("GET", "requests?wait=30s"), ("POST", "reset"), ("OPTIONS", "reset"),
        ] {
            let bench = try ControlBench(endpoints: 1)
            let own = line.isEmpty ? "" : "Assay-Control: 1\r\n\(line)\r\n"
            bench.control.sendRaw("\(method) /v1/\(path) HTTP/1.1\r\nHost: localhost\r\n\(own)\r\n")
            let reply = bench.control.receive()
            #expect(reply.status == 403 && reply.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test(arguments: ["evil.test", "127.0.0.1.evil.test:80", "localhost.evil.test"])
    func aNameThatWasMadeToLeadHereControlsNothing(_ host: String) throws {
        let bench = try ControlBench(endpoints: 1)
        bench.control.sendRaw("GET /v1/status HTTP/1.1\r\nHost: \(host)\r\nAssay-Control: 1\r\n\r\n")
        #expect(bench.control.receive().status == 403)
    }

    @Test func usersAreSignedOutElsewhere() throws {
        let bench = try ControlBench(endpoints: 1)
        let visitor = try Visitor(bench.backend.baseURLs[0])
        #expect(try visitor.signIn("Cablevision").location == "https://player.adobe.com/live")
        func session() throws -> String {
            try Caller(visitor.baseURL).post(
                "/adobe-services/session", headers: visitor.cookieHeader, form: [("requestor_id", "REF30")]
            ).text
        }
        #expect(try session().contains("<authnToken>"))
        #expect(bench.send("POST", "/v1/logout", #"{"user": "basic"}"#).status == 204)
        #expect(try session().contains("<authnToken>"))
        #expect(bench.send("POST", "/v1/logout", #"{"user": "user"}"#).status == 204)
        #expect(try session().contains("<pendingLogout"))
    }
}

/// A backend with its control API.
final class ControlBench {
    let backend: Backend
    let server: ControlServer
    let control: Caller

    init(endpoints: Int) throws {
        let log = RequestLog()
        backend = try Backend.start(
            endpoints: endpoints, recorder: Recorder(sinks: [{ log.take($0) }]), openWorld: OpenWorld())
        server = try ControlServer.start(backend: backend, log: log)
        control = try Caller(server.url)
    }

    deinit {
        server.stop()
        backend.stop()
    }

    static let header = [("Assay-Control", "1")]

    func get(_ path: String) -> Response { control.get(path, headers: Self.header) }

    func put(_ path: String, _ body: String = "") -> Response { send("PUT", path, body) }

    func send(_ method: String, _ path: String, _ body: String = "") -> Response {
        control.send(method, path, headers: Self.header, body: body)
        return control.receive()
    }
}
