import Backend
import Evidence
import ServiceProtocol
import Testing

/// Clients that ask for a configuration with the same bytes again and again.
@Suite struct RepeatedConfigurationTests {
    private static let head = "GET /adobe-services/config/REQ1 HTTP/1.1\r\nHost: h\r\n\r\n"

    private static func ask(_ caller: Caller, _ head: String = head) -> Response {
        caller.sendRaw(head)
        return caller.receive()
    }

    @Test func eachProviderAnswersWithItsOwn() throws {
        let bench = try Bench(endpoints: 2)
        var scenario = Scenario.sample(1, endpoints: 2)
        scenario.providers[1].requestorName = "The second"
        bench.backend.open(scenario)
        let callers = try bench.backend.baseURLs.map { try Caller($0) }
        for _ in 0..<3 {
            #expect(callers.map { Self.ask($0).text.contains("The second") } == [false, true])
        }
    }

    @Test func eachSessionHasItsOwn() throws {
        let bench = try Bench()
        let caller = try Caller(bench.backend.baseURLs[0])
        for number in 1...3 {
            var scenario = Scenario.sample(number)
            scenario.requestor = "REQ1"
            scenario.providers[0].requestorName = "Of session \(number)"
            scenario.otherRequestors = ["OTHER\(number)"]
            bench.backend.open(scenario)
            // So that the answers have other places than in the session before.
            let others = try Caller(bench.backend.baseURLs[0])
            if number > 1 { #expect(others.get("/adobe-services/config/OTHER\(number)").status == 200) }
            for _ in 0..<2 {
                let text = Self.ask(caller).text
                #expect(text.contains("Of session \(number)") && text.contains("<id>REQ1</id>"))
            }
            bench.backend.close(scenario.session)
        }
    }

    @Test func itIsTheRightOneAlsoAfterMoreThanAreKept() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        for round in 0..<2 {
            for number in 0..<300 {
                let head = "GET /adobe-services/config/R\(number) HTTP/1.1\r\nHost: h\r\n\r\n"
                for _ in 0..<(round + 1) { #expect(Self.ask(caller, head).text.contains("<id>R\(number)</id>")) }
            }
        }
    }

    @Test func faultsAndAccessTokensAreLookedAtEachTime() throws {
        let bench = try Bench()
        let scenario = Scenario.sample()
        bench.backend.open(scenario)
        let caller = try Caller(bench.backend.baseURLs[0])
        #expect(Self.ask(caller).status == 200 && Self.ask(caller).status == 200)
        bench.backend.setFault(scenario.session, provider: nil, purpose: .configuration, fault: .status(503))
        #expect(Self.ask(caller).status == 503)
        bench.backend.setFault(scenario.session, provider: nil, purpose: .configuration, fault: .wrongRequestor)
        #expect(!Self.ask(caller).text.contains("<id>REQ1</id>"))
        bench.backend.setFault(scenario.session, provider: nil, purpose: .configuration, fault: nil)
        #expect(Self.ask(caller).text.contains("<id>REQ1</id>"))
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        let bearer = client.bearer.map { "\($0.0): \($0.1)\r\n" }.joined()
        let head = "GET /adobe-services/config/REQ1 HTTP/1.1\r\nHost: h\r\n\(bearer)\r\n"
        #expect(Self.ask(caller, head).status == 200 && Self.ask(caller, head).status == 200)
        bench.backend.close(scenario.session)
        var later = Scenario.sample(2)
        later.requestor = "REQ1"
        bench.backend.open(later)
        #expect(Self.ask(caller, head).status == 401)
    }
}
