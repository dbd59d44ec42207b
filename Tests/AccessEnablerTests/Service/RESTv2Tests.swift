import AccessEnablerAPI
import Testing

@testable import AccessEnabler

/// The same flows over REST API v2: what is asked, and what is made of the answers.
struct RESTv2Tests {
    private func bench(
        _ mvpds: [Service.Entry] = [.init("A")], platform: Platform = .iOS,
        storage: any TokenStorage = MemoryTokenStorage(), ownStorage: any TokenStorage = MemoryTokenStorage()
    ) -> Bench {
        Bench(["a.test": mvpds], platform: platform, storage: storage, ownStorage: ownStorage, wire: .restV2)
    }

    @Test func aLoginIsASessionAPageAndAProfile() throws {
        var bench = bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        #expect(bench.answers.last == .navigateToUrl("https://a.test/api/v2/authenticate/REF30/CODE-A"))
        let session = try #require(bench.sent.last)
        #expect(session.form == ["mvpd": "A", "domainName": "adobe.com", "redirectUrl": "adobepass://ios.app"])
        #expect(session.headers.contains { $0.name == "AP-Device-Identifier" && $0.value.hasPrefix("fingerprint ") })
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve()
        #expect(bench.sent.last?.path == "/api/v2/REF30/profiles/code/CODE-A")
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
    }

    @Test func aPermitBringsItsMediaTokenAndIsAskedForEachTime() {
        var bench = bench().loggedIn()
        for _ in 1...2 {
            bench.clear()
            bench.call(.getAuthorization("news", data: nil))
            bench.serve()
            #expect(bench.sent.first?.path == "/api/v2/REF30/decisions/authorize/A")
            #expect(
                bench.answers.contains { if case .setToken(_, resource: "news") = $0 { true } else { false } })
        }
        // The first may have changed what the MVPD tells of the user.
        #expect(bench.sent.count == 1)
    }

    @Test func aDecisionThatKnowsNoProfileEndsTheLogin() {
        var bench = bench().loggedIn()
        bench.service.changed["/authorize/A"] = .json(
            200, #"{"decisions":[{"authorized":false,"error":{"code":"authenticated_profile_invalidated"}}]}"#)
        bench.call(.getAuthorization("news", data: nil))
        bench.serve()
        #expect(bench.held("A") == nil)
    }

    @Test func aLogoutOpensThePageThatTheServiceNamesAndNoneWhereThereIsNone() {
        var bench = bench().loggedIn()
        bench.call(.logout)
        bench.serve()
        #expect(bench.answers == [.navigateToUrl("https://a.test/adobe-services/logout?x=y")])
        bench.call(.handleExternalURL("adobepass://ios.app"))
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .userNotAuthenticated))
        bench.logIn()
        bench.service.changed["/logout/A"] = .json(200, #"{"logouts":{"A":{"actionName":"complete"}}}"#)
        bench.call(.logout)
        bench.serve()
        #expect(bench.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
    }

    @Test func aRepeatedSetRequestorLooksWhetherTheProfileIsThere() {
        var bench = bench().loggedIn()
        bench.configure()
        #expect(bench.held("A") != nil)
        bench.service.changed["/profiles/A"] = .json(200, #"{"profiles":{}}"#)
        bench.configure()
        #expect(bench.held("A") == nil)
    }

    /// AE-STO-031: a pass begins with its first authorization, and before that the service can only guess its end.
    @Test func aPassEndsWhenItsFirstAuthorizationSays() {
        var bench = bench([.init("T", ["isTempPass": "true"])])
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("T"))
        bench.serve()
        bench.service.changed["/profiles/T"] = .json(
            200, #"{"profiles":{"T":{"type":"temporary","notAfter":2000000000000,"attributes":{}}}}"#)
        bench.call(.getAuthorization("news", data: nil))
        bench.serve()
        #expect(bench.held("T")?.token.contains("2000000000000") == true)
    }

    @Test func aPassThatIsOverIsReported() {
        var bench = bench([.init("T", ["isTempPass": "true"])])
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("T"))
        bench.serve()
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
        bench.service.changed["/profiles/T"] = .json(403, #"{"code":"temporary_access_duration_limit_exceeded"}"#)
        bench.clear()
        bench.call(.getAuthentication(force: true, data: nil), .setSelectedProvider("T"))
        bench.serve()
        #expect(bench.reports == ["N111"])
    }

    @Test func aRefusedAccessTokenIsRenewedWithTheSameCredentials() {
        var bench = bench().loggedIn()
        bench.call(.checkPreauthorizedResources(["news"], cache: false))
        bench.answer("/preauthorize/", .json(401, #"{"code":"invalid_access_token_client_application"}"#))
        bench.serve()
        #expect(bench.sent.map(\.path).contains("/o/client/token"))
        #expect(!bench.sent.map(\.path).contains("/o/client/register"))
        #expect(bench.answers == [.preauthorizedResources(["news"])])
    }

    /// Profiles belong to the registered client, and another application is another client.
    @Test func aLoginIsItsApplicationsAlone() {
        let shared = MemoryTokenStorage()
        var first = bench(storage: shared)
        first.configure()
        first.logIn()
        var second = bench(storage: shared)
        second.configure()
        second.call(.checkAuthentication)
        #expect(second.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
        #expect(first.held("A") != nil)
    }

    @Test func theClientStaysTheSameOverARestartAndALogout() {
        let (storage, own) = (MemoryTokenStorage(), MemoryTokenStorage())
        var first = bench(platform: .tvOS, storage: storage, ownStorage: own)
        first.configure()
        first.call(.logout)
        var second = bench(platform: .tvOS, storage: storage, ownStorage: own)
        second.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        second.serve()
        #expect(second.sent.map(\.path) == ["/o/client/token", "/api/v2/REF30/configuration"])
    }
}
