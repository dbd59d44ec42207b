import Cryptography
import Testing
import Timing
import Tokens

@Suite struct TokenMeaningTests {
    private let validator = TokenValidator()

    private func expecting(_ change: (inout TokenExpectations) -> Void) -> TokenExpectations {
        var expectations = TokenExpectations()
        change(&expectations)
        return expectations
    }

    @Test func everyExpectationThatIsNotMetHasItsWordAndItsStatement() {
        let media = Samples.media.issue(signedBy: Samples.key)
        let authentication = Samples.authentication.issue(signedBy: Samples.key)
        let authorization = Samples.authorization.issue(signedBy: Samples.key)
        let cases: [(String, TokenExpectations, TokenResult, String?)] = [
            (media, expecting { $0.kind = .authorization }, .invalidKind, nil),
            (media, expecting { $0.requestor = "X" }, .invalidRequestor, "AE-XML-012"),
            (authentication, expecting { $0.requestor = "X" }, .invalidRequestor, "AE-XML-017"),
            (media, expecting { $0.resource = "X" }, .invalidResource, "AE-XML-013"),
            (authorization, expecting { $0.resource = "X" }, .invalidResource, "AE-XML-016"),
            (media, expecting { $0.mvpd = "X" }, .invalidMVPD, "AE-XML-014"),
            (authorization, expecting { $0.mvpd = "X" }, .invalidMVPD, "AE-XML-018"),
            (media, expecting { $0.proxyMVPD = "X" }, .invalidProxyMVPD, "AE-XML-015"),
            (authentication, expecting { $0.deviceID = "X" }, .invalidDevice, "AE-DEV-004"),
            (authorization, expecting { $0.fingerprint = "X" }, .invalidDevice, "AE-DEV-007"),
            (media, expecting { $0.guid = "X" }, .invalidSession, nil),
            (media, expecting { $0.lifetimes = 300_000...300_000 }, .invalidLifetime, "AE-XML-011"),
        ]
        for (text, expectations, result, statement) in cases {
            let report = validator.validate(text, expecting: expectations)
            #expect(report.result == result)
            #expect(report.findings.map(\.statement) == [statement])
            #expect(report.findings.map(\.layer) == [.semantics])
        }
    }

    @Test func theDeviceIsKnownByTheSHA1OfItsId() {
        let device = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
        let text = Samples.authentication.issue(signedBy: Samples.key)
        #expect(validator.validate(text, expecting: expecting { $0.deviceID = device }).isValid)
    }

    @Test(
        arguments: [(0, .valid), (420_000, .valid), (420_001, .expired), (-1, .notYetValid)] as [(Int64, TokenResult)])
    func aMediaTokenIsValidFromItsIssueForItsLifeSpan(after: Int64, result: TokenResult) {
        let time = WallTime(milliseconds: Samples.newYear.milliseconds + after)
        let text = Samples.media.issue(signedBy: Samples.key)
        #expect(validator.validate(text, expecting: expecting { $0.time = time }).result == result)
    }

    @Test func theSkewOfTheClocksIsGrantedOnBothSides() {
        let text = Samples.media.issue(signedBy: Samples.key)
        for after in [-30_000, 450_000] as [Int64] {
            let expectations = expecting {
                $0.time = WallTime(milliseconds: Samples.newYear.milliseconds + after)
                $0.clockSkew = .seconds(30)
            }
            #expect(validator.validate(text, expecting: expectations).isValid)
        }
    }

    @Test func theTwoReadingsOfTheOffsetAreNamedWhereTheyMatter() {
        let text =
            "<signatureInfo>AAAA<signatureInfo>"
            + Samples.authorization.payload.replacing(
                "2026/01/02 00:00:00 GMT +0000", with: "2026/01/02 02:00:00 GMT +0200")
        let midnight: Int64 = 1_767_312_000_000
        let before = validator.validate(
            text, expecting: expecting { $0.time = WallTime(milliseconds: midnight - 1_000) })
        #expect(before.findings.isEmpty)
        let between = validator.validate(
            text, expecting: expecting { $0.time = WallTime(milliseconds: midnight + 3_600_000) })
        #expect(between.result == .expired)
        #expect(between.findings.map(\.severity) == [.error, .note])
        #expect(between.findings.map(\.statement) == ["AE-XML-019", "AE-XML-009"])
        let after = validator.validate(
            text, expecting: expecting { $0.time = WallTime(milliseconds: midnight + 7_201_000) })
        #expect(after.findings.map(\.severity) == [.error])
    }

    @Test func aBrokenSignatureIsNamedWhateverElseIsWrong() throws {
        let text = Samples.media.issue(signedBy: Samples.key).replacing("REF30", with: "REF31")
        let report = validator.validate(
            text, key: Samples.key.publicKey, expecting: expecting { $0.requestor = "REF30" })
        #expect(report.signature == .broken)
        #expect(report.result == .invalidSignature)
        #expect(report.findings.map(\.layer) == [.signature, .semantics])
        let other = try validator.validate(text, key: PublicKey(pem: Samples.publicKey))
        #expect(other.findings.first?.message == "the signature has 128 bytes, one of a key of 2048 bits has 256")
    }

    @Test func theFirstWordOfAVerifierWins() {
        let text = Samples.media.issue(signedBy: Samples.key).replacing("TestStream1", with: "Other")
        let late = WallTime(milliseconds: Samples.newYear.milliseconds + 10_000_000)
        let expectations = expecting {
            $0.resource = "TestStream1"
            $0.time = late
        }
        #expect(
            validator.validate(text, key: Samples.key.publicKey, expecting: expectations).result == .invalidSignature)
        #expect(validator.validate(text, expecting: expectations).result == .expired)
        #expect(
            validator.validate(text, expecting: expecting { $0.resource = "TestStream1" }).result == .invalidResource)
    }

    @Test func tokensOfDifferentSessionsDoNotGoTogether() {
        var otherAuthorization = Samples.authorization
        otherAuthorization.fingerprint = String(repeating: "0", count: 40)
        otherAuthorization.mvpd = "Other"
        var otherMedia = Samples.media
        otherMedia.sessionGUID = "other"
        otherMedia.resource = "Other"
        let findings = TokenRelations.findings(
            authentication: validator.validate(Samples.authentication.issue(signedBy: Samples.key)),
            authorization: validator.validate(otherAuthorization.issue(signedBy: Samples.key)),
            media: validator.validate(otherMedia.issue(signedBy: Samples.key)), isTempPass: true)
        #expect(
            findings.map(\.result) == [
                .invalidDevice, .invalidMVPD, .invalidLifetime, .invalidSession, .invalidResource,
            ])
        #expect(findings.map(\.statement) == ["AE-DEV-007", "AE-XML-018", "AE-STO-031", nil, "AE-XML-013"])
    }
}
