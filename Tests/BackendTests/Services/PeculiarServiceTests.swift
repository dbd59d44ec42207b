import Backend
import Evidence
import ServiceProtocol
import Testing
import Timing
import Tokens
import XML

/// What services may do that ours do only where a case says so.
@Suite struct PeculiarServiceTests {
    private func bench(_ change: (inout Scenario) -> Void) throws -> Bench {
        var scenario = Scenario.sample()
        change(&scenario)
        return try Bench(serving: scenario)
    }

    @Test func aPreauthorizationSaysNothingOfWhatIsLeftOut() throws {
        let bench = try bench { $0.leftOut = ["Sports"] }
        var client = Client(bench.backend.baseURLs[0])
        let token = try client.logIn()
        let resources = ["News", "Sports"].map { ("resource_id", $0) }
        let reply = try client.call("/adobe-services/preauthorize", resources + [("authentication_token", token)])
        #expect(try XMLReader.read(reply.body).elements.map { $0.elements.map(\.text) } == [["News", "true"]])
    }

    @Test func repliesNeedNotSayInWhichCharactersTheyAre() throws {
        for (tells, types) in [
            (true, ["application/xml;charset=UTF-8", "application/json;charset=UTF-8"]),
            (false, ["application/xml", "application/json"]),
        ] {
            let bench = try bench {
                $0.tellsCharset = tells
                $0.providers[0].mvpds[0].displayName = "Käbel"
            }
            let caller = try Caller(bench.backend.baseURLs[0])
            let replies = ["xml", "json"].map { caller.get("/api/v1/config/REQ1.\($0)") }
            #expect(replies.map { $0.headers["content-type"] } == types)
            #expect(replies.allSatisfy { $0.text.contains("Käbel") })
            #expect(caller.get("/adobe-services/config/REQ1").headers["content-type"]?.contains("charset") == tells)
        }
    }

    @Test func aClientThatIsForgottenRegistersAgain() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        _ = try client.logIn()
        bench.backend.forgetClients(SessionID("s1"))
        #expect(try client.askSession().status == 401)
        let caller = try Caller(client.baseURL)
        client.send(.token, caller)
        let refused = caller.receive()
        #expect(refused.status == 400 && refused.text.contains("invalid_client"))
        try client.register()
        #expect(try client.askSession().text.contains("authnToken"), "the login is still there")
    }

    @Test func aServiceWhoseClockIsAheadDatesItsRepliesSo() throws {
        let bench = try Bench(serving: .sample())
        bench.backend.advanceClock(of: SessionID("s1"), by: .seconds(86_400))
        let reply = try Caller(bench.backend.baseURLs[0]).get("/adobe-services/config/REQ1")
        let date = try #require(reply.headers["date"].flatMap { WallTime(httpDate: $0) })
        let ahead = date.milliseconds - WallTime.now().milliseconds
        #expect((80_000_000...90_000_000).contains(ahead))
    }

    @Test func aLoginMayNameItsUserByADashedGUID() throws {
        let tokens = try [false, true].map { isDashed in
            let bench = try bench { $0.hasDashedGUIDs = isDashed }
            var client = Client(bench.backend.baseURLs[0])
            return try AuthenticationToken(parsing: client.logIn())
        }
        #expect(tokens.map { $0.guid.split(separator: "-").map(\.count) } == [[32], [8, 4, 4, 4, 12]])
    }

    @Test func whatComesWithAnAuthorizationIsInClear() throws {
        let bench = try bench {
            $0.users[0].encryptedMetadata = ["zip"]
            $0.users[0].authorizationMetadata = ["zip": .text("54321")]
        }
        var client = Client(bench.backend.baseURLs[0])
        let token = try client.logIn()
        #expect(try text(of: "userMeta", in: client.askSession()).contains(#""encrypted":["zip"]"#))
        let fields = [("resource_id", "News"), ("authentication_token", token), ("userMeta", "1")]
        let told = try text(of: "userMeta", in: client.call("/adobe-services/authorize", fields))
        #expect(told.contains(#""encrypted":[]"#) && told.contains(#""zip":"54321""#))
    }
}
