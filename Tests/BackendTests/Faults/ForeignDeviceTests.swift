import Backend
import Cryptography
import Encodings
import Evidence
import ServiceProtocol
import Testing
import Tokens

@Suite struct ForeignDeviceTests {
    private let session = SessionID("s1")

    @Test func theTokenOfAnotherDeviceIsWellMadeAndOfNoUse() throws {
        let bench = try Bench(serving: .sample())
        bench.backend.setFault(session, provider: nil, purpose: .session, fault: .foreignDevice, times: 1)
        var client = Client(bench.backend.baseURLs[0])
        let foreign = try client.logIn()
        let own = Hex.encode(Digest.sha1(Array(client.device.utf8)))
        #expect(try AuthenticationToken(parsing: foreign).fingerprint != own)
        let refused = try client.call(
            "/adobe-services/authorize", [("resource_id", "News"), ("authentication_token", foreign)])
        #expect(refused.text.contains("<pendingLogout"))

        let token = try text(of: "authnToken", in: try client.askSession())
        #expect(try AuthenticationToken(parsing: token).fingerprint == own)
        let granted = try client.call(
            "/adobe-services/authorize", [("resource_id", "News"), ("authentication_token", token)])
        #expect(granted.text.contains("<authzToken>"))
    }
}
