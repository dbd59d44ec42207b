import AccessEnablerAPI
import Testing

@testable import AccessEnabler

/// What is under way when something else begins.
struct OverlapTests {
    private static let redirect = Call.handleExternalURL("adobepass://ios.app")
    private static let loggedOut = Callback.setAuthenticationStatus(.error, .userNotAuthenticated)

    @Test func aNewLoginHasNoneOfTheAuthorizationsOfTheOneBefore() {
        var bench = Bench().loggedIn()
        bench.call(.getAuthorization("r", data: nil))
        bench.serve()
        bench.clock.now += 1_000
        bench.logIn()
        bench.call(.getAuthorization("r", data: nil))
        bench.serve()
        #expect(bench.paths() == ["/adobe-services/authorize", "/adobe-services/shortAuthorize"])
    }

    @Test func twoEqualAuthorizationsAtOnceAreBothTheServices() {
        var bench = Bench().loggedIn()
        bench.call(.checkAuthorization("r", data: nil), .checkAuthorization("r", data: nil))
        bench.serve()
        #expect(bench.tracked(.authorization).map { $0[3] } == [false, false])
    }

    @Test func anotherRequestorAnswersWhatIsUnderWay() {
        var bench = Bench().loggedIn()
        bench.call(
            .checkAuthorization("r", data: nil), .checkPreauthorizedResources(["r"], cache: false),
            .getAuthentication(force: true, data: nil), .setRequestor("OTHER", serviceProviders: ["https://a.test"]))
        #expect(
            bench.answers.dropFirst() == [
                .setAuthenticationStatus(.error, .genericAuthentication),
                .tokenRequestFailed(resource: "r", .userNotAuthorized, description: "another requestor was set"),
                .preauthorizedResources([]),
            ])
        bench.clear()
        bench.answer("/authorize")
        #expect(bench.callbacks == [])
    }

    @Test func aLogoutGoesOnWhenAnotherRequestorIsSet() {
        var bench = Bench().loggedIn()
        bench.call(.logout)
        bench.service.requestor = "OTHER"
        bench.call(.setRequestor("OTHER", serviceProviders: ["https://a.test"]))
        bench.serve()
        bench.clear()
        bench.call(Self.redirect)
        #expect(bench.callbacks == [Self.loggedOut])
    }

    @Test func whatWaitsForALoginFailsAtALogout() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthorization("r", data: nil), .logout)
        #expect(
            bench.answers.dropFirst() == [
                .tokenRequestFailed(resource: "r", .userNotAuthenticated, description: "the user logged out"),
                Self.loggedOut,
            ])
    }

    @Test func twoLogoutsInARowAreBothAnsweredWhenThePageEnds() {
        var bench = Bench().loggedIn()
        bench.call(.logout, .logout)
        #expect(bench.answers.count == 1 && bench.page != nil)
        bench.call(Self.redirect)
        #expect(bench.answers.dropFirst() == [Self.loggedOut, Self.loggedOut])
    }

    @Test(arguments: [true, false])
    func aLoginBesideThePageOfALogoutEndsWithTheUsers(_ isLogoutFirst: Bool) {
        var bench = Bench().loggedIn()
        bench.call(.logout, .getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve(holding: "/session")
        bench.clear()
        let known = bench.service.changed
        if isLogoutFirst {
            bench.service.changed["/session"] = .xml("<pendingLogout/>")
            bench.call(Self.redirect)
            bench.serve()
            #expect(bench.answers == [Self.loggedOut])
            bench.service.changed = known
        }
        bench.call(Self.redirect)
        bench.serve()
        #expect(
            bench.answers == [Self.loggedOut, .setAuthenticationStatus(.success, .userAuthenticated)])
    }

    @Test func aFailedPhaseEndsTheLoginAndKeepsTheRequestor() {
        var bench = Bench().loggedIn()
        bench.call(.getAuthentication(force: true, data: nil))
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.lose("/config/")
        #expect(
            bench.answers.dropFirst() == [
                .setRequestorComplete(.error), .setAuthenticationStatus(.error, .genericAuthentication),
            ])
        bench.clear()
        bench.call(.setSelectedProvider(nil))
        #expect(bench.state.store.currentMVPD("REF30") == nil)
    }

    @Test func afterAFailedPhaseAnotherRequestorJoinsNoLogin() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthorization("r", data: nil), .setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.lose("/config/")
        bench.service.requestor = "OTHER"
        bench.call(.setRequestor("OTHER", serviceProviders: ["https://a.test"]))
        bench.serve()
        bench.clear()
        bench.call(.getAuthorization("s", data: nil))
        #expect(bench.dialog != nil)
    }

    @Test func aSelectionThatLeftTheListShowsNobodyTheDialog() {
        var bench = Bench().loggedIn()
        bench.call(.setSelectedProvider("B"))
        bench.service.mvpds = ["a.test": [.init("A")]]
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil))
        #expect(bench.answers == [.setAuthenticationStatus(.success, .userAuthenticated)])
    }

    @Test func aRepeatedCallFindsOutAboutEachLogin() {
        var bench = Bench().loggedIn()
        bench.logIn("B")
        bench.service.changed["/session"] = .xml("<pendingLogout/>")
        bench.configure()
        #expect(bench.held("A") == nil && bench.held("B") == nil)
    }
}
