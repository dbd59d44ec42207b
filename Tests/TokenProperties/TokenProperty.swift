internal import Cryptography
internal import Timing
internal import Tokens
internal import XML

/// What holds for every text that may be a token; used by one thread at a time.
///
/// `@unchecked Sendable` because tests and the fuzzer take turns with it.
final class TokenProperty: @unchecked Sendable {
    static let shared = TokenProperty()

    private let quick = TokenValidator()
    private let careful = TokenValidator(looksClosely: true)
    private let key: PublicKey
    private let signedPayload: [UInt8]
    private let expectations: TokenExpectations
    /// Nothing can be expected that numbers would not hold.
    private let extremes: [TokenExpectations]

    private init() {
        do {
            key = try PublicKey(pem: DocumentedToken.publicKey)
            signedPayload = try TokenEnvelope(parsing: DocumentedToken.media).payload
        } catch {
            preconditionFailure("the documented token: \(error)")
        }
        var expectations = TokenExpectations()
        expectations.kind = .media
        expectations.requestor = "REF30"
        expectations.resource = "TestStream1"
        expectations.mvpd = "Cablevision"
        expectations.proxyMVPD = ""
        expectations.deviceID = "device"
        expectations.guid = "0123456789abcdef0123456789abcdef"
        expectations.time = WallTime(milliseconds: 1_767_225_600_000)
        expectations.clockSkew = .seconds(30)
        expectations.lifetimes = 60_000...600_000
        expectations.isStrict = true
        self.expectations = expectations
        extremes = [(Int64.min, Duration.nanoseconds(Int64.max)), (.max, .nanoseconds(Int64.max)), (.max, .zero)].map {
            var expectations = TokenExpectations()
            (expectations.time, expectations.clockSkew) = (WallTime(milliseconds: $0), $1)
            expectations.lifetimes = 0 ... .max
            return expectations
        }
    }

    func objection(toSignatureOf bytes: [UInt8]) -> String? {
        let report = quick.validate(bytes, key: key)
        if report.isValid {
            guard case .holds = report.signature else { return "valid, though a key is given and no signature holds" }
        }
        guard case .holds = report.signature else { return nil }
        guard let payload = try? TokenEnvelope(parsing: bytes).payload else { return "a signature without a token" }
        return payload == signedPayload ? nil : "the signature holds for another payload"
    }

    func objection(to bytes: [UInt8]) -> String? {
        let report = quick.validate(bytes)
        if report != careful.validate(bytes) { return "a close look finds something else" }
        if let objection = objection(toFindingsOf: report, bytes) { return objection }
        let judged = quick.validate(bytes, key: key, expecting: expectations)
        if let objection = objection(toFindingsOf: judged, bytes) { return objection }
        if judged.isValid && !report.isValid { return "more is accepted where more is expected" }
        for expected in extremes {
            let judged = quick.validate(bytes, expecting: expected)
            if judged.isValid && !report.isValid { return "more is accepted at the end of time" }
            if let objection = objection(toFindingsOf: judged, bytes) { return objection }
        }
        // Written in one way or another by every command.
        for reading in TokenDate.Reading.allCases {
            guard let expires = report.expires(reading) else { continue }
            if TokenDate(expires, form: .issue).text.isEmpty { return "an expiry that cannot be written" }
        }
        guard report.isValid else { return nil }
        return objection(toReading: report, String(decoding: bytes, as: UTF8.self))
    }

    private func objection(toFindingsOf report: TokenReport, _ bytes: [UInt8]) -> String? {
        if report.kind == nil && report.isValid { return "valid, and of no kind" }
        let secrets = report.fields.filter { $0.isSecret && $0.value.utf8.count >= 16 }
        for finding in report.findings {
            if finding.position.line < 1 || finding.position.column < 1 { return "a finding before the first byte" }
            // Unwrapping makes a text no longer.
            if finding.position.line + finding.position.column > bytes.count + 2 { return "a finding beyond the end" }
            if !finding.path.hasPrefix("/") { return "the path \"\(finding.path)\"" }
            if finding.message.isEmpty { return "a finding without a message" }
            // The same text may also be where it is no secret.
            if secrets.contains(where: { finding.path.hasSuffix("/" + $0.name) && finding.message.contains($0.value) })
            {
                return "a secret in \"\(finding.message)\""
            }
        }
        return nil
    }

    private func objection(toReading report: TokenReport, _ text: String) -> String? {
        do throws(TokenError) {
            switch report.kind {
            case .authentication:
                let token = try AuthenticationToken(parsing: text)
                guard token.mvpd == report.mvpd, token.guid == report.guid, token.expires == report.expires()
                else { return "read as \(token)" }
            case .authorization:
                let token = try AuthorizationToken(parsing: text)
                guard token.resource == report.resource, token.fingerprint == report.fingerprint,
                    token.expires == report.expires()
                else { return "read as \(token)" }
            case .media:
                let token = try MediaToken(parsing: text)
                guard token.resource == report.resource, token.sessionGUID == report.guid,
                    token.expires == report.expires()
                else { return "read as \(token)" }
            case nil: return "valid, and of no kind"
            }
        } catch {
            return "valid, and yet \(error)"
        }
        return nil
    }
}
