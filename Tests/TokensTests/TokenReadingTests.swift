import Cryptography
import Encodings
import Testing
import Timing
import Tokens

@Suite struct TokenReadingTests {
    @Test func theDocumentedMediaTokenIsReadWhole() throws {
        let token = try MediaToken(parsing: Samples.mediaToken)
        #expect(token == Samples.media)
        #expect(token.expires == WallTime(milliseconds: 1_767_226_020_000))
    }

    @Test func theDocumentedMediaTokenIsSignedOverItsPayload() throws {
        let envelope = try TokenEnvelope(parsing: Samples.mediaToken)
        let signature = try #require(Base64.decode(envelope.signature))
        let key = try PublicKey(pem: Samples.publicKey)
        #expect(key.bits == 2048)
        #expect(key.verifies(signature, over: envelope.payload))
        #expect(envelope.framing == .reopened)
        #expect(envelope.wrappings.isEmpty)
    }

    @Test(arguments: TokenFraming.allCases)
    func whatIsIssuedIsReadAgainAndItsSignatureHolds(framing: TokenFraming) throws {
        let key = Samples.key
        let texts = [
            Samples.authentication.issue(signedBy: key, framing: framing),
            Samples.authorization.issue(signedBy: key, framing: framing),
            Samples.media.issue(signedBy: key, framing: framing),
        ]
        #expect(try AuthenticationToken(parsing: texts[0]) == Samples.authentication)
        #expect(try AuthorizationToken(parsing: texts[1]) == Samples.authorization)
        #expect(try MediaToken(parsing: texts[2]) == Samples.media)
        for text in texts {
            let envelope = try TokenEnvelope(parsing: text)
            #expect(envelope.framing == framing)
            #expect(try key.publicKey.verifies(#require(Base64.decode(envelope.signature)), over: envelope.payload))
            #expect(!text.contains("\n"))
        }
    }

    @Test func thePayloadOfAnAuthenticationTokenHasTheDocumentedOrder() {
        #expect(
            Samples.authentication.payload
                == "<simpleAuthenticationToken><simpleTokenAuthenticationGuid>0123456789abcdef0123456789abcdef"
                + "</simpleTokenAuthenticationGuid><simpleSamlSessionIndex>U0VTU0lPTklOREVY</simpleSamlSessionIndex>"
                + "<simpleTokenRequestorID>REF30</simpleTokenRequestorID><simpleTokenDomainName>adobe.com"
                + "</simpleTokenDomainName><simpleTokenExpires>2026/02/01 00:00:00 GMT +0000</simpleTokenExpires>"
                + "<simpleTokenMsoID>Cablevision</simpleTokenMsoID><simpleTokenDeviceID><simpleTokenFingerprint>"
                + "78e35c787dac788b9879a2ba2010b3dc8849a7cd</simpleTokenFingerprint></simpleTokenDeviceID>"
                + "<simpleSamlNameID>TkFNRUlE</simpleSamlNameID></simpleAuthenticationToken>")
    }

    @Test func aResourceThatIsItselfXMLSurvives() throws {
        var token = Samples.authorization
        token.resource = "<rss version=\"2.0\"><channel><title>A & B's \u{1F4FA}</title></channel></rss>"
        #expect(try AuthorizationToken(parsing: token.issue(signedBy: Samples.key)).resource == token.resource)
    }

    @Test func whatIsWrappedAroundATokenIsTakenOffAndNamed() throws {
        let text = Samples.mediaToken
        let escaped = text.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let cases: [(String, [TokenWrapping])] = [
            (text + "\n", [.whiteSpace]),
            (escaped, [.escaped]),
            (Base64.encode(Array(text.utf8)), [.base64]),
            ("<?xml version=\"1.0\"?>\n<result><authnToken>\(escaped)</authnToken></result>", [.envelope]),
            ("<r><serializedToken>\(Base64.encode(Array(text.utf8)))</serializedToken></r>", [.envelope, .base64]),
        ]
        for (wrapped, wrappings) in cases {
            let envelope = try TokenEnvelope(parsing: wrapped)
            #expect(envelope.wrappings == wrappings)
            #expect(envelope.text == Array(text.utf8))
        }
    }

    @Test(arguments: [
        "", " ", "<signatureInfo>", "<signatureInfo>abc", "<signatureInfo>abc<other>", "<authToken/>", "abc", "AAAA",
        "<signatureInfo/><authToken/>",
    ])
    func aTextWithoutTheTwoTagsIsNoToken(text: String) {
        let error = #expect(throws: TokenError.self) { _ = try TokenEnvelope(parsing: text) }
        #expect(error?.code == .framing)
    }

    @Test(arguments: [
        ("", TokenError.Code.malformed), ("<authToken>", .malformed), ("<authToken/><authToken/>", .malformed),
        ("<authToken/>", .missingElement), ("<simpleAuthorizationToken/>", .wrongKind), ("<other/>", .wrongKind),
        ("<!DOCTYPE authToken><authToken/>", .malformed),
        ("<authToken><ttl>five</ttl></authToken>", .lexical),
        (
            "<authToken><sessionGUID/><requestorID/><resourceID/><ttl>1</ttl><issueTime>now</issueTime></authToken>",
            .lexical
        ),
    ])
    func aPayloadThatIsNoMediaTokenIsRefusedForItsReason(payload: String, code: TokenError.Code) {
        let error = #expect(throws: TokenError.self) {
            _ = try MediaToken(parsing: "<signatureInfo>AAAA<signatureInfo>" + payload)
        }
        #expect(error?.code == code)
    }
}
