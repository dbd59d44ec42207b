import Backend
import Evidence
import ServiceProtocol
import Testing

@Suite struct AttributionTests {
    @Test func requestsOfHundredsOfInterleavedSessionsAreToldApart() throws {
        let count = 400
        let bench = try Bench()
        for number in 1...count { bench.backend.open(.sample(number)) }
        var clients = (1...count).map { Client(bench.backend.baseURLs[0], number: $0) }
        let caller = try Caller(bench.backend.baseURLs[0])
        for index in clients.indices { clients[index].send(.register, caller) }
        for index in clients.indices { try clients[index].take(caller.receive()) }
        for index in clients.indices.shuffled() {
            clients[index].send(.token, caller)
            try clients[index].take(caller.receive())
        }
        for index in clients.indices.shuffled() {
            clients[index].send(.code, caller)
            try clients[index].take(caller.receive())
            clients[index].send(.session, caller)
            #expect(caller.receive().status == 401)
        }
        for client in clients {
            let session = SessionID("s\(client.number)")
            let purposes = bench.log.all(of: session).compactMap(\.request).map(\.purpose)
            #expect(purposes == [.registration, .accessToken, .registrationCode, .session])
        }
        #expect(bench.log.all(of: .none).isEmpty)
        #expect(!bench.log.all.contains { $0.event.request?.fields["crossed"] != nil })
    }

    @Test func aRequestWithValuesOfTwoSessionsIsCrossed() throws {
        let bench = try Bench(serving: .sample(1))
        bench.backend.open(.sample(2))
        var first = Client(bench.backend.baseURLs[0], number: 1)
        var second = Client(bench.backend.baseURLs[0], number: 2)
        try first.register()
        try second.register()
        second.accessToken = first.accessToken
        let caller = try Caller(bench.backend.baseURLs[0])
        let reply = caller.post(
            "/reggie/v1/REQ2/regcode", headers: second.bearer, form: [("deviceId", second.device)])
        #expect(reply.status == 401)
        let requests = bench.log.all(of: SessionID("s2")).compactMap(\.request)
        #expect(requests.last?.fields["crossed"] == "s1" && requests.last?.purpose == .registrationCode)
        for session in ["s1", "s2"] {
            #expect(bench.log.all(of: SessionID(session)).contains { if case .note = $0 { true } else { false } })
        }
    }

    @Test func whatCarriesNoValueOfASessionBelongsToNone() throws {
        let bench = try Bench(serving: .sample())
        let caller = try Caller(bench.backend.baseURLs[0])
        #expect(caller.get("/adobe-services/config/SOMEBODY").status == 400)
        #expect(caller.get("/favicon.ico").status == 404)
        #expect(caller.post("/o/client/register", body: #"{"software_statement": "x"}"#).status == 400)
        #expect(bench.log.all(of: .none).compactMap(\.request).count == 3)
        #expect(bench.log.all(of: SessionID("s1")).isEmpty)
    }

    @Test func aSessionThatGoesOnUnderAnotherNameKeepsItsLogins() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let token = try client.logIn()
        var next = Scenario.sample()
        next.session = SessionID("s1.restarted")
        bench.backend.open(next)
        bench.backend.close(SessionID("s1"))
        let reply = try client.call(
            "/adobe-services/authorize", [("resource_id", "News"), ("authentication_token", token)])
        #expect(try text(of: "authzToken", in: reply).isEmpty == false)
        #expect(bench.log.all(of: SessionID("s1.restarted")).compactMap(\.request).count == 1)
    }

    @Test func theDeviceTellsWhoseARequestIsThatSaysNothingElse() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        let caller = try Caller(client.baseURL)
        let body = #"{"fingerprint": "3f0c9a5d7b1e4c2f8a6d0b9e1c3f5a77"}"#
        let first = caller.post("/indiv/devices", headers: client.bearer, body: body)
        let second = caller.post("/indiv/devices", body: body)
        #expect(first.status == 200 && first.body == second.body && first.headers["pass_sfp"] != nil)
        let purposes = bench.log.all(of: SessionID("s1")).compactMap(\.request).map(\.purpose)
        #expect(purposes.suffix(2) == [.individualization, .individualization])
    }
}

extension Log {
    func all(of session: SessionID) -> [Event] {
        all.filter { $0.session == session }.map(\.event)
    }
}
