import Cryptography
import Testing
import Timing
import Tokens
import XML

@Suite struct TokenValidatorTests {
    private let validator = TokenValidator()

    private func framed(_ payload: String) -> String {
        "<signatureInfo>AAAA<signatureInfo>" + payload
    }

    @Test func theDocumentedMediaTokenIsValidUnderItsKey() throws {
        var expectations = TokenExpectations()
        expectations.kind = .media
        expectations.requestor = "REF30"
        expectations.resource = "TestStream1"
        expectations.mvpd = "Cablevision"
        expectations.proxyMVPD = ""
        expectations.guid = "0123456789abcdef0123456789abcdef"
        expectations.time = Samples.newYear
        expectations.lifetimes = 300_000...420_000
        expectations.isStrict = true
        let report = try validator.validate(
            Samples.mediaToken, key: PublicKey(pem: Samples.publicKey), expecting: expectations)
        #expect(report.findings.isEmpty)
        #expect(report.result == .valid)
        #expect(report.kind == .media)
        #expect(report.root == "authToken")
        #expect(report.framing == .reopened)
        #expect(report.signature == .holds(algorithm: "SHA256WithRSA", keyBits: 2048))
        #expect(report.signatureBytes == 256)
        #expect(
            report.fields.map(\.name) == ["sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId"])
        #expect(report.fields.filter(\.isSecret).map(\.name) == ["sessionGUID"])
        #expect(report["ttl"] == "420000")
    }

    @Test(arguments: TokenFraming.allCases)
    func issuedTokensOfEveryKindAreValid(framing: TokenFraming) {
        let texts = [
            Samples.authentication.issue(signedBy: Samples.key, framing: framing),
            Samples.authorization.issue(signedBy: Samples.key, framing: framing),
            Samples.media.issue(signedBy: Samples.key, framing: framing),
        ]
        let reports = texts.map { validator.validate($0, key: Samples.key.publicKey) }
        #expect(reports.map(\.result) == [.valid, .valid, .valid])
        #expect(reports.map(\.kind) == [.authentication, .authorization, .media])
        #expect(reports.allSatisfy { $0.findings.isEmpty && $0.framing == framing })
        #expect(reports[0].fields.count == 8)
        #expect(reports[1].resource == "TestStream1")
        #expect(
            TokenRelations.findings(authentication: reports[0], authorization: reports[1], media: reports[2]).isEmpty)
    }

    @Test func everythingWrongIsFoundAtOnceAndWhereItIs() {
        let report = validator.validate(
            framed(
                "<simpleAuthenticationToken><simpleTokenRequestorID>R</simpleTokenRequestorID>"
                    + "<simpleTokenAuthenticationGuid>71C69B91</simpleTokenAuthenticationGuid><more>x</more>"
                    + "<simpleTokenExpires>2026/02/30 00:00:00 GMT +0000</simpleTokenExpires>"
                    + "<simpleTokenMsoID a=\"1\"></simpleTokenMsoID><simpleTokenMsoID>B</simpleTokenMsoID>loose"
                    + "<simpleTokenDeviceID><simpleTokenFingerprint>no</simpleTokenFingerprint></simpleTokenDeviceID>"
                    + "</simpleAuthenticationToken>"))
        #expect(
            report.findings.map { "\($0.position) \($0.layer.name) \($0.path) \($0.statement ?? "-"): \($0.message)" }
                == [
                    "1:35 schema /simpleAuthenticationToken/simpleTokenDomainName AE-XML-002: "
                        + "simpleTokenDomainName is missing",
                    "1:35 schema /simpleAuthenticationToken AE-XML-002: there is text between the elements",
                    "1:112 schema /simpleAuthenticationToken/simpleTokenAuthenticationGuid AE-XML-002: "
                        + "simpleTokenAuthenticationGuid comes after simpleTokenRequestorID, it belongs before it",
                    "1:183 schema /simpleAuthenticationToken/more AE-XML-002: the element more is not documented",
                    "1:267 schema /simpleAuthenticationToken/simpleTokenMsoID -: the attribute a is not allowed",
                    "1:310 schema /simpleAuthenticationToken/simpleTokenMsoID AE-XML-002: "
                        + "simpleTokenMsoID is there more than once",
                    "1:112 lexical /simpleAuthenticationToken/simpleTokenAuthenticationGuid AE-XML-008: "
                        + "simpleTokenAuthenticationGuid has another form, "
                        + "expected 32 hexadecimal digits, with or without hyphens",
                    "1:197 lexical /simpleAuthenticationToken/simpleTokenExpires AE-XML-009: "
                        + "simpleTokenExpires is \"2026/02/30 00:00:00 GMT +0000\", no day of the calendar",
                    "1:267 lexical /simpleAuthenticationToken/simpleTokenMsoID -: "
                        + "simpleTokenMsoID is \"\", expected some text",
                    "1:374 lexical /simpleAuthenticationToken/simpleTokenDeviceID/simpleTokenFingerprint AE-XML-007: "
                        + "simpleTokenFingerprint is \"no\", expected a SHA-1 as 40 hexadecimal digits",
                ])
        #expect(report.result == .invalidFormat)
        #expect(report["simpleTokenRequestorID"] == "R")
    }

    @Test func anUndocumentedElementIsAnExtensionUnlessValidationIsStrict() {
        let payload = Samples.media.payload.replacing("</authToken>", with: "<planId>7</planId></authToken>")
        let lenient = validator.validate(framed(payload))
        #expect(lenient.isValid)
        #expect(lenient.findings.map(\.severity) == [.extension])
        #expect(lenient.findings.first?.path == "/authToken/planId")
        #expect(lenient["mvpdId"] == "Cablevision")
        var strict = TokenExpectations()
        strict.isStrict = true
        #expect(validator.validate(framed(payload), expecting: strict).result == .invalidFormat)
    }

    @Test(
        arguments: [
            ("sessionGUID", "", nil), ("ttl", "-1", "AE-XML-010"), ("ttl", "5m", "AE-XML-010"),
            ("ttl", "9999999999999999", "AE-XML-010"), ("issueTime", "2026/01/01 00:00:00 GMT +0000", nil),
            ("issueTime", "2026-02-29 00:00:00 +0000", nil), ("mvpdId", "<b>x</b>", nil),
        ] as [(String, String, String?)])
    func aValueOfTheWrongFormIsALexicalFinding(element: String, value: String, statement: String?) {
        let good = Samples.media.payload
        let report = validator.validate(framed(replace(element, of: good, with: value)))
        #expect(report.findings.map(\.layer) == [.lexical])
        #expect(report.findings.map(\.statement) == [statement])
        #expect(report.findings.map(\.path) == ["/authToken/\(element)"])
    }

    @Test(arguments: [
        ("simpleTokenAuthenticationGuid", "71C69B91-F327-F185-F29E-2CE20DC560F5"),
        ("simpleTokenFingerprint", "\n  78e35c787dac788b9879a2ba2010b3dc8849a7cd\n  "),
        ("simpleTokenExpires", "2011/03/19 02:29:34 GMT +0200"),
    ])
    func theFormsThatArePrintedAreAccepted(element: String, value: String) {
        let report = validator.validate(framed(replace(element, of: Samples.authentication.payload, with: value)))
        #expect(report.findings.isEmpty)
        #expect(report[element] == value)
    }

    @Test func anEmptyProxyIsAsGoodAsNone() {
        var token = Samples.media
        token.proxyMVPD = ""
        #expect(validator.validate(token.issue(signedBy: Samples.key)).findings.isEmpty)
    }

    /// Bits beyond the last whole byte: other readers of base64 drop them, so who looks away here takes any payload.
    @Test(arguments: ["h", "g"]) func aSignatureInAnotherFormOfBase64IsNone(last: String) throws {
        let key = try PublicKey(pem: Samples.publicKey)
        let text = Samples.mediaToken.replacing("Qg==", with: "Q\(last)==").replacing("420000", with: "990000")
        let report = validator.validate(text, key: key)
        #expect(report.result == (last == "g" ? .invalidSignature : .invalidFormat))
        #expect(!report.isValid && report.findings.map(\.path) == ["/signatureInfo"])
        #expect(validator.validate(text).isValid == (last == "g"))
    }

    /// For the schema all white space in a date is a single space.
    @Test(arguments: ["\t", "  ", "\n"]) func aDateHasSingleSpaces(space: String) {
        let payload = Samples.media.payload.replacing("00:00:00 +0000", with: "00:00:00\(space)+0000")
        let findings = validator.validate(framed(payload)).findings
        #expect(findings.map(\.path) == ["/authToken/issueTime"])
        #expect(findings.first?.message.hasSuffix("with other white space than single spaces") == true)
    }

    @Test func aCloseLookAtAGoodTokenFindsTheSame() {
        let careful = TokenValidator(looksClosely: true)
        for token in [Samples.mediaToken, Samples.authentication.issue(signedBy: Samples.key)] {
            #expect(careful.validate(token) == validator.validate(token))
        }
    }

    @Test func secretsAreInNoFinding() {
        let secret = "abcdefgh-secret"
        let payload = replace("simpleTokenAuthenticationGuid", of: Samples.authentication.payload, with: secret)
        var expectations = TokenExpectations()
        expectations.guid = "other-secret"
        let findings = validator.validate(framed(payload), expecting: expectations).findings
        #expect(findings.count == 2)
        #expect(findings.allSatisfy { !$0.message.contains("secret") })
    }

    @Test func whatIsAroundThePayloadIsAFindingOfTheFraming() {
        let payload = Samples.media.payload
        let texts = [
            "<?xml version=\"1.0\"?>" + payload, "<!-- a -->" + payload, payload + "<!-- z -->", payload + "<?z?>",
            " " + payload, payload + "x", payload + payload, "",
        ]
        for text in texts {
            let report = validator.validate(framed(text))
            #expect(report.findings.first?.layer == .framing, "\(text)")
            #expect(report.result == .invalidFormat)
        }
    }

    @Test(arguments: ["AAA", "AAA*", "", "AA==AA==", "====", "AAAA\n"])
    func aSignatureThatIsNoBase64IsALexicalFinding(signature: String) {
        let text = "<signatureInfo>\(signature)<signatureInfo>" + Samples.authorization.payload
        let findings = validator.validate(text, key: Samples.key.publicKey).findings
        #expect(findings.map(\.statement) == ["AE-XML-025"])
        #expect(findings.map(\.layer) == [.lexical])
        #expect(findings.map(\.path) == ["/signatureInfo"])
    }

    private func replace(_ element: String, of payload: String, with value: String) -> String {
        guard let start = payload.firstRange(of: "<\(element)>"), let end = payload.firstRange(of: "</\(element)>")
        else { return payload }
        return payload[..<start.upperBound] + value + payload[end.lowerBound...]
    }
}
