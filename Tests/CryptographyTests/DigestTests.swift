import Cryptography
import Encodings
import Testing

@Suite struct DigestTests {
    @Test func theFingerprintOfTheDocumentedDeviceIsItsSHA1() {
        let device = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
        #expect(Hex.encode(Digest.sha1(Array(device.utf8))) == "78e35c787dac788b9879a2ba2010b3dc8849a7cd")
    }

    @Test func digestsOfNothingAreTheKnownOnes() {
        #expect(Hex.encode(Digest.md5([])) == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(
            Hex.encode(Digest.sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func theKeyedDigestSignsTheDocumentedRequest() {
        let request =
            "GET requestor_id=REF30, nonce=3b0f6a3e-7f0e-4c0b-9d55-0d3f5f0f8a11, signature_method=HMAC-SHA1, "
            + "request_time=1767225600000, request_uri=/api/v1/authorize"
        let signature = Digest.hmacSHA1(key: Array("EXAMPLEPRIVATE16".utf8), Array(request.utf8))
        #expect(Base64.encode(signature) == "vYQWUYxV8dLcA/l4AqhAAgE4LD0=")
    }

    @Test func randomBytesDiffer() {
        #expect(randomBytes(16).count == 16)
        #expect(randomBytes(16) != randomBytes(16))
    }
}
