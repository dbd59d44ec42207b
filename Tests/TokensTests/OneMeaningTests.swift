import Cryptography
import Encodings
import Testing
import Tokens

/// A token with a good signature says one thing, whoever reads it: exactly one token, with exactly the documented elements
/// in no name space, and no attributes that XML gives a meaning.
///
/// The cases are those by which signed XML was read in two ways before, in the libraries for SAML.
@Suite struct OneMeaningTests {
    private let validator = TokenValidator()
    private let media = Samples.media.payload

    private func signed(_ payload: String) -> String {
        "<signatureInfo>\(Base64.encode(Samples.key.sign(Array(payload.utf8))))<signatureInfo>\(payload)"
    }

    private func report(_ text: String, _ change: (inout TokenExpectations) -> Void = { _ in }) -> TokenReport {
        var expectations = TokenExpectations()
        change(&expectations)
        return validator.validate(text, key: Samples.key.publicKey, expecting: expectations)
    }

    @Test(arguments: ["resourceID", "requestorID", "ttl", "mvpdId", "sessionGUID", "issueTime", "proxyMvpdId"])
    func aValueInANameSpaceIsNoValueOfTheToken(name: String) throws {
        let foreign = "<x:\(name) xmlns:x=\"urn:x\">Premium</x:\(name)>"
        for text in [
            media.replacing("<authToken>", with: "<authToken>\(foreign)"),
            media.replacing("</authToken>", with: "\(foreign)</authToken>"),
            media.replacing(
                "<authToken>", with: "<authToken>" + foreign.replacing("x:", with: "").replacing(":x=", with: "=")),
        ] {
            let report = report(signed(text)) { $0.resource = "Premium" }
            #expect(report.result == .invalidFormat)
            #expect(report.findings.contains { $0.message.contains("in a name space") && $0.severity == .error })
            #expect(report.fields.allSatisfy { $0.value != "Premium" })
            #expect((try? MediaToken(parsing: signed(text)))?.resource != "Premium")
        }
    }

    @Test(arguments: [
        "xsi:type=\"token\"", "xsi:schemaLocation=\"urn:x http://127.0.0.1:1/\"", "xsi:nil=\"true\"",
        "xsi:noNamespaceSchemaLocation=\"http://127.0.0.1:1/\"", "xml:space=\"preserve\"", "xml:lang=\"en\"",
        "id=\"a\"",
    ])
    func anAttributeIsAMistakeWhateverItMeansToXML(attribute: String) {
        let space = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
        for element in ["authToken", "ttl", "resourceID"] {
            let text = media.replacing("<\(element)>", with: "<\(element) \(space) \(attribute)>")
            #expect(report(signed(text)).result == .invalidFormat, "\(element)")
        }
    }

    @Test func aRootInANameSpaceIsNone() {
        for text in [
            media.replacing("<authToken>", with: "<authToken xmlns=\"urn:x\">"),
            media.replacing("authToken>", with: "x:authToken>").replacing(
                "<x:authToken>", with: "<x:authToken xmlns:x=\"urn:x\">"),
        ] {
            #expect(!report(signed(text)).isValid)
            #expect(throws: TokenError.self) { try MediaToken(parsing: signed(text)) }
        }
    }

    @Test func aRepeatedElementIsReadByNobody() {
        let text = media.replacing("</resourceID>", with: "</resourceID><resourceID>Premium</resourceID>")
        #expect(report(signed(text)).result == .invalidFormat)
        #expect(throws: TokenError.self) { try MediaToken(parsing: signed(text)) }
        let nested = media.replacing("TestStream1", with: "Test<b>Premium</b>Stream1")
        #expect(report(signed(nested)).result == .invalidFormat)
        #expect(throws: TokenError.self) { try MediaToken(parsing: signed(nested)) }
    }

    @Test func oneAnswerHasOneToken() {
        let good = signed(media).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let bad = good.replacing("TestStream1", with: "Premium")
        #expect(report("<a><serializedToken>\(good)</serializedToken></a>").isValid)
        for text in [
            "<a><serializedToken>\(good)</serializedToken><serializedToken>\(bad)</serializedToken></a>",
            "<a><mediaToken>\(good)</mediaToken><b><authzToken>\(bad)</authzToken></b></a>",
            "<a xmlns:x='urn:x'><x:mediaToken>\(good)</x:mediaToken></a>",
            "<a><mediaToken>\(good)<b>\(bad)</b></mediaToken></a>", signed(media) + signed(media),
            signed(media) + "<authToken/>", signed(media) + "x", "x" + signed(media),
        ] {
            #expect(report(text).result == .invalidFormat)
        }
    }

    @Test func nothingElseInTheAnswerLooksLikeAToken() {
        let good = signed(media).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let bad = good.replacing("TestStream1", with: "Premium")
        let whole = "<a><serializedToken>\(good)</serializedToken></a>"
        for text in [
            whole.replacing("<a>", with: "<a><token>\(bad)</token>"), whole.replacing("<a>", with: "<a>\(bad)"),
            whole.replacing("<a>", with: "<a t=\"\(bad)\">"),
            whole.replacing("<a>", with: "<a><!-- \(signed(media)) -->"),
            whole.replacing("<a>", with: "<a><token>\(Base64.encode(Array(signed(media).utf8)))</token>"),
        ] {
            #expect(
                report(text).findings.map(\.message) == ["there is another token beside the one in serializedToken"])
        }
        let encoded = Base64.encode(Array(signed(media).utf8))
        #expect(report("<a><serializedToken> \(encoded)\n</serializedToken></a>").isValid)
        #expect(report("<a><authnToken>\(good)</authnToken></a>").result == .invalidKind)
    }

    @Test(arguments: ["<!-- x -->", "<?x y?>", "<!--<resourceID>Premium</resourceID>-->"])
    func aCommentDividesNoValue(aside: String) {
        for text in [
            media.replacing("TestStream1", with: "Test\(aside)Stream1"),
            media.replacing("<ttl>", with: "\(aside)<ttl>"),
            aside + media, media + aside,
        ] {
            let report = report(signed(text))
            #expect(report.findings.contains { $0.layer == .framing && $0.message.contains("no declaration, comment") })
            #expect(!report.isValid)
        }
        #expect(report(signed(media.replacing("TestStream1", with: "<![CDATA[\(aside)]]>"))).isValid)
    }

    /// Swift takes the Kelvin sign for a K, and an e with an accent for the accented letter.
    @Test func whatLooksTheSameIsNotTheSame() {
        let text = signed(media.replacing("TestStream1", with: "K\u{E9}"))
        #expect(report(text) { $0.resource = "K\u{E9}" }.isValid)
        #expect(report(text) { $0.resource = "\u{212A}\u{E9}" }.result == .invalidResource)
        #expect(report(text) { $0.resource = "Ke\u{301}" }.result == .invalidResource)
    }
}
