import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct AuthenticationTests {
    @Test func theClassicFlowAsksShowsFetchesAndReports() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil))
        #expect(bench.dialog?.map(\.id) == ["A", "B"])
        bench.call(.setSelectedProvider("B"))
        bench.serve()
        let page = bench.page
        #expect(page?.path == "/adobe-services/authenticate/saml")
        #expect(page?.query["mso_id"] == "B")
        #expect(page?.query["redirect_url"] == "adobepass://ios.app")
        #expect(page?.query["reg_code"] == "CODE-B")
        #expect(page?.query["access_token"] == "access-a.test")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve()
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
        #expect(bench.answers.count == 3)
        #expect(bench.tracked(.selection) == [["B", "mobile", "ios", "iOS"]])
        #expect(
            bench.tracked(.authentication).last
                == [true, "B", "0123456789abcdef0123456789abcdef", false, "mobile", "ios", "iOS"])
    }

    @Test func afterTheLoginACheckSucceedsWithoutTheNetwork() {
        var bench = Bench().loggedIn()
        bench.call(.checkAuthentication, .getSelectedProvider, .getAuthentication(force: false, data: nil))
        #expect(
            bench.answers == [
                .setAuthenticationStatus(.success, .userAuthenticated),
                .selectedProvider(bench.state.phase.configuration?.merge["A"]?.mvpd),
                .setAuthenticationStatus(.success, .userAuthenticated),
            ])
        #expect(bench.sent.isEmpty)
        #expect(bench.tracked(.authentication).allSatisfy { $0[0] == true && $0[3] == true })
    }

    @Test func theLoginGoesToTheProviderThatTheMVPDIsBoundTo() {
        var bench = Bench(["a.test": [.init("A")], "b.test": [.init("B")]])
        bench.configure(["https://a.test", "https://b.test"])
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("B"))
        bench.serve()
        #expect(bench.page?.host == "b.test")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve()
        bench.call(.checkAuthorization("r", data: nil), .checkPreauthorizedResources(["r"], cache: true))
        bench.serve()
        #expect(Set(bench.sent.map(\.host)) == ["b.test"])
    }

    @Test func aForcedLoginBeginsAlthoughTheUserIsAuthenticated() {
        var bench = Bench().loggedIn()
        bench.call(.getAuthentication(force: true, data: ["key": "value"]))
        #expect(bench.dialog != nil)
        bench.call(.setSelectedProvider("A"))
        bench.serve()
        #expect(bench.page?.query["generic_data"] == #"{"key":"value"}"#)
    }

    @Test func anMVPDSelectedBeforehandSkipsTheDialog() {
        var bench = Bench()
        bench.configure()
        bench.call(.setSelectedProvider("B"))
        #expect(bench.answers.isEmpty)
        bench.call(.getAuthentication(force: false, data: nil))
        bench.serve()
        #expect(bench.dialog == nil)
        #expect(bench.page?.query["mso_id"] == "B")
    }

    @Test func anUnknownMVPDEndsThePendingLogin() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("X"))
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .genericAuthentication))
        #expect(bench.sent.isEmpty)
        bench.clear()
        bench.call(.setSelectedProvider("X"))
        #expect(bench.callbacks.isEmpty)
    }

    @Test(arguments: ["dialog", "regcode", "page", "session"])
    func aCancelEndsTheLoginWhereverItIs(point: String) {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil))
        if point != "dialog" { bench.call(.setSelectedProvider("A")) }
        if point != "regcode" { bench.serve() }
        if point == "session" { bench.call(.handleExternalURL("adobepass://ios.app")) }
        bench.clear()
        bench.call(.setSelectedProvider(nil))
        #expect(bench.callbacks == [.setAuthenticationStatus(.error, .providerNotSelected)])
        #expect(bench.cancelled.count == (point == "regcode" || point == "session" ? 1 : 0))
        bench.call(.handleExternalURL("adobepass://ios.app"), .checkAuthentication, .getSelectedProvider)
        #expect(
            bench.answers.dropFirst()
                == [.setAuthenticationStatus(.error, .userNotAuthenticated), .selectedProvider(nil)])
        bench.call(.getAuthentication(force: false, data: nil))
        #expect(bench.dialog != nil)
        #expect(bench.sent.isEmpty)
    }

    @Test func aReplyThatComesAfterTheCancelIsNotHeard() {
        var bench = Bench()
        bench.configure()
        bench.call(
            .getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        let late = bench.open[0]
        bench.call(.setSelectedProvider(nil))
        bench.clear()
        bench.handle(.replied(late.id, .success(bench.service.reply(to: late.request) ?? .xml(""))))
        bench.call(.checkAuthentication)
        #expect(bench.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
    }

    @Test func aCancelLeavesTokensWhereTheyAre() {
        var bench = Bench().loggedIn()
        bench.call(.getAuthentication(force: true, data: nil), .setSelectedProvider(nil), .checkAuthentication)
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
    }

    @Test(arguments: [
        (NetworkReply(status: 500), [String]()), (.xml("<pendingLogout/>"), ["N130"]),
        (.xml("<error><details>Data not found</details></error>", status: 401), ["N130"]),
        (.xml("<result><authnToken>nonsense</authnToken></result>"), []), (.xml("<result/>"), []),
    ])
    func aTokenThatCannotBeHadOrUsedFailsTheLogin(reply: NetworkReply, reports: [String]) {
        var bench = Bench()
        bench.configure()
        bench.service.changed["/session"] = reply
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve()
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .genericAuthentication))
        #expect(bench.tracked(.authentication).last?[0] == false)
        #expect(bench.reports == reports)
        #expect(bench.storage.keys() == ["device"])
    }

    @Test(arguments: ["another MVPD", "expired", "another device"])
    func aTokenThatIsNotForThisLoginFailsIt(mistake: String) {
        var bench = Bench()
        bench.configure()
        bench.service.changed["/session"] = .xml(
            bench.service.session(
                mistake == "another MVPD" ? "B" : "A",
                device: mistake == "another device" ? "another" : Bench.deviceID,
                expires: mistake == "expired" ? Bench.start - 1_000 : nil))
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve()
        #expect(bench.reports.contains("SEC412") == (mistake == "another device"))
        bench.clear()
        bench.call(.checkAuthentication)
        #expect(bench.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
    }

    @Test func anExpiredTokenDoesNotCount() {
        var bench = Bench().loggedIn()
        bench.clock.now += 1_000_001
        bench.call(.checkAuthentication)
        #expect(bench.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
        #expect(bench.tracked(.authentication).map(\.first) == [false])
    }

    @Test func aTokenOfAnMVPDThatIsNotConfiguredAnyMoreDoesNotCount() {
        var bench = Bench().loggedIn()
        bench.service.mvpds = ["a.test": [.init("B")]]
        bench.configure()
        bench.call(.checkAuthentication)
        #expect(bench.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
    }

    @Test func aLostNetworkFailsTheLogin() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.lose("regcode")
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .genericAuthentication))
        #expect(bench.reports.contains("REG500"))
    }

    @Test func aRedirectNobodyWaitsForDoesNothing() {
        var bench = Bench()
        bench.configure()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        bench.clear()
        bench.call(.handleExternalURL("https://elsewhere.test"))
        #expect(bench.callbacks.isEmpty)
        #expect(bench.sent.isEmpty)
    }

    @Test func aPageThatWasDeniedAccessFailsTheLogin() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        bench.call(.handleExternalURL("adobepass://ios.app?error=access_denied"))
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .genericAuthentication))
        #expect(bench.reports.last == "R401")
    }

    @Test func aTempPassNeedsNoPage() {
        var bench = Bench(["a.test": [.init("TempPass", ["isTempPass": "true"])]])
        bench.configure()
        bench.call(.setSelectedProvider("TempPass"))
        bench.serve()
        #expect(bench.answers == [.setAuthenticationStatus(.success, .userAuthenticated)])
        #expect(bench.paths() == ["/api/v1/authenticate/freepreview", "/adobe-services/session"])
        #expect(bench.reports == ["N011"])
        bench.clock.now += 1_000_001
        bench.clear()
        bench.call(.checkAuthentication, .getSelectedProvider)
        #expect(bench.answers.last == .selectedProvider(bench.state.phase.configuration?.merge["TempPass"]?.mvpd))
    }

    @Test func aUsedUpTempPassIsReported() {
        var bench = Bench(["a.test": [.init("TempPass", ["isTempPass": "true"])]])
        bench.configure()
        bench.service.changed["freepreview"] = NetworkReply(status: 400)
        bench.call(.setSelectedProvider("TempPass"))
        bench.serve()
        #expect(bench.answers == [.setAuthenticationStatus(.error, .genericAuthentication)])
        #expect(bench.reports == ["N111"])
    }

    @Test func programmersKeepTheirTokensSideBySide() {
        let storage = MemoryTokenStorage()
        var first = Bench(storage: storage)
        first.configure()
        first.logIn()
        var second = Bench(storage: storage)
        second.service.requestor = "OTHER"
        second.call(.setRequestor("OTHER", serviceProviders: ["https://a.test"]))
        second.serve()
        second.logIn("B")
        first.call(.checkAuthentication)
        #expect(first.answers == [.setAuthenticationStatus(.success, .userAuthenticated)])
    }
}
