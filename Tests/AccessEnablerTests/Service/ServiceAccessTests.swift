import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct ServiceAccessTests {
    @Test func aProviderIsRegisteredWithOnce() {
        var bench = Bench()
        bench.configure()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.paths() == ["/adobe-services/config/REF30"])
    }

    @Test func theSoftwareStatementIsWhatRegisters() {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        #expect(bench.sent.first?.body == Array(#"{"software_statement":"statement"}"#.utf8))
        bench.answer("register")
        #expect(bench.sent.last?.form["client_secret"] == "secret")
    }

    @Test func aRefusedStatementIsR400AndFailsTheProvider() {
        var bench = Bench()
        bench.service.changed["register"] = .json(400, #"{"error":"invalid_software_statement"}"#)
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.reports == ["R400"])
        #expect(bench.answers == [.setRequestorComplete(.error)])
    }

    @Test func aRefusedTokenIsR401AndFailsTheProvider() {
        var bench = Bench()
        bench.service.changed["token"] = .json(400, #"{"error":"unauthorized_client"}"#)
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.reports == ["R401"])
        #expect(bench.answers == [.setRequestorComplete(.error)])
    }

    @Test func anAccessTokenThatIsNotAcceptedIsRenewedOnce() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.answer("regcode", .json(401, #"{"error":"access_denied"}"#))
        #expect(bench.open.map(\.request.path) == ["/o/client/token"])
        bench.answer("token", .json(201, #"{"access_token":"second","expires_in":60}"#))
        #expect(bench.open.first?.request.header("Authorization") == "Bearer second")
        bench.answer("regcode", .json(401, #"{"error":"access_denied"}"#))
        #expect(bench.open.isEmpty)
        #expect(bench.reports == ["R401", "REG500"])
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .genericAuthentication))
    }

    @Test func aClientThatIsNotKnownAnyMoreRegistersAgainOnce() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.answer("regcode", .json(403, #"{"error":"invalid_client"}"#))
        bench.serve()
        #expect(
            bench.paths() == [
                "/reggie/v1/REF30/regcode", "/o/client/register", "/o/client/token", "/reggie/v1/REF30/regcode",
            ])
        #expect(bench.page != nil)
    }

    @Test func anExpiredAccessTokenIsNotSent() {
        var bench = Bench()
        bench.configure()
        bench.clock.now += 21_600_000
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.paths() == ["/o/client/token", "/adobe-services/config/REF30"])
    }

    @Test(arguments: [Int64.max, .min]) func anAccessTokenMayBeGoodForAnyTime(seconds: Int64) {
        var bench = Bench()
        bench.answer("token", .json(201, #"{"access_token":"long","expires_in":\#(seconds)}"#))
        bench.configure()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.paths() == ["/adobe-services/config/REF30"])
    }

    @Test func optionsTravelOnEveryRequestAndOnThePage() {
        var bench = Bench()
        bench.call(.setOptions(["visitorID": "v 1", "applicationProfile": "p", "device_info": "aW5mbw=="]))
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        let page = bench.page
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve()
        bench.call(.checkAuthorization("r", data: nil), .checkPreauthorizedResources(["r"], cache: true))
        bench.serve()
        #expect(bench.sent.count == 8)
        for request in bench.sent {
            #expect(request.query == ["ap_vi": "v 1", "applicationProfile": "p"], "\(request.path)")
            #expect(request.header("X-Device-Info") == "aW5mbw==")
        }
        #expect(page?.query["ap_vi"] == "v 1")
        #expect(page?.query["device_info"] == "aW5mbw==")
    }

    @Test func laterOptionsReplaceEarlierOnes() {
        var bench = Bench()
        bench.call(.setOptions(["visitorID": "one"]))
        bench.configure()
        bench.call(.setOptions(["visitorID": "two"]), .setRequestor("REF30", serviceProviders: ["https://a.test"]))
        #expect(bench.sent.map { $0.query["ap_vi"] } == ["two"])
        #expect(bench.callbacks.isEmpty)
    }

    /// Requests share their header lines, and these hold the options of the time and the token of the time.
    @Test func headerLinesFollowTheOptionsAndTheToken() {
        var bench = Bench()
        bench.configure()
        var seen: [[String?]] = []
        func ask() {
            bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
            bench.serve()
            let request = bench.sent.last
            seen.append([request?.header("X-Device-Info"), request?.header("Authorization")])
        }
        ask()
        bench.call(.setOptions(["device_info": "aW5mbw=="]))
        ask()
        ask()
        bench.clock.now += 21_600_000
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve(holding: "/o/client/token")
        bench.answer(
            "/o/client/token",
            NetworkReply(status: 201, body: Array(#"{"access_token":"another","expires_in":60}"#.utf8)))
        ask()
        #expect(seen.map { $0[0] }.dropFirst() == ["aW5mbw==", "aW5mbw==", "aW5mbw=="])
        #expect(seen[0][0] != "aW5mbw==")
        #expect(seen[0][1] == seen[1][1] && seen[1][1] == seen[2][1])
        #expect(seen[2][1] != "Bearer another" && seen[3][1] == "Bearer another")
    }

    @Test func theClientDescribesItselfWhereTheApplicationDoesNot() {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: nil))
        #expect(bench.sent.first?.header("X-Device-Info")?.isEmpty == false)
        #expect(bench.sent.first?.header("ap_21") == Bench.deviceID)
    }

    @Test(arguments: [
        ("https://SP.test/x/", "https://sp.test/x"), ("sp.test", "https://sp.test"),
        ("http://sp.test:8080/adobe-services/", "http://sp.test:8080"), ("sp.test/a?b#c", "https://sp.test/a"),
        ("HTTP://sp.test//", "http://sp.test"), ("sp.test/a/adobe-services", "https://sp.test/a"),
        ("sp.test?a b", "https://sp.test"),
    ])
    func providersAreReadAsApplicationsWriteThem(text: String, base: String) {
        #expect(ServiceProvider(text)?.base == base)
    }

    @Test(arguments: ["", "https://", "ftp://sp.test", "no url", "sp.test/\u{A0}", "sp.test/\u{2003}x"])
    func whatIsNoProviderIsRefused(text: String) {
        #expect(ServiceProvider(text) == nil)
    }
}
