import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct LogoutTests {
    @Test func aLogoutClearsFirstThenShowsThePageAndEndsWithStatusZero() {
        var bench = Bench().loggedIn()
        bench.call(.logout)
        #expect(bench.storage.keys() == ["device"])
        #expect(bench.page?.path == "/adobe-services/logout")
        #expect(bench.page?.query["redirect_url"] == "adobepass://ios.app")
        #expect(bench.page?.query["mso_id"] == "A")
        #expect(bench.answers.count == 1)
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .userNotAuthenticated))
        #expect(bench.sent.isEmpty)
        bench.call(.getAuthentication(force: false, data: nil))
        #expect(bench.dialog != nil)
    }

    @Test(arguments: ["/authorize", "/preauthorize"])
    func anAnswerThatComesAfterALogoutIsNotTheNextUsers(path: String) {
        let isList = path == "/preauthorize"
        let question =
            isList ? Call.checkPreauthorizedResources(["r"], cache: true) : .checkAuthorization("r", data: nil)
        var bench = Bench().loggedIn()
        bench.call(question, .logout)
        bench.serve()
        #expect(bench.answers.filter { if case .setAuthenticationStatus = $0 { false } else { true } }.count == 2)
        #expect(bench.storage.keys() == ["device"])
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.clock.now += 1_000
        bench.logIn()
        bench.call(question)
        #expect(bench.paths().count == 1 && bench.paths()[0].hasSuffix(path))
    }

    @Test func onTheTelevisionThereIsNoPage() {
        var bench = Bench(platform: .tvOS)
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        bench.clear()
        bench.call(.logout)
        #expect(bench.callbacks == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
        #expect(bench.storage.keys() == ["device"])
        // AE-LOG-020: the service is asked without a page.
        #expect(bench.sent.contains { $0.path.hasSuffix("/adobe-services/logout") })
    }

    @Test func whoIsNotLoggedInIsLoggedOutAtOnce() {
        var bench = Bench()
        bench.configure()
        bench.call(.logout)
        #expect(bench.callbacks == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
    }

    @Test func aLogoutInASafariViewControllerEndsAtTheCustomScheme() {
        var bench = Bench(["a.test": [.init("A", ["requiresSVC": "true"])]])
        bench.call(.setOptions(["handleSVC": true]))
        bench.configure()
        bench.logIn()
        bench.call(.logout)
        #expect(bench.answers.contains { if case .navigateToUrlUseSVC = $0 { true } else { false } })
        #expect(bench.page?.query["redirect_url"] == "adbe.test://adobe.com")
    }

    @Test func aLogoutEmptiesThePreauthorizationCache() {
        var bench = Bench().loggedIn()
        bench.call(.checkPreauthorizedResources(["r"], cache: true))
        bench.serve()
        bench.call(.logout, .handleExternalURL("adobepass://ios.app"))
        bench.logIn()
        bench.call(.checkPreauthorizedResources(["r"], cache: true))
        #expect(bench.sent.count == 1)
    }
}
