import Encodings
import Testing
import Timing
import Tokens
import XML

/// Tokens made to be expensive: each is refused with a clear finding, and nothing is read that is not in the text.
@Suite struct HostileTokenTests {
    private let validator = TokenValidator()

    private func finding(_ payload: String) -> TokenFinding? {
        validator.validate("<signatureInfo>AAAA<signatureInfo>" + payload).findings.first
    }

    @Test func aDocumentTypeIsRefused() {
        var laughs = "<!DOCTYPE authToken [<!ENTITY a0 \"ha\">"
        for level in 1...30 { laughs += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        let texts = [
            laughs + "]><authToken>&a30;</authToken>",
            "<!DOCTYPE authToken SYSTEM \"file:///etc/passwd\"><authToken/>",
            "<!DOCTYPE authToken [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/\"> %p;]><authToken/>",
        ]
        for text in texts {
            #expect(finding(text)?.message == "a document type declaration is not allowed")
            #expect(finding(text)?.layer == .framing)
        }
    }

    @Test func aDocumentTypeInsideTheElementIsRefused() {
        #expect(finding("<authToken><!DOCTYPE a></authToken>")?.layer == .framing)
    }

    private static let lifetimes = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-1", "+7", "1000000000000000", "",
    ]

    /// Of a token that nothing is right with, every time is asked for; no number may end the process.
    @Test(
        arguments: lifetimes, ["2026-01-01 00:00:00 +0000", "0000-01-01 00:00:00 +2359", "9999-12-31 23:59:59 -2359"])
    func aLifetimeOfAnotherFormThanTheDocumentedIsNone(_ lifetime: String, issued: String) {
        var expectations = TokenExpectations()
        expectations.lifetimes = 0 ... .max
        for time in [Int64.min, 0, .max] {
            expectations.time = WallTime(milliseconds: time)
            for skew in [Duration.zero, .nanoseconds(Int64.max), .nanoseconds(Int64.min)] {
                expectations.clockSkew = skew
                let report = validator.validate(
                    "<signatureInfo>AAAA</signatureInfo><authToken><ttl>\(lifetime)</ttl><issueTime>\(issued)</issueTime>"
                        + "</authToken>", expecting: expectations)
                #expect(report.result == .invalidFormat && report.lifetimeMilliseconds == nil)
                #expect(report.expires() == nil && report.issued != nil)
            }
        }
    }

    @Test func aDateAtTheEndOfWhatNumbersHoldIsWritten() {
        for (time, offset) in [(Int64.min, -1_439), (.max, 1_439), (.min, 1_439), (.max, -1_439)] {
            let date = TokenDate(WallTime(milliseconds: time), form: .issue, offsetMinutes: offset)
            #expect(
                date.text.contains("29227")
                    && abs((date.instant() - WallTime(milliseconds: time)).components.seconds) < 172_800)
        }
    }

    @Test func thousandsOfAttributesAreRefused() {
        let attributes = (0..<5_000).map { "a\($0)='' " }.joined()
        #expect(finding("<authToken \(attributes)/>")?.message == "an element has more than 16 attributes")
    }

    @Test func deepNestingIsRefused() {
        let text = String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
        #expect(finding("<authToken>\(text)</authToken>")?.message.contains("more than") == true)
    }

    @Test func manyElementsAreRefused() {
        let text = String(repeating: "<a/>", count: 10_000)
        #expect(finding("<authToken>\(text)</authToken>")?.message == "more than 256 elements")
    }

    @Test func manyKnownElementsAreLookedAtWithoutMeasurableDelay() {
        let text = String(repeating: "<ttl>x</ttl>", count: 255)
        let report = validator.validate("<signatureInfo>AAAA<signatureInfo><authToken>\(text)</authToken>")
        #expect(report.findings.count(where: { $0.layer == .lexical }) == 255)
    }

    @Test func aTokenOfAHundredMegabytesIsRefusedBySize() {
        let report = validator.validate([UInt8](repeating: 0x41, count: 100 * 1024 * 1024))
        #expect(report.findings.map(\.message) == ["104857600 bytes are more than the 262144 allowed"])
    }

    @Test func aPayloadBeyondItsLimitIsRefused() {
        let payload = Samples.media.payload.replacing("TestStream1", with: String(repeating: "x", count: 70_000))
        #expect(finding(payload)?.message.contains("more than the 65536 allowed") == true)
    }

    @Test func bytesThatAreNoTextAreNamed() {
        let head = Array("<signatureInfo>AAAA<signatureInfo><authToken><ttl>".utf8)
        let tail = Array("</ttl></authToken>".utf8)
        let cases: [([UInt8], String)] = [
            ([0xE2, 0x82], "not UTF-8"), ([0], "a NUL byte is not allowed in XML"), ([0xFF], "not UTF-8"),
            ([0xED, 0xA0, 0x80], "not UTF-8"), ([7], "the control byte 7 is not allowed in XML"),
        ]
        for (bytes, message) in cases {
            let finding = validator.validate(head + bytes + tail).findings.first
            #expect(finding?.message == message)
            #expect(finding?.position.column == head.count + 1)
        }
        let cut = validator.validate(head + [0xE2, 0x82]).findings.first
        #expect(cut?.message == "the document ends within a UTF-8 character")
    }

    @Test func otherEncodingsAreRefused() {
        let wide = Samples.mediaToken.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(validator.validate(wide).result == .invalidFormat)
        #expect(finding("<?xml version='1.0' encoding='UTF-16'?><authToken/>")?.layer == .framing)
    }

    @Test func aHugeValueThatFitsIsCheckedAgainstItsPattern() {
        var token = Samples.authentication
        token.nameID = String(repeating: "A", count: 60_001)
        let findings = validator.validate(token.issue(signedBy: Samples.key)).findings
        #expect(findings.map(\.path) == ["/simpleAuthenticationToken/simpleSamlNameID"])
    }

    @Test func base64OfBase64EndsSomewhere() {
        var text = Samples.mediaToken
        for _ in 0..<8 { text = Base64.encode(Array(text.utf8)) }
        #expect(validator.validate(text).result == .invalidFormat)
    }
}
