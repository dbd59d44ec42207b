import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct NavigationTests {
    private static let mvpds = ["a.test": [Service.Entry("S", ["requiresSVC": "true"]), .init("W")]]

    private func bench(_ options: Value.Members) -> Bench {
        var bench = Bench(Self.mvpds)
        bench.call(.setOptions(options))
        bench.configure()
        return bench
    }

    @Test func anApplicationThatHandlesSVCIsToldToUseIt() {
        var bench = bench(["handleSVC": true])
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("S"))
        bench.serve()
        guard case .navigateToUrlUseSVC = bench.answers.last else {
            Issue.record("navigateToUrl:useSVC: is expected")
            return
        }
        #expect(bench.page?.query["redirect_url"] == "adbe.test://adobe.com")
        #expect(bench.safari.isEmpty)
        bench.call(.handleExternalURL("adbe.test://adobe.com"))
        bench.serve()
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
    }

    @Test func anApplicationWithoutTheOptionalCallbackIsNotToldToUseIt() {
        var bench = Bench(Self.mvpds, omittedCallbacks: [.navigateToUrlUseSVC])
        bench.call(.setOptions(["handleSVC": true]))
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("S"))
        bench.serve()
        #expect(bench.page == nil)
        #expect(bench.safari.count == 1)
    }

    @Test func otherwiseTheInstancePresentsIt() {
        var bench = bench([:])
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("S"))
        bench.serve()
        #expect(bench.page == nil)
        #expect(bench.safari.count == 1)
    }

    @Test func otherMVPDsStayInAWebView() {
        var bench = bench(["handleSVC": true])
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("W"))
        bench.serve()
        guard case .navigateToUrl = bench.answers.last else {
            Issue.record("navigateToUrl: is expected")
            return
        }
    }

    @Test func before3_2TheApplicationIsNeverTold() {
        var bench = Bench(Self.mvpds, version: SDKVersion(3, 1))
        bench.call(.setOptions(["handleSVC": true]))
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("S"))
        bench.serve()
        #expect(bench.safari.count == 1)
    }

    @Test func theSecondScreenGetsACodeAndIsAskedUntilItIsUsed() {
        var bench = Bench(platform: .tvOS)
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve(holding: "session")
        #expect(bench.reports == ["REGCODE"])
        #expect(bench.page == nil)
        bench.answer("session", NetworkReply(status: 401))
        #expect(bench.answers.count == 1)
        bench.fire(.poll)
        bench.serve()
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
        #expect(bench.timers.isEmpty)
    }

    @Test func aCancelEndsThePolling() {
        var bench = Bench(platform: .tvOS)
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve(holding: "session")
        bench.answer("session", NetworkReply(status: 401))
        let poll = bench.timers[0]
        bench.call(.setSelectedProvider(nil))
        #expect(bench.timers.isEmpty)
        bench.clear()
        bench.handle(.timerFired(poll))
        #expect(bench.sent.isEmpty)
    }

    @Test func anExpiredCodeEndsTheLogin() {
        var bench = Bench(platform: .tvOS)
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve(holding: "session")
        bench.answer("session", NetworkReply(status: 401))
        bench.clock.now += 1_800_000
        bench.fire(.poll)
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .genericAuthentication))
    }
}
