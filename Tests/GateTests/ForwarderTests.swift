import Backend
import Evidence
import HTTPServer
import POSIX
import ServiceProtocol
import Testing
import Transport

@Suite struct ForwarderTests {
    private static let configuration = "/adobe-services/config/REF30"

    @Test func bodiesOfAnySizePassByteForByteBothWays() async throws {
        let large = (0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
        let bench = try GateBench { request in
            ServerReply(
                status: 200, headers: [("Content-Encoding", "gzip"), ("Content-Type", "text/html"), ("X-Own", "a, b")],
                body: request.body.isEmpty ? large : request.body)
        }
        bench.open("s1")
        let down = try await bench.get("/api/v1/anything?x=%2F%20&y")
        #expect(down.body == large)
        #expect(down.header("content-encoding") == "gzip")
        #expect(down.header("x-own") == "a, b")
        let up = try await bench.client.send(
            HTTPRequest(
                method: "POST", url: bench.gates[0] + "/a//b?c=d", headers: [("X-Mine", "1")], body: large,
                timeout: .seconds(300)))
        #expect(up.body == large)
        let asked = bench.asked.wait { $0.count == 2 ? $0 : nil }
        #expect(asked.map(\.target) == ["/api/v1/anything?x=%2F%20&y", "/a//b?c=d"])
        #expect(asked[1].headers["x-mine"] == "1")
        #expect(asked[1].headers["host"] == String(bench.providers[0].dropFirst("http://".count)))
    }

    /// The provider would send a body in chunks.
    @Test func theReplyToHeadHasNoLengthOfTheGatesOwn() async throws {
        let bench = try GateBench { _ in
            var reply = ServerReply(status: 200)
            reply.rest = StreamedBody(BytePipe.make().reader, length: nil)
            return reply
        }
        bench.open("s1")
        let reply = try await bench.client.send(HTTPRequest(method: "HEAD", url: bench.gates[0] + "/a"))
        #expect(reply.status == 200)
        #expect(reply.header("content-length") == nil)
    }

    @Test func anExchangeIsRecordedAsTheSimulatorRecordsIt() async throws {
        let bench = try GateBench(providers: 2) { _ in ServerReply(status: 200, body: Array("<config/>".utf8)) }
        bench.open("s1")
        bench.open("s2", place: 1)
        _ = try await bench.get("/o/client/token", at: 1)
        _ = try await bench.get("/adobe-services/logout", at: 2)
        #expect(bench.left(1).map(\.word) == ["request sp2 accessToken", "left 200"])
        #expect(bench.left(1, of: "s2").map(\.word) == ["request sp1 logout", "left 200"])
    }

    @Test func whatIsNobodysIsPassedOnToNobody() async throws {
        let bench = try GateBench { _ in ServerReply(status: 200) }
        #expect(try await bench.get("/").status == 404)
        bench.open("s1")
        bench.backend.close(SessionID("s1"))
        #expect(try await bench.get("/").status == 404)
        #expect(bench.asked.wait { $0 }.isEmpty)
    }

    @Test func aPageOfSomebodyElsesIsTheBrowsersWhereItSaysSo() async throws {
        let bench = try GateBench { _ in ServerReply(status: 200) }
        bench.open("s1")
        _ = try await bench.get("/idp/login", headers: [(Backend.browserField, "1")])
        _ = try await bench.get("/idp/login")
        #expect(bench.left(2).map(\.word) == ["request sp1 page", "left 200", "request sp1 other", "left 200"])
        #expect(bench.asked.wait { $0 }.allSatisfy { $0.headers[Backend.browserField] == nil })
    }

    @Test func repliesLeaveInTheOrderTheyAreLetGo() async throws {
        let bench = try GateBench(providers: 3) { _ in ServerReply(status: 200, body: Array("x".utf8)) }
        bench.open("s1")
        let session = SessionID("s1")
        let names = ["sp1", "sp2", "sp3"]
        bench.backend.hold(session, providers: names, purpose: .accessToken)
        await withTaskGroup(of: Void.self) { group in
            for gate in 0..<3 { group.addTask { _ = try? await bench.get("/o/client/token", at: gate) } }
            _ = bench.events { $0.count(where: \.isHeld) == 3 }
            #expect(!bench.backend.isIdle(session) && bench.backend.isQuiet(session))
            for name in ["sp3", "sp1", "sp2"] {
                #expect(bench.backend.release(session, provider: name, purpose: .accessToken))
            }
        }
        let events = bench.left(3)
        var provider: [UInt64: String] = [:]
        for case .request(let request) in events { provider[request.exchange] = request.provider }
        let order = events.compactMap { event -> String? in
            if case .replyLeft(let reply) = event { provider[reply.exchange] } else { nil }
        }
        #expect(order == ["sp3", "sp1", "sp2"])
    }

    @Test(arguments: [(Fault.status(503), 503), (.status(401), 401)])
    func aFaultThatPreventsServiceAsksNobody(_ fault: Fault, _ status: Int) async throws {
        let bench = try GateBench { _ in ServerReply(status: 200) }
        bench.open("s1")
        bench.backend.setFault(SessionID("s1"), provider: "sp1", purpose: .accessToken, fault: fault, times: 1)
        #expect(try await bench.get("/o/client/token").status == status)
        #expect(bench.asked.wait { $0 }.isEmpty)
        #expect(try await bench.get("/o/client/token").status == 200)
        #expect(!bench.left(2).contains { $0.word.hasPrefix("fault") })
    }

    @Test func aFaultBreaksWhatTheProviderAnswered() async throws {
        let bench = try GateBench { _ in
            ServerReply(
                status: 200, headers: [("content-type", "text/xml")], body: Array("<a>REF30<b>x</b></a>".utf8))
        }
        bench.open("s1")
        func body(under fault: Fault) async throws -> String {
            bench.backend.setFault(SessionID("s1"), provider: nil, purpose: nil, fault: fault)
            return String(
                decoding: try await bench.get("/adobe-services/session?requestor_id=REF30").body, as: UTF8.self)
        }
        #expect(try await body(under: .malformedXML) == "<a>REF30<b>x")
        #expect(try await body(under: .wrongRequestor) == "<a>REF30-WRONG<b>x</b></a>")
        bench.backend.setFault(SessionID("s1"), provider: nil, purpose: nil, fault: .wrongContentType)
        #expect(
            try await bench.get("/adobe-services/session").headers.filter { $0.name.lowercased() == "content-type" }
                .map(\.value) == ["image/gif"])
        await #expect(throws: TransportError.self) { _ = try await body(under: .truncate(bodyBytes: 3)) }
        #expect(bench.left(4).last?.word == "broken")
    }

    @Test func aListIsCutToThatOfTheCaseAndNothingElseChanges() async throws {
        let document = """
            <?xml version="1.0"?><!-- <mvpd><id>A</id></mvpd> --><x:config xmlns:x="http://pass.adobe.com/config">
            <requestor><id>REF30</id><name>n</name><domains/><mvpds><mvpd><id>A</id><displayName>a &lt;/mvpd&gt; é</displayName>
            <logoUrl/></mvpd> <mvpd ><id>B&amp;C</id><displayName><![CDATA[</mvpd>]]></displayName><logoUrl/></mvpd >
            <mvpd><id>D</id><displayName>d</displayName><logoUrl/></mvpd></mvpds></requestor></x:config>
            """
        let bench = try GateBench { _ in ServerReply(status: 200, body: Array(document.utf8)) }
        bench.open("s1", listing: ["A", "D"])
        let cut = document.replacing(/<mvpd >.*<\/mvpd >/.dotMatchesNewlines(), with: "")
        #expect(String(decoding: try await bench.get(Self.configuration).body, as: UTF8.self) == cut)
        bench.backend.close(SessionID("s1"))
        bench.open("s2", listing: ["A", "D", "B&C", "E"])
        #expect(String(decoding: try await bench.get(Self.configuration).body, as: UTF8.self) == document)
    }

    @Test func aProviderThatFailsIsBlamedAndNotThePort() async throws {
        let bench = try GateBench { request in
            ServerReply(status: 500, delivery: request.path == "/broken" ? .refuse : .whole)
        }
        bench.open("s1")
        #expect(try await bench.get("/o/client/token").status == 500)
        await #expect(throws: TransportError.self) { _ = try await bench.get("/broken") }
        let words = bench.left(2).map(\.word)
        #expect(
            words == [
                "request sp1 accessToken", "fault of the service provider", "left 500", "request sp1 other",
                "fault of the service provider", "broken",
            ])
    }
}
