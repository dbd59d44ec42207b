import Backend
import Cryptography
import Encodings
import Evidence
import ServiceProtocol
import Testing

@Suite struct RedactionTests {
    @Test func noSecretIsInAnythingThatIsRecorded() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let authentication = try client.logIn()
        let authorized = try client.call(
            "/adobe-services/authorize", [("resource_id", "News"), ("authentication_token", authentication)])
        let authorization = try text(of: "authzToken", in: authorized)
        let media = try client.call("/adobe-services/shortAuthorize", [("authz_token", authorization)])
        _ = try client.call("/adobe-services/authorize?access_token=\(client.accessToken)", [("oops", media.text)])
        let recorded = String(describing: bench.log.all)
        let secrets = [
            "statement-of-1", client.client.secret, client.accessToken, "secret-of-1", authentication, authorization,
            media.text, String(authentication.dropFirst(20).prefix(60)),
        ]
        for secret in secrets {
            #expect(!secret.isEmpty && !recorded.contains(secret))
        }
        #expect(recorded.contains("sha256:"))
    }

    /// What is in a secret is one, and so is what is named with a word before it.
    @Test func secretsBelowAndBesideTheirNamesAreHidden() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let secrets = (0..<6).map { "hunter-\($0)-hunter" }
        _ = caller.get(
            "/nothing?user%5Bpassword%5D=\(secrets[0])&j_password=\(secrets[1])&u=https://a:x,\(secrets[2])@h/y",
            headers: [("X-Auth-Token", secrets[3])])
        let body = #"{"client_secret":{"v":"\#(secrets[4])"},"password":[{"value":"\#(secrets[5])"}]}"#
        caller.sendRaw(
            "POST /nothing HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        _ = caller.receive()
        let recorded = String(describing: bench.log.all)
        #expect(recorded.contains("client_secret"))
        for secret in secrets { #expect(!recorded.contains(secret), "\(secret)") }
    }

    /// A page shows what a browser was sent with, and obeys none of it.
    @Test func whatChangesTheDirectionOfTextIsNotInPages() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let page = try Caller(bench.backend.baseURLs[0]).get("/activate?code=%E2%80%AEabc%1B").text
        #expect(page.contains("abc") && !page.contains("\u{202E}") && !page.contains("\u{1B}"))
    }

    @Test func equalSecretsStayEqualWhenTheyAreRedacted() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        let caller = try Caller(client.baseURL)
        _ = caller.get("/adobe-services/config/REQ1", headers: client.bearer)
        _ = caller.get("/adobe-services/config?requestor_id=REQ1&access_token=\(client.accessToken)")
        let requests = bench.log.all.compactMap(\.event.request).filter { $0.purpose == .configuration }
        let digest = "sha256:" + Hex.encode(Digest.sha256(Array(client.accessToken.utf8))).prefix(12)
        #expect(requests[0].fields["authorization"] == "Bearer " + digest)
        #expect(requests[1].fields["access_token"] == digest)
        #expect(Redactor.digest(of: client.accessToken) == digest)
        #expect(requests[0].fields["ap_21"] == client.device)
    }

    /// A port may write what it was given wherever it likes.
    @Test func whatIsIssuedIsASecretFromThenOn() throws {
        let redactor = Redactor()
        let backend = try Backend.start(endpoints: 1, recorder: Recorder(sinks: [], redactor: redactor))
        defer { backend.stop() }
        backend.open(.sample())
        var client = Client(backend.baseURLs[0])
        let authentication = try client.logIn()
        for secret in [client.client.secret, client.accessToken, authentication] {
            let kept = redactor.redacted(text: "it is \(secret)!")
            #expect(kept == "it is \(Redactor.digest(of: secret))!")
        }
    }
}
