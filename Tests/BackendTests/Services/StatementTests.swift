import Backend
import Cryptography
import Documents
import Encodings
import Testing
import Timing

/// Software statements and access tokens as JSON Web Tokens (service-protocol.md 2.2, 2.3).
@Suite struct StatementTests {
    private func statement(
        signedBy key: PrivateKey?, algorithm: String = "RS256", claims: String = #"{"software_id":"a"}"#
    ) -> String {
        let text =
            Base64.encodeURLSafe(Array("{\"alg\":\"\(algorithm)\"}".utf8)) + "."
            + Base64.encodeURLSafe(Array(claims.utf8))
        return text + "." + Base64.encodeURLSafe(key.map { $0.sign(Array(text.utf8)) } ?? Array("sig".utf8))
    }

    private func answer(_ statement: String, in world: OpenWorld) throws -> String {
        let bench = try Bench(openWorld: world)
        let reply = try Caller(bench.backend.baseURLs[0]).post(
            "/o/client/register", headers: [("Content-Type", "application/json")],
            body: "{\"software_statement\": \"\(statement)\"}")
        return reply.status == 201 ? "taken" : try JSON.parse(reply.body)["error"]?.string ?? ""
    }

    @Test func aStrictServiceTakesOnlyTokensThatAreGood() throws {
        var world = OpenWorld()
        #expect(try answer("anything", in: world) == "taken")
        world.isStrict = true
        #expect(try answer("anything", in: world) == "invalid_software_statement")
        #expect(try answer(statement(signedBy: nil), in: world) == "taken")
        #expect(try answer(statement(signedBy: nil, algorithm: "none"), in: world) == "invalid_software_statement")
        #expect(
            try answer(statement(signedBy: nil, claims: #"{"exp":1000}"#), in: world) == "invalid_software_statement")
        #expect(try answer("eyJhbGciOiJSUzI1NiJ9.e30.", in: world) == "invalid_software_statement")
    }

    @Test func aRequestorsKeyDecidesAndAStrangersStatementIsNotApproved() throws {
        let key = try PrivateKey.generate(bits: 1_024)
        let other = try PrivateKey.generate(bits: 1_024)
        let world = OpenWorld(
            requestors: [
                RequestorScript(
                    id: "REF30", softwareStatements: ["listed"], statementKey: key.publicKey.pem)
            ], welcome: Welcome(mvpds: true))
        #expect(try answer("listed", in: world) == "taken")
        #expect(try answer(statement(signedBy: key), in: world) == "taken")
        #expect(try answer(statement(signedBy: other), in: world) == "unapproved_software_statement")
        #expect(try answer("not listed", in: world) == "invalid_software_statement")
        #expect(
            try answer(statement(signedBy: key, claims: #"{"exp":1000}"#), in: world) == "invalid_software_statement")
    }

    @Test func anAccessTokenIsVerifiedByThePublicKey() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let client = try JSON.parse(caller.post("/o/client/register", body: #"{"software_statement":"a"}"#).body)
        let token = try JSON.parse(
            caller.post(
                "/o/client/token",
                form: [
                    ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.string ?? ""),
                    ("client_secret", client["client_secret"]?.string ?? ""),
                ]
            ).body)["access_token"]?.string
        let parts = try #require(token).split(separator: ".")
        let signature = try #require(Base64.decodeURLSafe(parts[2]))
        #expect(bench.backend.publicKey.verifies(signature, over: Array((parts[0] + "." + parts[1]).utf8)))
        let claims = try JSON.parse(try #require(Base64.decodeURLSafe(parts[1])))
        #expect(claims["iss"] == "auth.adobe.com" && claims["scopes"] == "api:client:v2")
        let (issued, expires) = (try #require(claims["iat"]?.int), try #require(claims["exp"]?.int))
        #expect(expires.seconds - issued.seconds == .seconds(21_600))
    }
}
