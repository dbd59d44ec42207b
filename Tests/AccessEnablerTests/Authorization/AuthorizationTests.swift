import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct AuthorizationTests {
    @Test func anAuthorizationIsRequestedThenTheMediaToken() {
        var bench = Bench().loggedIn()
        bench.call(.checkAuthorization("r", data: ["k": 1]))
        #expect(bench.paths() == ["/adobe-services/authorize"])
        #expect(bench.sent[0].form["device_id"] == Bench.deviceID)
        #expect(bench.sent[0].form["generic_data"] == #"{"k":1}"#)
        #expect(bench.sent[0].header("ap_19") == "name")
        #expect(bench.sent[0].header("ap_23") == "index")
        bench.serve()
        #expect(bench.paths() == ["/adobe-services/authorize", "/adobe-services/shortAuthorize"])
        #expect(bench.answers == [.setToken(bench.service.media("resource"), resource: "r")])
        #expect(
            bench.tracked(.authorization)
                == [[true, "A", "0123456789abcdef0123456789abcdef", false, "", "", "mobile", "ios", "iOS"]])
    }

    @Test func aCachedAuthorizationSavesTheRequestButNotTheMediaToken() {
        var bench = Bench().loggedIn()
        bench.call(.getAuthorization("r", data: nil))
        bench.serve()
        bench.clear()
        bench.call(.getAuthorization("r", data: nil))
        bench.serve()
        #expect(bench.paths() == ["/adobe-services/shortAuthorize"])
        #expect(bench.tracked(.authorization).first?[3] == true)
        #expect(bench.answers.count == 1)
    }

    @Test func anExpiredAuthorizationIsRequestedAgain() {
        var bench = Bench().loggedIn()
        bench.service.lifetime = 1_000
        bench.call(.getAuthorization("r", data: nil))
        bench.serve()
        bench.clear()
        bench.clock.now += 2_000
        bench.call(.getAuthorization("r", data: nil))
        bench.serve()
        #expect(bench.paths() == ["/adobe-services/authorize", "/adobe-services/shortAuthorize"])
    }

    @Test func aDenialPassesTheProvidersWordsOn() {
        var bench = Bench().loggedIn()
        bench.service.changed["/authorize"] = .xml(
            "<error><notAuthorized/><details>not in your package</details></error>", status: 400)
        bench.call(.getAuthorization("r", data: nil))
        bench.serve()
        #expect(
            bench.answers == [
                .tokenRequestFailed(resource: "r", .userNotAuthorized, description: "not in your package")
            ])
        #expect(bench.tracked(.authorization).first?[0] == false)
        #expect(bench.tracked(.authorization).first?[5] == "not in your package")
        #expect(bench.reports == ["Z100"])
    }

    @Test(arguments: [Wire.restV1, .restV2]) func overRESTADenialHasTheProvidersWordsToo(wire: Wire) {
        var bench = Bench(overREST: wire).loggedIn()
        bench.call(.getAuthorization("denied", data: nil))
        bench.serve()
        #expect(
            bench.answers.last
                == .tokenRequestFailed(resource: "denied", .userNotAuthorized, description: "not yours"))
        #expect(bench.held("A") != nil)
    }

    @Test(arguments: ["authorize", "shortAuthorize"])
    func whateverFailsTheFailureIsTold(step: String) {
        var bench = Bench().loggedIn()
        bench.service.changed["/\(step)"] = NetworkReply(status: 500)
        bench.call(.checkAuthorization("r", data: nil))
        bench.serve()
        #expect(bench.answers == [.tokenRequestFailed(resource: "r", .userNotAuthorized, description: "")])
        bench.clear()
        bench.call(.checkAuthorization("s", data: nil))
        bench.lose("/authorize")
        #expect(
            bench.answers == [.tokenRequestFailed(resource: "s", .userNotAuthorized, description: "nobody there")])
    }

    @Test func anAuthorizationForAnotherResourceIsNotUsed() {
        var bench = Bench().loggedIn()
        bench.service.changed["/authorize"] = .xml(bench.service.authorization("other", "A"))
        bench.call(.checkAuthorization("r", data: nil))
        bench.serve()
        #expect(bench.answers == [.tokenRequestFailed(resource: "r", .userNotAuthorized, description: "")])
        #expect(!bench.storage.keys().contains { $0.contains("authorization/") })
    }

    @Test func aServiceThatKnowsNoLoginEndsIt() {
        var bench = Bench().loggedIn()
        bench.service.changed["/authorize"] = .xml("<pendingLogout/>")
        bench.call(.checkAuthorization("r", data: nil))
        bench.serve()
        bench.call(.checkAuthentication)
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .userNotAuthenticated))
    }

    @Test func withoutALoginCheckFailsAndGetLogsIn() {
        var bench = Bench()
        bench.configure()
        bench.call(.checkAuthorization("r", data: nil))
        #expect(bench.answers == [.tokenRequestFailed(resource: "r", .userNotAuthenticated, description: "")])
        bench.clear()
        bench.call(.getAuthorization("r", data: nil), .getAuthorization("s", data: nil))
        #expect(bench.dialog != nil)
        #expect(bench.answers.count == 1)
        bench.call(.setSelectedProvider("A"))
        bench.serve()
        bench.call(.handleExternalURL("adobepass://ios.app"))
        bench.serve()
        let media = bench.service.media("resource")
        #expect(
            bench.answers.suffix(3) == [
                .setAuthenticationStatus(.success, .userAuthenticated), .setToken(media, resource: "r"),
                .setToken(media, resource: "s"),
            ])
    }

    @Test func aCancelledLoginAuthorizesNothing() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthorization("r", data: nil), .setSelectedProvider(nil))
        #expect(bench.answers.dropFirst() == [.setAuthenticationStatus(.error, .providerNotSelected)])
        bench.logIn()
        #expect(bench.open.isEmpty)
    }

    @Test func aFailedLoginFailsTheAuthorizationThatWaited() {
        var bench = Bench()
        bench.configure()
        bench.call(.getAuthorization("r", data: nil), .setSelectedProvider("A"))
        bench.lose("regcode")
        #expect(
            bench.answers.last
                == .tokenRequestFailed(
                    resource: "r", .userNotAuthenticated, description: "the authentication failed"))
    }

    @Test func preauthorizedAreThoseOfTheQuestionThatTheServiceNames() {
        var bench = Bench().loggedIn()
        bench.call(.checkPreauthorizedResources(["r", "denied-1", "s"], cache: true))
        bench.serve()
        #expect(bench.answers == [.preauthorizedResources(["r", "s"])])
    }

    @Test func theSameQuestionIsAnsweredFromTheCacheUnlessItIsSwitchedOff() {
        var bench = Bench().loggedIn()
        bench.call(.checkPreauthorizedResources(["r", "s"], cache: true))
        bench.serve()
        bench.clear()
        bench.call(.checkPreauthorizedResources(["s", "r"], cache: true))
        #expect(bench.answers == [.preauthorizedResources(["s", "r"])])
        #expect(bench.sent.isEmpty)
        bench.call(
            .checkPreauthorizedResources(["r", "s"], cache: false), .checkPreauthorizedResources(["r"], cache: true),
            .preauthorize(PreauthorizeRequest(resources: ["r", "s"], disabledFeatures: ["LOCAL_CACHE"])))
        #expect(bench.sent.count == 3)
    }

    @Test func aFailedPreauthorizationIsAnEmptyListAndP100() {
        var bench = Bench().loggedIn()
        bench.service.changed["/preauthorize"] = NetworkReply(status: 500)
        bench.call(.checkPreauthorizedResources(["r"], cache: true))
        bench.serve()
        #expect(bench.answers == [.preauthorizedResources([])])
        #expect(bench.reports == ["P100"])
    }

    @Test func preauthorizeDecidesEachResource() {
        var bench = Bench().loggedIn()
        bench.call(.preauthorize(PreauthorizeRequest(resources: ["r", "denied"])))
        bench.serve()
        #expect(
            bench.answers == [
                .preauthorizeResponse([
                    "status": nil,
                    "decisions": [["id": "r", "authorized": true], ["id": "denied", "authorized": false]],
                ])
            ])
    }
}
