import Backend
import Cryptography
import HTTPServer
import Testing
import XML

/// The flows of the protocol with curl, which nobody here wrote.
@Suite(.enabled(if: Program.areInstalled("curl"), "curl is not installed"))
struct CurlTests {
    @Test func aBrowserOfTheSecondGenerationPlaysAndLogsOut() async throws {
        let bench = try Bench(openWorld: OpenWorld())
        let curl = Curl(bench.backend.baseURLs[0])
        let form = try await curl.submit(try await curl.get(Visitor.login("Cablevision")))
        let wrong = try await curl.submit(form, form: "login", filling: ["username": "user", "password": "guess"])
        #expect(wrong.contains("not correct"))
        let carrier = try await curl.submit(wrong, form: "login", filling: ["password": "password"])
        let end = try await curl.submit(carrier, more: ["-D", "-"])
        #expect(end.contains("Location: https://player.adobe.com/live"))

        let session = try await curl.get("/adobe-services/session", ["-d", "_method=GET", "-d", "requestor_id=REF30"])
        let token = plain(between("<authnToken>", "</authnToken>", session))
        let authorized = try await curl.get(
            "/adobe-services/authorize",
            ["-d", "resource_id=News", "-d", "requestor_id=REF30", "--data-urlencode", "authentication_token=\(token)"])
        let authorization = plain(between("<authzToken>", "</authzToken>", authorized))
        let media = try await curl.get(
            "/adobe-services/shortAuthorize",
            ["-d", "requestor_id=REF30", "--data-urlencode", "authz_token=\(authorization)"])
        #expect(verifies(media, bench.backend.publicKey))
        let denied = try await curl.get(
            "/adobe-services/authorize",
            [
                "-d", "resource_id=Premium", "-d", "requestor_id=REF30", "--data-urlencode",
                "authentication_token=\(token)",
            ])
        #expect(denied.contains("<notAuthorized/><details>Your subscription package"))
        _ = try await curl.get(
            "/adobe-services/logout?requestor_id=REF30&mso_id=Cablevision", ["-L"])
        let over = try await curl.get("/adobe-services/session", ["-d", "_method=GET", "-d", "requestor_id=REF30"])
        #expect(over.contains("<pendingLogout"))
    }

    @Test func aClientOfTodayRegistersAndAsksWithItsToken() async throws {
        var world = OpenWorld()
        world.isStrict = true
        let bench = try Bench(openWorld: world)
        let curl = Curl(bench.backend.baseURLs[0])
        let refused = try await curl.get("/adobe-services/session", ["-d", "requestor_id=REF30", "-D", "-"])
        #expect(refused.hasPrefix("HTTP/1.1 401"))
        let client = try await curl.get(
            "/o/client/register",
            ["-H", "Content-Type: application/json", "-d", #"{"software_statement":"eyJhbGciOiJSUzI1NiJ9.e30.c2ln"}"#])
        let token = try await curl.get(
            "/o/client/token",
            [
                "-d", "grant_type=client_credentials", "-d", "client_id=" + between("\"client_id\":\"", "\"", client),
                "-d", "client_secret=" + between("\"client_secret\":\"", "\"", client),
            ])
        let bearer = ["-H", "Authorization: Bearer " + between("\"access_token\":\"", "\"", token)]
        let code = try await curl.get(
            "/reggie/v1/REF30/regcode.json", bearer + ["-d", "deviceId=tv"])
        let preview = try await curl.get(
            "/api/v1/authenticate/freepreview",
            bearer + [
                "-d", "requestor_id=REF30", "-d", "deviceId=tv", "-d", "mso_id=TempPass", "-d", "domain_name=adobe.com",
                "-o", "/dev/null", "-w", "%{http_code}",
            ])
        #expect(preview == "204")
        let asked = try await curl.get(
            "/adobe-services/session",
            bearer + ["-d", "requestor_id=REF30", "-d", "reg_code=" + between("\"code\":\"", "\"", code)])
        #expect(asked.contains("<authnToken>"))
    }

    @Test func itSpeaksTLSWithACertificateOfItsOwn() async throws {
        let key = try PrivateKey.generate(bits: 2_048)
        var options = BackendOptions()
        let certificate = try SelfSignedCertificate.make(for: ["127.0.0.1", "sp.auth.adobe.com"], key: key)
        options.tls = TLSIdentity(certificates: certificate, key: key.pem)
        let bench = try Bench(openWorld: OpenWorld(), options: options)
        let base = bench.backend.baseURLs[0]
        #expect(base.hasPrefix("https://"))
        let path = "/tmp/assay-test-\(base.split(separator: ":").last ?? "").pem"
        let wrote = try await Program.run(["sh", "-c", "cat >\(path)"], input: certificate)
        #expect(wrote.status == 0)
        let curl = Curl(base)
        // Twice on one connection, once by the name of the real host, then a body of many records.
        let configuration = try await curl.get(
            "/adobe-services/config/REF30", ["--cacert", path, base + "/adobe-services/config/REF31"])
        #expect(configuration.contains("<id>REF30</id>") && configuration.contains("<id>REF31</id>"))
        let port = base.split(separator: ":").last ?? ""
        let named = try await Program.run([
            "curl", "-s", "--cacert", path, "--resolve", "sp.auth.adobe.com:\(port):127.0.0.1", "-D", "-",
            "https://sp.auth.adobe.com:\(port)/adobe-services/authenticate/saml?mso_id=Cablevision&requestor_id=REF30"
                + "&redirect_url=app%3A%2F%2Fx",
        ])
        #expect(named.output.contains("action=\"https://sp.auth.adobe.com:\(port)/mvpd/"))
        #expect(named.output.contains("; Secure; SameSite=None"))
        let large = try await Program.run([
            "sh", "-c",
            "head -c 1000000 /dev/zero | tr '\\0' a | curl -s --cacert \(path) -d @- -o /dev/null -w '%{http_code}' "
                + "\(base)/adobe-services/session",
        ])
        #expect(large.output == "400")
        let plainly = try await Program.run(["curl", "-s", "http://127.0.0.1:\(port)/"])
        #expect(plainly.status == 0 && plainly.output.contains("this port speaks TLS"))
        _ = try await Program.run(["rm", path])
    }
}

/// Calls of curl that share a jar of cookies.
struct Curl {
    let base: String
    private let jar: String

    init(_ base: String) {
        self.base = base
        jar = "/tmp/assay-test-\(base.split(separator: ":").last ?? "")-\(UInt64.random(in: 0...UInt64.max)).jar"
    }

    func get(_ path: String, _ arguments: [String] = []) async throws -> String {
        let address = path.hasPrefix("http") ? path : base + path
        let ended = try await Program.run(
            ["curl", "-sS", "--noproxy", "*", "-c", jar, "-b", jar] + arguments + [address])
        #expect(ended.status == 0, "\(ended.errors)")
        return ended.output
    }

    /// Submits a form of a page: the one with that id, or the first.
    func submit(
        _ page: String, form id: String? = nil, filling: [String: String] = [:], more: [String] = []
    ) async throws -> String {
        let form = try #require(HTMLForms.page(in: Array(page.utf8)).forms.first { id == nil || $0.id == id })
        let fields = form.fields.filter { !$0.name.isEmpty }.flatMap { field in
            ["--data-urlencode", "\(field.name)=\(filling[field.name] ?? field.value)"]
        }
        return try await get(form.action, fields + more)
    }
}
