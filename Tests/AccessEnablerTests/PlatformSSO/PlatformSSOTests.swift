import AccessEnablerAPI
import Testing

@testable import AccessEnabler

/// Apple SSO, transition by transition.
struct PlatformSSOTests {
    private static let supported = ["enablePlatformServices": "true", "boardingStatus": "SUPPORTED"]
    private static let picker = ["enablePlatformServices": "true", "boardingStatus": "PICKER"]
    private let dialog = Value.reference("picker")

    private func bench(version: SDKVersion = .newest, platform: Platform = .iOS) -> Bench {
        var bench = Bench(
            ["a.test": [.init("A"), .init("P", Self.picker), .init("S", Self.supported)]], platform: platform,
            version: version, hasAccount: true)
        bench.service.withoutCode = "S"
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        bench.answer(.access(.granted))
        bench.answer(.news(.failed(AccountFailure(.notSignedIn))))
        #expect(bench.answers == [.setRequestorComplete(.success)] && bench.reports == [])
        bench.clear()
        return bench
    }

    /// As far as the picker, which offers what `filter` says.
    private func presented(_ filter: ProviderFilter? = nil, platform: Platform = .iOS) -> Bench {
        var bench = bench(platform: platform)
        bench.call(.getAuthentication(force: false, data: nil, filter: filter))
        bench.answer(.access(.granted))
        bench.answer(.news(.presents(dialog)))
        #expect(bench.answers == [.presentTvProviderDialog(dialog)])
        return bench
    }

    @Test func aSupportedProviderIsAskedThroughThePlatformAndTheServiceTakesItsAnswer() {
        var bench = presented()
        bench.answer(.news(.dismisses(dialog)))
        bench.answer(.news(.account(AccountMetadata(provider: "S"))))
        bench.serve()
        #expect(bench.questions.last == AccountRequest(providers: ["S"], mayAskUser: false, profileRequest: "question"))
        bench.answer(.news(.account(AccountMetadata(provider: "S", response: "answer"))))
        bench.serve()
        #expect(
            bench.answers == [
                .presentTvProviderDialog(dialog), .dismissTvProviderDialog(dialog),
                .setAuthenticationStatus(.success, .userAuthenticated),
            ])
        bench.clear()
        bench.call(.logout)
        #expect(bench.reports == ["VSA203"])
    }

    @Test func aChoiceWaitsWhileTheRequestorIsSetAgain() {
        var bench = presented()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.answer(.news(.dismisses(dialog)))
        bench.answer(.news(.account(AccountMetadata(provider: "S"))))
        bench.serve()
        #expect(bench.questions.last?.profileRequest == "question" && bench.reports == [] && bench.dialog == nil)
    }

    @Test func theDataOfTheCallGoToTheServiceThatTakesTheAnswer() {
        var bench = bench()
        bench.call(.getAuthentication(force: false, data: ["k": 1], filter: nil))
        bench.answer(.access(.granted))
        bench.answer(.news(.account(AccountMetadata(provider: "S"))))
        bench.serve()
        bench.answer(.news(.account(AccountMetadata(provider: "S", response: "answer"))))
        #expect(bench.sent.last?.form["generic_data"] == #"{"k":1}"#)
    }

    @Test(arguments: [true, false])
    func aLoginThatTheServiceOrThePlatformRefusesAfterThePickerFails(_ isRefusedByService: Bool) {
        var bench = presented()
        bench.answer(.news(.dismisses(dialog)))
        bench.answer(.news(.account(AccountMetadata(provider: "S"))))
        bench.serve()
        bench.answer(
            .news(
                isRefusedByService
                    ? .account(AccountMetadata(provider: "S", response: "wrong"))
                    : .failed(AccountFailure(.serviceTemporarilyUnavailable))))
        bench.serve()
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .genericAuthentication))
        #expect(bench.reports == (isRefusedByService ? [] : ["AAPL"]))
    }

    @Test func aProviderThatIsOnlyInThePickerLeadsToItsPageOrCode() {
        for platform in Platform.allCases {
            var bench = presented(platform: platform)
            bench.answer(.news(.dismisses(dialog)))
            bench.answer(.news(.account(AccountMetadata(provider: "P"))))
            bench.serve(holding: "session")
            #expect(bench.dialog == nil)
            switch platform {
            case .iOS: #expect(bench.page?.query["mso_id"] == "P" && bench.reports == [])
            case .tvOS: #expect(bench.reports == ["REGCODE"])
            }
        }
    }

    @Test func theFilterDecidesWhatThePickerOffersAndInWhichOrder() {
        let filter = ProviderFilter(providers: ["S", "A", "nobody", "P"], featured: ["P", "A"])
        #expect(presented(filter).questions.last == AccountRequest(providers: ["S", "P"], featured: ["P"]))
        #expect(presented().questions.last == AccountRequest(providers: ["P", "S"]))
    }

    @Test(arguments: [
        (AccountFailure(.unsupportedProvider), "N003"), (AccountFailure(.unsupportedProvider, provider: "X"), "N004"),
        (AccountFailure(.serviceTemporarilyUnavailable), "VSA503"), (AccountFailure(.accessNotGranted), "VSA403"),
    ])
    func wherePlatformWillNotDoTheReasonIsReportedAndTheOwnDialogIsShown(_ failure: AccountFailure, _ report: String) {
        var bench = presented()
        bench.answer(.news(.dismisses(dialog)))
        bench.answer(.news(.failed(failure)))
        #expect(bench.reports == [report])
        #expect(bench.dialog?.map(\.id) == ["A", "P", "S"])
    }

    @Test func aCancelledPickerEndsTheLogin() {
        var bench = presented()
        bench.answer(.news(.dismisses(dialog)))
        bench.answer(.news(.failed(AccountFailure(.userCancelled))))
        #expect(bench.reports == ["N005"])
        #expect(bench.answers.last == .setAuthenticationStatus(.error, .genericAuthentication))
        #expect(bench.dialog == nil)
    }

    @Test(arguments: [(AccountAccess.denied, "VSA403"), (.undetermined, "VSA404")])
    func withoutAccessTheClassicFlowBegins(_ access: AccountAccess, _ report: String) {
        var bench = bench()
        bench.call(.getAuthentication(force: false, data: nil))
        bench.answer(.access(access))
        #expect(bench.reports == [report] && bench.dialog != nil)
    }

    @Test func aCancellationByTheApplicationTakesThePickerAwayAndHearsNothingLate() {
        var bench = presented()
        bench.call(.setSelectedProvider(nil))
        bench.answer(.news(.account(AccountMetadata(provider: "P"))))
        bench.serve()
        #expect(
            bench.answers == [
                .presentTvProviderDialog(dialog), .dismissTvProviderDialog(dialog),
                .setAuthenticationStatus(.error, .providerNotSelected),
            ])
    }

    @Test func whoIsSignedInAtTheDeviceIsTakenOverDuringSetRequestorWithoutAWord() {
        var bench = bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        bench.answer(.access(.granted))
        #expect(bench.questions.last?.mayAskUser == false)
        bench.answer(.news(.account(AccountMetadata(provider: "S"))))
        bench.serve()
        bench.answer(.news(.account(AccountMetadata(provider: "S", response: "answer"))))
        #expect(bench.callbacks == [])
        bench.serve()
        #expect(bench.callbacks == [.setRequestorComplete(.success)])
        bench.call(.checkAuthentication)
        #expect(bench.answers.last == .setAuthenticationStatus(.success, .userAuthenticated))
    }

    @Test func beforeTwoThereIsNoAppleSSO() {
        var bench = Bench(
            ["a.test": [.init("S", Self.supported)]], version: SDKVersion(1, 9), hasAccount: true)
        bench.configure()
        bench.call(.getAuthentication(force: false, data: nil))
        #expect(bench.dialog != nil && bench.asked == nil)
    }
}
