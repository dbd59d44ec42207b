import Testing

@testable import Backend

/// A name that somebody else can make lead here is none of ours.
@Suite struct ServedHostsTests {
    private let hosts = ServedHosts(names: ["Assay.ci.example.com"])

    @Test(arguments: [
        "127.0.0.1:8080", "localhost", "localhost:80", "sp1.localhost", "[::1]:80", "192.168.1.5", "assay:8080",
        "sp.auth.adobe.com", "assay.test", "host.docker.internal:80", "assay.ci.example.com:1", "LOCALHOST.", "",
    ])
    func aLoginIsServed(host: String) {
        #expect(hosts.include(host))
    }

    @Test(arguments: [
        "evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "1.2.3.4.5",
        "256.0.0.1", "adobe.com.evil.example", "evil-adobe.com", "x.assay.ci.example.com", "evil.example.",
        "evil%2Eexample", "%65vil",
    ])
    func aLoginIsNotServed(host: String) {
        #expect(!hosts.include(host))
    }

    @Test(arguments: ["/activate", "/", "/mvpd/Cablevision/sso?RelayState=x", "/adobe-services/logout?requestor_id=R"])
    func pagesAreNotShownAtANameOfOthers(path: String) throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.sendRaw("GET \(path) HTTP/1.1\r\nHost: evil.example:8080\r\n\r\n")
        let foreign = caller.receive()
        #expect(foreign.status == 421 && foreign.text.contains("--host NAME"), "\(foreign)")
        #expect(caller.get(path).status != 421)
    }

    @Test func callsOfDevicesAreServedAtEveryName() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.sendRaw("GET /adobe-services/config/REF30 HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        #expect(caller.receive().status == 200)
    }
}
