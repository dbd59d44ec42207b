import AccessEnablerAPI
import Testing

@testable import AccessEnabler

/// What is different before 3.0.
struct EarlierReleasesTests {
    private let proof = RequestorProof(
        signedRequestorID: "signed", keys: RequestorProof.Keys(secret: "secret", publicKey: "public"))

    private func bench(_ version: SDKVersion, platform: Platform = .iOS) -> Bench {
        var bench = Bench(platform: platform, version: version)
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

    @Test(arguments: [(SDKVersion(1, 6), false), (SDKVersion(1, 7), true)])
    func beforeOneSevenThereIsOneToken(_ version: SDKVersion, _ isKept: Bool) {
        var bench = bench(version)
        for mvpd in ["A", "B"] {
            bench.service.withoutCode = mvpd
            bench.logIn(mvpd)
        }
        #expect((bench.state.store.authentication("REF30", "A") != nil) == isKept)
        #expect(bench.state.store.authentication("REF30", "B") != nil)
    }

    @Test(arguments: [(SDKVersion(1, 5), 4), (SDKVersion(1, 6), 7)])
    func theDeviceIsTrackedFromOneSixOn(_ version: SDKVersion, _ count: Int) {
        var bench = bench(version)
        bench.call(.checkAuthentication)
        #expect(bench.tracked(.authentication).map(\.count) == [count])
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
