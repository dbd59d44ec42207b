import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct ConfigurationTests {
    @Test func everyProviderIsAskedBeforeAnyHasAnswered() {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test", "https://b.test", "https://c.test"]))
        bench.serve(holding: "/config/")
        #expect(bench.open.map(\.request.host).sorted() == ["a.test", "b.test", "c.test"])
        #expect(bench.open.allSatisfy { $0.request.path == "/adobe-services/config/REF30" })
        #expect(bench.open.allSatisfy { $0.request.header("Authorization") == "Bearer access-\($0.request.host)" })
    }

    @Test func aProviderThatDoesNotEvenRegisterHoldsUpNoOther() {
        var bench = Bench(["b.test": [.init("B")]])
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test", "https://b.test"]))
        bench.serve(holding: "a.test")
        #expect(bench.taken == ["https://b.test/adobe-services/config/REF30"])
    }

    @Test func withoutURLsTheDefaultProviderAloneIsAsked() {
        var bench = Bench(["sp.auth.adobe.com": [.init("A")]])
        bench.call(.setRequestor("REF30", serviceProviders: nil))
        bench.serve()
        #expect(bench.sent.allSatisfy { $0.url.hasPrefix("https://sp.auth.adobe.com/") })
        #expect(bench.answers == [.setRequestorComplete(.success)])
    }

    @Test func withURLsTheDefaultProviderIsLeftAlone() {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(Set(bench.sent.map(\.host)) == ["a.test"])
    }

    @Test func twoSpellingsOfOneProviderAreAskedOnce() {
        var bench = Bench()
        bench.call(
            .setRequestor("REF30", serviceProviders: ["https://A.test/", "a.test", "https://a.test/adobe-services"]))
        bench.serve()
        #expect(bench.paths().filter { $0.contains("/config/") }.count == 1)
    }

    @Test func aReplyIsTakenInBeforeItsConsequencesAreCalledBack() {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve(holding: "/config/")
        let (id, request) = bench.open[0]
        let actions = bench.state.handle(.replied(id, .success(bench.service.reply(to: request) ?? .xml(""))))
        guard case .configurationProcessed = actions.first else {
            Issue.record("the tap comes first")
            return
        }
        #expect(bench.state.phase.configuration?.merge["A"] != nil)
    }

    @Test(arguments: [
        (NetworkReply(status: 404), "CFG400"), (NetworkReply(status: 400), "CFG400"),
        (NetworkReply(status: 503), "CFG503"), (.xml("<c"), "CFG500"),
        (.xml("<config><requestor><id>OTHER</id></requestor></config>"), "CFG400"),
    ])
    func anUnusableReplyFailsThePhaseAndIsReported(reply: NetworkReply, code: String) {
        var bench = Bench()
        bench.service.changed["/config/REF30"] = reply
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.answers == [.setRequestorComplete(.error)])
        #expect(bench.reports == [code])
        #expect(bench.taken.count == 1)
    }

    @Test func anUnreachableProviderFailsThePhase() {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.lose("register")
        #expect(bench.answers == [.setRequestorComplete(.error)])
        #expect(bench.reports == ["CFG404"])
    }

    @Test func whatIsNoURLCountsAsAFailedProvider() {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["ftp://a.test"]))
        #expect(bench.answers == [.setRequestorComplete(.error)])
        #expect(bench.sent.isEmpty)
    }

    @Test func aSilentProviderDelaysTheEndByTheGraceAlone() {
        var bench = Bench(["a.test": [.init("A")], "b.test": [.init("B")]])
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test", "https://b.test"]))
        bench.serve(holding: "b.test/adobe")
        #expect(bench.answers.isEmpty)
        bench.fire(.configurationGrace)
        #expect(bench.answers == [.setRequestorComplete(.success)])
        #expect(bench.timers.isEmpty)
    }

    @Test func aLateReplyAddsMVPDsAndRoutesNothingAnew() {
        var bench = Bench(["a.test": [.init("A")], "b.test": [.init("A"), .init("B")]])
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test", "https://b.test"]))
        bench.serve(holding: "b.test/adobe")
        bench.fire(.configurationGrace)
        bench.answer("b.test")
        let merge = bench.state.phase.configuration?.merge
        #expect(merge?["A"]?.provider.base == "https://a.test")
        #expect(merge?["B"]?.provider.base == "https://b.test")
        #expect(bench.answers == [.setRequestorComplete(.success)])
        #expect(bench.taken.count == 2)
    }

    @Test func whenNobodyAnswersInTimeThePhaseFails() {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve(holding: "/config/")
        bench.fire(.configurationLimit)
        #expect(bench.answers == [.setRequestorComplete(.error)])
        #expect(bench.cancelled.count == 1)
    }

    @Test func overlappingCallsAreAnsweredOnceEach() {
        var bench = Bench()
        bench.call(
            .setRequestor("REF30", serviceProviders: ["https://a.test"]),
            .setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.answers == [.setRequestorComplete(.success), .setRequestorComplete(.success)])
    }

    @Test func aRepeatedCallFindsOutAboutALogoutElsewhere() {
        var bench = Bench().loggedIn()
        bench.service.changed["/session"] = .xml("<pendingLogout/>")
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]), .checkAuthentication)
        bench.serve()
        #expect(
            bench.answers == [
                .setRequestorComplete(.success), .setAuthenticationStatus(.error, .userNotAuthenticated),
            ])
    }

    @Test func aRepeatedCallFetchesTheTokenAnew() {
        var bench = Bench().loggedIn()
        bench.clock.now += 500_000
        bench.configure()
        bench.clock.now += 900_000
        bench.call(.checkAuthentication)
        #expect(bench.answers == [.setAuthenticationStatus(.success, .userAuthenticated)])
    }

    @Test func aLoginEndsWellWhileItsRequestorIsSetAgain() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        bench.call(
            .handleExternalURL("adobepass://ios.app"), .setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve(holding: "/config")
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
        bench.serve()
        #expect(bench.answers.last == .setRequestorComplete(.success))
        #expect(bench.held("A") != nil)
    }

    @Test func whatIsFoundOutAboutALoginEndsNoLaterOne() {
        var bench = Bench().loggedIn()
        bench.call(.getAuthentication(force: true, data: nil), .setSelectedProvider("B"))
        bench.serve()
        bench.call(
            .handleExternalURL("adobepass://ios.app"), .setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.answer("/config")
        // Of two such requests the first is that of the login, and the second asks about the one in storage.
        bench.answer("/session")
        bench.answer("/session", .xml("<pendingLogout/>"))
        #expect(bench.held("B") != nil)
    }

    @Test func aTokenOfAnotherDeviceIsRemoved() {
        let storage = MemoryTokenStorage()
        var bench = Bench(storage: storage)
        TokenStore(storage: storage).store(
            StoredAuthentication(
                token: bench.service.authenticationToken("A", device: "another"), registrationCode: nil,
                userMetadata: nil), TokenBucket(programmer: "REF30", mvpd: "A"))
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(TokenStore(storage: storage).authenticatedBuckets(of: "REF30").isEmpty)
        #expect(bench.reports == ["SEC412"])
    }
}
