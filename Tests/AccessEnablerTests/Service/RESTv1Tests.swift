import AccessEnablerAPI
import Testing

@testable import AccessEnabler

/// The same flows over REST API v1: what is asked, and what is made of the answers.
struct RESTv1Tests {
    private func bench(_ mvpds: [Service.Entry] = [.init("A")], platform: Platform = .iOS) -> Bench {
        var bench = Bench(["a.test": mvpds], platform: platform, wire: .restV1)
        bench.service.withoutCode = "A"
        return bench
    }

    @Test func aLoginIsACodeAPageAndThreeAnswers() throws {
        var bench = bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        let page = try #require(bench.page)
        #expect(page.path == "/api/v1/authenticate")
        #expect(page.url.contains("?reg_code=CODE-A&"))
        #expect(page.url.hasSuffix("&redirect_url=adobepass%3A%2F%2Fios.app"))
        bench.clear()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve()
        #expect(
            bench.paths() == ["/api/v1/checkauthn/CODE-A", "/api/v1/tokens/authn", "/api/v1/tokens/usermetadata"])
        #expect(bench.sent.allSatisfy { $0.header("Accept") == "application/json" })
        #expect(bench.sent.last?.query == ["requestor": "REF30", "deviceId": Bench.deviceID])
        #expect(bench.answers == [.setAuthenticationStatus(.success, .userAuthenticated)])
    }

    @Test func aCodeThatNobodyHasUsedIsNoLogin() {
        var bench = bench()
        bench.configure()
        bench.service.changed["CODE-A"] = .json(403, #"{"status":403,"message":"Forbidden"}"#)
        bench.logIn()
        #expect(bench.held("A") == nil)
        #expect(bench.state.authentication.state == .idle)
    }

    @Test func aTelevisionLooksByTheCodeAndThenFetchesTheLogin() {
        var bench = bench(platform: .tvOS)
        bench.configure()
        bench.service.changed["CODE-A"] = .json(403, #"{"status":403,"message":"Forbidden"}"#)
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        #expect(bench.paths().last == "/api/v1/checkauthn/CODE-A")
        bench.service.changed = [:]
        bench.clear()
        bench.fire(.poll)
        bench.serve()
        #expect(bench.answers == [.setAuthenticationStatus(.success, .userAuthenticated)])
    }

    /// What is told beside a login may be missing; the login is there all the same.
    @Test func aLoginNeedsNoMetadata() {
        var bench = bench()
        bench.configure()
        bench.service.changed["usermetadata"] = .json(404, #"{"status":404,"message":"Not Found"}"#)
        bench.logIn()
        #expect(bench.held("A") != nil && bench.held("A")?.userMetadata == nil)
    }

    @Test func anAuthorizationIsKeptAndItsMediaTokenIsAskedForEachTime() {
        var bench = bench().loggedIn()
        var asked: [[String]] = []
        for _ in 1...2 {
            bench.clear()
            bench.call(.getAuthorization("news", data: nil))
            bench.serve()
            asked.append(bench.paths())
            #expect(bench.answers.contains { if case .setToken(_, resource: "news") = $0 { true } else { false } })
        }
        #expect(
            asked == [
                ["/api/v1/authorize", "/api/v1/tokens/usermetadata", "/api/v1/mediatoken"], ["/api/v1/mediatoken"],
            ])
    }

    @Test func anAuthorizationThatKnowsNoLoginEndsIt() {
        var bench = bench().loggedIn()
        bench.service.changed["authorize"] = .json(403, #"{"status":403,"message":"User not Authenticated"}"#)
        bench.call(.getAuthorization("news", data: nil))
        bench.serve()
        #expect(bench.held("A") == nil)
    }

    @Test func preauthorizationListsResourcesWithCommas() {
        var bench = bench().loggedIn()
        bench.call(.checkPreauthorizedResources(["news", "denied", "film"], cache: false))
        bench.serve()
        #expect(bench.sent.last?.query["resource"] == "news,denied,film")
        #expect(bench.answers == [.preauthorizedResources(["news", "film"])])
    }

    @Test func aLogoutIsOneRequestWithoutAPage() {
        var bench = bench().loggedIn()
        bench.call(.logout)
        bench.serve()
        #expect(bench.sent.map(\.method) == ["DELETE"])
        #expect(bench.paths() == ["/api/v1/logout"])
        #expect(bench.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
    }

    @Test func aRepeatedSetRequestorLooksWhetherTheLoginIsThere() {
        var bench = bench().loggedIn()
        bench.configure()
        #expect(bench.held("A") != nil)
        bench.service.changed["tokens/authn"] = .json(404, #"{"status":404,"message":"Not Found"}"#)
        bench.configure()
        #expect(bench.held("A") == nil)
    }

    @Test func aPassThatIsOverIsReported() {
        var bench = bench([.init("T", ["isTempPass": "true"])])
        bench.service.withoutCode = "T"
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("T"))
        bench.serve()
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
        bench.service.changed["tokens/authn"] = .json(410, #"{"status":410,"message":"Gone"}"#)
        bench.clear()
        bench.call(.getAuthentication(force: true, data: nil), .setSelectedProvider("T"))
        bench.serve()
        #expect(bench.reports == ["N111"])
    }

    @Test func anAccessTokenIsRenewedBetweenTheAnswers() {
        var bench = bench()
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.serve()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve(holding: "usermetadata")
        bench.answer("usermetadata", .json(401, #"{"error":"access_denied"}"#))
        bench.serve()
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
        #expect(bench.held("A")?.userMetadata != nil)
    }
}
