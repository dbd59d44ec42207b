import Cryptography
import Foundation
import Testing
import Timing
import Tokens
import XML

/// Damaged documents by the thousand: nothing crashes, and two ways of reading one always agree.
///
/// ASSAY_FUZZ_SECONDS=3600 goes on for an hour, which the tests share, from a seed that ASSAY_FUZZ_SEED can set.
@Suite(.serialized) struct FuzzTests {
    private static let tests = 6

    private static func repeatedly(_ body: (inout Mutator, Int) throws -> Void) rethrows {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["ASSAY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
        let seconds = environment["ASSAY_FUZZ_SECONDS"].flatMap(Int.init) ?? 0
        var mutator = Mutator(seed: seed)
        let end = MonotonicTime.now() + .seconds(seconds) / Self.tests
        var round = 0
        while round < 2_000 || (seconds > 0 && MonotonicTime.now() < end) {
            try body(&mutator, round)
            round += 1
        }
    }

    private static let tokens: [[UInt8]] = {
        var stranger = Samples.media
        stranger.resource = "<rss><a>&</a></rss>"
        stranger.proxyMVPD = "Proxy"
        stranger.root = .shortAuthorizationToken
        let texts = [
            Samples.mediaToken, Samples.authentication.issue(signedBy: Samples.key),
            Samples.authorization.issue(signedBy: Samples.key, framing: .closed),
            stranger.issue(signedBy: Samples.key),
            "<r><authnToken>" + Samples.mediaToken.replacing("<", with: "&lt;") + "</authnToken></r>",
            Samples.media.serialize(signedBy: Samples.key),
        ]
        return texts.map { Array($0.utf8) }
    }()

    @Test func damagedTokensAreReadTheSameWayTwice() throws {
        let validator = TokenValidator()
        try Self.repeatedly { mutator, round in
            let text = mutator.damage(Self.tokens)
            let report = validator.validate(text)
            let hint = Comment(rawValue: "round \(round): \(Base64.encode(text))")
            for finding in report.findings {
                #expect(finding.position.line >= 1 && finding.position.column >= 1, hint)
            }
            guard report.isValid else { return }
            let string = String(decoding: text, as: UTF8.self)
            switch try #require(report.kind, hint) {
            case .authentication:
                let token = try AuthenticationToken(parsing: string)
                #expect(token.mvpd == report.mvpd && token.guid == report.guid, hint)
                #expect(token.expires == report.expires(), hint)
            case .authorization:
                let token = try AuthorizationToken(parsing: string)
                #expect(token.resource == report.resource && token.fingerprint == report.fingerprint, hint)
                #expect(token.expires == report.expires(), hint)
            case .media:
                let token = try MediaToken(parsing: string)
                #expect(token.resource == report.resource && token.sessionGUID == report.guid, hint)
                #expect(token.expires == report.expires(), hint)
            }
        }
    }

    @Test func noDamageKeepsASignature() throws {
        let key = Samples.key.publicKey
        let validator = TokenValidator()
        let good = Self.tokens[1]
        let payload = try TokenEnvelope(parsing: good).payload
        try Self.repeatedly { mutator, round in
            let text = mutator.damage([good])
            guard case .holds = validator.validate(text, key: key).signature else { return }
            let kept = try TokenEnvelope(parsing: text).payload
            #expect(kept == payload, "round \(round): \(Base64.encode(text))")
        }
    }

    @Test func damagedConfigurationsAreReadTheSameWayTwice() {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><n:config xmlns:n="http://pass.adobe.com/config"><requestor><id>R</id>
            <name>N</name><domains><domain><name>adobe.com</name></domain></domains><mvpds><mvpd><id>A</id>
            <displayName>A &amp; B</displayName><isProxy>true</isProxy></mvpd><mvpd><id>B</id></mvpd></mvpds></requestor>
            </n:config>
            """
        Self.repeatedly { mutator, round in
            let bytes = mutator.damage([Array(text.utf8)])
            let hint = Comment(rawValue: "round \(round): \(Base64.encode(bytes))")
            let tree = try? XMLReader.read(bytes)
            let requestor = tree?.first("requestor")
            let document = try? ConfigurationDocument.read(bytes)
            #expect((document != nil) == (requestor != nil), hint)
            let entries = requestor?.all("mvpds").flatMap { $0.all("mvpd") } ?? []
            #expect(document.map(\.mvpds.count) == requestor.map { _ in entries.count }, hint)
            _ = document?.findings()
        }
    }

    @Test func damagedPagesHaveFormsOrNone() {
        let page = """
            <html><body><form action="https://a/?b&amp;c" method=post><input type="hidden" name="SAMLRequest" value="PHN">
            <select name=s><option value=1 selected>x</select><textarea name=t>a</textarea></form></body></html>
            """
        Self.repeatedly { mutator, _ in
            _ = HTMLForms.forms(in: mutator.damage([Array(page.utf8)]))
        }
    }

    @Test func damagedKeysAreKeysOrErrors() throws {
        let key = try PublicKey(pem: Samples.publicKey)
        Self.repeatedly { mutator, _ in
            _ = try? PublicKey(reading: mutator.damage([key.der, Array(key.pem.utf8)]))
        }
    }

    @Test func damagedDatesAreDatesOrNone() {
        let dates = ["2011/03/19 02:29:34 GMT +0200", "2026-01-01 00:00:00 +0000"].map { Array($0.utf8) }
        Self.repeatedly { mutator, _ in
            let text = String(decoding: mutator.damage(dates), as: UTF8.self)
            for form in [TokenDate.Form.expiry, .issue] {
                if let date = TokenDate(text, form: form) { #expect(TokenDate(date.text, form: form) == date) }
            }
        }
    }
}
