import Backend
import Cryptography
import Documents
import Encodings
import Testing
import Timing

@Suite struct SignedRequestTests {
    private static let privateKey = "EXAMPLEPRIVATE16"
    private static let publicKey = "EXAMPLEPUBLICKEYEXAMPLEPUBLICKEY"

    /// The header of the protocol's own example, signature included.
    private static let example =
        "GET requestor_id=REF30, nonce=3b0f6a3e-7f0e-4c0b-9d55-0d3f5f0f8a11, signature_method=HMAC-SHA1, "
        + "request_time=1767225600000, request_uri=/api/v1/authorize, public_key=\(publicKey), "
        + "signature=vYQWUYxV8dLcA/l4AqhAAgE4LD0="

    private func world(isStrict: Bool) -> OpenWorld {
        var world = OpenWorld(requestors: [
            RequestorScript(
                id: "REF30", keys: [.init(publicKey: Self.publicKey, privateKey: Self.privateKey)])
        ])
        world.isStrict = isStrict
        return world
    }

    private func header(
        _ method: String = "GET", uri: String, nonce: String = "n1", time: Int64 = WallTime.now().milliseconds,
        key: String = privateKey
    ) -> [(String, String)] {
        let text =
            "\(method) requestor_id=REF30, nonce=\(nonce), signature_method=HMAC-SHA1, request_time=\(time), "
            + "request_uri=\(uri)"
        let signature = Base64.encode(Digest.hmacSHA1(key: Array(key.utf8), Array(text.utf8)))
        return [("Authorization", "\(text), public_key=\(Self.publicKey), signature=\(signature)")]
    }

    private func status(_ bench: borrowing Bench, _ headers: [(String, String)]) throws -> Int {
        let caller = try Caller(bench.backend.baseURLs[0])
        return caller.get("/api/v1/tokens/authn?requestor=REF30&deviceId=tv", headers: headers).status
    }

    @Test func theExampleOfTheProtocolIsAccepted() throws {
        let bench = try Bench(openWorld: world(isStrict: false))
        #expect(try status(bench, [("Authorization", Self.example)]) == 404)
    }

    @Test(arguments: [
        "/api/v1/tokens/authn", "/tokens/authn", "/authn",
        "http://sp.auth.adobe.com/api/v1/tokens/authn?deviceId=tv&x=1",
        "/regcode",
    ])
    func clientsWriteTheURIInWaysOfTheirOwn(_ uri: String) throws {
        let bench = try Bench(openWorld: world(isStrict: false))
        #expect(try status(bench, header(uri: uri)) == 404)
        let strict = try Bench(openWorld: world(isStrict: true))
        #expect(try status(strict, header(uri: uri)) == (uri == "/regcode" ? 401 : 404))
    }

    @Test func aSignatureThatIsNotTheKeysIsRefusedWithADocument() throws {
        let bench = try Bench(openWorld: world(isStrict: false))
        let reply = try Caller(bench.backend.baseURLs[0]).post(
            "/reggie/v1/REF30/regcode?deviceId=tv", headers: header("POST", uri: "/regcode", key: "another"))
        #expect(reply.status == 401)
        #expect(try JSON.parse(reply.body)["status"] == 401)
    }

    @Test func aStrictServiceWantsMethodClockAndNonceToBeRight() throws {
        let bench = try Bench(openWorld: world(isStrict: true))
        #expect(try status(bench, []) == 401)
        #expect(try status(bench, [("Authorization", Self.example)]) == 401)
        #expect(try status(bench, header("POST", uri: "/tokens/authn")) == 401)
        for time in [WallTime.now().milliseconds - 301_000, .min, .max] {
            #expect(try status(bench, header(uri: "/tokens/authn", time: time)) == 401)
        }
        let good = header(uri: "/tokens/authn", nonce: "once")
        #expect(try status(bench, good) == 404)
        #expect(try status(bench, good) == 401)
    }

    @Test func aStrictServiceWantsOneFormat() throws {
        let bench = try Bench(openWorld: world(isStrict: true))
        let caller = try Caller(bench.backend.baseURLs[0])
        let headers = header(uri: "/checkauthn.json")
        let reply = caller.get("/api/v1/checkauthn.json?deviceId=tv&format=xml", headers: headers)
        #expect(reply.status == 400)
    }
}
