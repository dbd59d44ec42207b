import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct QueueTests {
    @Test func callsWaitSilentlyForTheConfigurationAndRunInOrder() {
        var bench = Bench()
        bench.call(
            .setRequestor("REF30", serviceProviders: ["https://a.test"]), .checkAuthentication,
            .checkAuthorization("r", data: nil), .getMetadata([:]), .checkPreauthorizedResources(["r"], cache: true),
            .logout, .getAuthentication(force: false, data: nil))
        bench.serve(holding: "/config/")
        #expect(bench.callbacks.isEmpty)
        #expect(bench.open.map(\.request.path) == ["/adobe-services/config/REF30"])
        bench.serve()
        #expect(
            bench.answers == [
                .setRequestorComplete(.success), .setAuthenticationStatus(.error, .userNotAuthenticated),
                .tokenRequestFailed(resource: "r", .userNotAuthenticated, description: ""),
                .setMetadataStatus("", encrypted: false, key: .null, arguments: [:]), .preauthorizedResources([]),
                .setAuthenticationStatus(.error, .userNotAuthenticated),
                .displayProviderDialog(bench.dialog ?? []),
            ])
    }

    @Test func callsBeforeSetRequestorWaitToo() {
        var bench = Bench()
        bench.call(.checkAuthentication)
        #expect(bench.callbacks.isEmpty)
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.answers.count == 2)
    }

    @Test func afterAFailedPhaseCallsFailWithoutTheNetwork() {
        var bench = Bench()
        bench.service.changed["/config/REF30"] = NetworkReply(status: 500)
        bench.call(
            .setRequestor("REF30", serviceProviders: ["https://a.test"]), .getAuthentication(force: false, data: nil),
            .getAuthorization("r", data: nil), .getSelectedProvider)
        bench.serve()
        #expect(
            bench.answers == [
                .setRequestorComplete(.error), .setAuthenticationStatus(.error, .genericAuthentication),
                .tokenRequestFailed(
                    resource: "r", .userNotAuthenticated, description: "the requestor is not configured"),
                .selectedProvider(nil),
            ])
        #expect(bench.paths().count == 3)
    }

    @Test func preauthorizeDoesNotWait() {
        var bench = Bench()
        bench.call(
            .setRequestor("REF30", serviceProviders: ["https://a.test"]),
            .preauthorize(PreauthorizeRequest(resources: ["r"])))
        guard case .preauthorizeFailure(let failure) = bench.callbacks.first else {
            Issue.record("onFailure comes at once")
            return
        }
        #expect(failure["status"]?.objectValue?["code"] == "requestor_not_configured")
        #expect(failure["status"]?.objectValue?["status"] == 0)
    }

    @Test func aBarrierPassesWhileCallsWait() async {
        var bench = Bench()
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]), .checkAuthentication)
        await confirmation { passed in
            bench.handle(.barrier { passed() })
        }
    }
}
