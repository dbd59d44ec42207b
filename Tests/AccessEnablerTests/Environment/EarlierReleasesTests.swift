import AccessEnablerAPI
import Testing

@testable import AccessEnabler

/// What is different before 3.0.
struct EarlierReleasesTests {
    private let proof = RequestorProof(
        signedRequestorID: "signed", keys: RequestorProof.Keys(secret: "secret", publicKey: "public"))

    private func bench(
        _ version: SDKVersion, platform: Platform = .iOS, properties: [String: String] = [:],
        storage: any TokenStorage = MemoryTokenStorage(), ownStorage: any TokenStorage = MemoryTokenStorage()
    ) -> Bench {
        var bench = Bench(
            ["a.test": [.init("A", properties), .init("B")]], platform: platform, version: version, storage: storage,
            ownStorage: ownStorage)
        bench.service.withoutCode = "A"
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"], proof: proof))
        bench.serve()
        #expect(bench.answers == [.setRequestorComplete(.success)])
        #expect(bench.sent.map(\.path) == ["/adobe-services/config/REF30"])
        bench.clear()
        return bench
    }

    @Test func theRequestorIsProvedInEachCallAndNoTokenIsFetched() {
        var bench = bench(SDKVersion(2, 3))
        bench.call(.getAuthorization("news", data: nil), .setSelectedProvider("A"))
        #expect(bench.page?.query["device_id"] == Bench.deviceID && bench.page?.query["reg_code"] == nil)
        bench.call(.handleExternalURL(EnablerState.redirectURL))
        bench.serve()
        #expect(
            bench.sent.map(\.path) == [
                "/adobe-services/1.0/sessionDevice", "/adobe-services/1.0/authorizeDevice",
                "/adobe-services/1.0/deviceShortAuthorize",
            ])
        #expect(bench.sent.allSatisfy { $0.form["signed_requestor_id"] == "signed" })
        #expect(!bench.sent.contains { $0.headers.contains { $0.name == "Authorization" } })
        #expect(bench.answers.contains(.setAuthenticationStatus(.success, .userAuthenticated)))
    }

    @Test func theCallsForASecondScreenAreSigned() {
        var bench = bench(SDKVersion(2, 3), platform: .tvOS)
        bench.call(.getAuthentication(force: false, data: nil), .setSelectedProvider("A"))
        bench.answer("regcode")
        let headers = bench.sent.compactMap { request in
            request.headers.first { $0.name == "Authorization" }?.value
        }
        #expect(headers.count == 2)
        #expect(
            headers.allSatisfy { $0.hasPrefix("POST requestor_id=REF30, nonce=") && $0.contains("public_key=public") })
        #expect(headers.first != headers.last)
    }

    @Test(arguments: [(SDKVersion(1, 4), "A"), (SDKVersion(1, 5), nil)])
    func beforeOneFiveALoginGoesOnWithTheMVPDOfTheLast(_ version: SDKVersion, _ mvpd: String?) {
        var bench = bench(version)
        bench.service.withoutCode = "A"
        bench.logIn("A")
        bench.state.store.removeAuthentications(beside: TokenBucket(mvpd: "A"))
        bench.clear()
        bench.call(.getAuthentication(force: false, data: nil))
        #expect(bench.page?.query["mso_id"] == mvpd)
    }

    @Test(arguments: [(SDKVersion(1, 6), false), (SDKVersion(1, 7), true)])
    func beforeOneSevenThereIsOneToken(_ version: SDKVersion, _ isKept: Bool) {
        var bench = bench(version)
        for mvpd in ["A", "B"] {
            bench.service.withoutCode = mvpd
            bench.logIn(mvpd)
        }
        #expect((bench.held("A") != nil) == isKept)
        #expect(bench.held("B") != nil)
    }

    @Test(arguments: [
        (SDKVersion(1, 4), [:], true), (SDKVersion(1, 4), ["canAuthenticate": "true"], true),
        (SDKVersion(1, 4), ["canAuthenticate": "false"], false), (SDKVersion(1, 5), [:], false),
    ])
    func beforeOneFiveTheLastMVPDDoesForThePicker(
        _ version: SDKVersion, _ properties: [String: String], _ isSkipped: Bool
    ) {
        var bench = bench(version, properties: properties)
        bench.logIn("A")
        bench.clock.now += 1_000_000_000_000
        bench.call(.getAuthentication(force: false, data: nil))
        #expect((bench.page?.query["mso_id"] == "A") == isSkipped)
        #expect(bench.answers.count == 1)
    }

    @Test func beforeOneFiveALoginThatFailedMakesThePickerNecessary() {
        var bench = bench(SDKVersion(1, 4))
        bench.logIn("A")
        bench.clock.now += 1_000_000_000_000
        bench.call(.getAuthentication(force: false, data: nil), .handleExternalURL(EnablerState.redirectURL))
        bench.answer("sessionDevice", NetworkReply(status: 500))
        bench.clear()
        bench.call(.getAuthentication(force: false, data: nil))
        #expect(bench.page == nil)
        guard case .displayProviderDialog = bench.answers.first else {
            Issue.record("no picker")
            return
        }
    }

    /// Everybody's token is in what the applications share, a private one in what is the application's own.
    @Test(arguments: [([:], false), (["authPerRequestor": "true"], true)] as [([String: String], Bool)])
    func beforeOneSevenTheTokenIsEverybodysOrTheProgrammers(_ properties: [String: String], _ isPrivate: Bool) {
        let shared = MemoryTokenStorage()
        let own = MemoryTokenStorage()
        var first = bench(SDKVersion(1, 6), properties: properties, storage: shared, ownStorage: own)
        first.logIn("A")
        for (ownStorage, isSame) in [(own, true), (MemoryTokenStorage(), false)] {
            var next = bench(SDKVersion(1, 6), properties: properties, storage: shared, ownStorage: ownStorage)
            next.call(.checkAuthentication)
            let isThere = next.answers == [.setAuthenticationStatus(.success, .userAuthenticated)]
            #expect(isThere == (isSame || !isPrivate))
        }
    }

    @Test(arguments: [[:], ["authPerRequestor": "true"]])
    func whatAnEarlierReleaseHasLeftIsImported(_ properties: [String: String]) {
        let shared = MemoryTokenStorage()
        let own = MemoryTokenStorage()
        var earlier = bench(SDKVersion(1, 6), properties: properties, storage: shared, ownStorage: own)
        earlier.logIn("A")
        var later = bench(SDKVersion(1, 7), properties: properties, storage: shared, ownStorage: own)
        later.call(.checkAuthentication)
        #expect(later.answers == [.setAuthenticationStatus(.success, .userAuthenticated)])
        later.clear()
        later.call(.logout, .setRequestor("REF30", serviceProviders: ["https://a.test"], proof: proof))
        later.serve()
        later.clear()
        later.call(.checkAuthentication)
        #expect(later.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
    }

    @Test func aTokenOfTheProgrammersOwnIsNotReplacedByAnImport() {
        let shared = MemoryTokenStorage()
        var earlier = bench(SDKVersion(1, 6), storage: shared)
        earlier.logIn("A")
        var later = bench(SDKVersion(1, 7), storage: shared)
        later.service.withoutCode = "B"
        later.logIn("B")
        later.call(.setRequestor("REF30", serviceProviders: ["https://a.test"], proof: proof))
        later.serve()
        later.clear()
        later.call(.getSelectedProvider)
        guard case .selectedProvider(let mvpd) = later.answers.first else {
            Issue.record("no answer")
            return
        }
        #expect(mvpd?.id == "B")
    }

    /// On a television the two storages are one.
    @Test(arguments: [MemoryTokenStorage(), nil])
    func whatIsImportedOnceReplacesAndEndsNoLaterLogin(_ own: MemoryTokenStorage?) {
        let shared = MemoryTokenStorage()
        var earlier = bench(SDKVersion(1, 6), storage: shared, ownStorage: own ?? shared)
        earlier.logIn("A")
        var later = bench(SDKVersion(1, 7), storage: shared, ownStorage: own ?? shared)
        later.clock.now += 500_000
        later.logIn("A")
        let held = later.held("A")
        later.service.requestor = "OTHER"
        later.call(.setRequestor("OTHER", serviceProviders: ["https://a.test"], proof: proof))
        later.serve()
        later.service.requestor = "REF30"
        later.service.changed["sessionDevice"] = NetworkReply(status: 500)
        later.call(.setRequestor("REF30", serviceProviders: ["https://a.test"], proof: proof))
        later.serve()
        #expect(held != nil && later.held("A")?.token == held?.token)
    }

    @Test(arguments: [(SDKVersion(1, 5), 4), (SDKVersion(1, 6), 7)])
    func theDeviceIsTrackedFromOneSixOn(_ version: SDKVersion, _ count: Int) {
        var bench = bench(version)
        bench.call(.checkAuthentication)
        #expect(bench.tracked(.authentication).map(\.count) == [count])
    }

    @Test(arguments: [(SDKVersion(2, 4), []), (SDKVersion(2, 5), ["SEC412"])] as [(SDKVersion, [String])])
    func aReportThatAReleaseDoesNotHaveIsNotMade(_ version: SDKVersion, _ reports: [String]) {
        let storage = MemoryTokenStorage()
        TokenStore(storage: storage).store(
            StoredAuthentication(
                token: Bench().service.authenticationToken("A", device: "another"), registrationCode: nil,
                userMetadata: nil), TokenBucket(programmer: "REF30", mvpd: "A"))
        var bench = Bench(version: version, storage: storage)
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"], proof: proof))
        bench.serve()
        #expect(bench.reports == reports)
        #expect(TokenStore(storage: storage).authenticatedBuckets(of: "REF30").isEmpty)
    }

    @Test func eachReleaseHasItsCalls() {
        func calls(_ major: Int, _ minor: Int, _ platform: Platform = .iOS) -> Set<Selector> {
            ReferenceAccessEnabler.calls(of: SDKVersion(major, minor), on: platform)
        }
        #expect(!calls(1, 8).contains(.getAuthenticationWithData) && calls(1, 9).contains(.getAuthenticationWithData))
        #expect(calls(2, 9).contains(.getAuthenticationToken) && !calls(3, 0).contains(.getAuthenticationToken))
        #expect(calls(2, 0, .tvOS).contains(.setRequestorSecret) && !calls(2, 0).contains(.setRequestorSecret))
        #expect(!calls(2, 2).contains(.setOptions) && calls(2, 3).contains(.setOptions))
    }
}
