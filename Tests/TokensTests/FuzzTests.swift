import Cryptography
import Encodings
import Foundation
import Testing
import TestThreads
import Timing
import TokenProperties
import Tokens

/// Damaged documents by the thousand: nothing crashes, and what must hold holds.
///
/// ASSAY_FUZZ_SECONDS=60 goes on for a minute, which the properties share, from a seed that ASSAY_FUZZ_SEED can set.
@Suite(.mayBlock, .serialized) struct FuzzTests {
    @Test(arguments: Property.allCases) func whatMustHoldHoldsForDamagedTexts(property: Property) {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["ASSAY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
        let seconds = environment["ASSAY_FUZZ_SECONDS"].flatMap(Int.init) ?? 0
        let corpus = Self.corpus(property)
        var mutator = Mutator(seed: seed)
        let end = MonotonicTime.now() + .seconds(seconds) / Property.allCases.count
        var round = 0
        while round < 400 || (seconds > 0 && MonotonicTime.now() < end) {
            let bytes = mutator.damage(corpus)
            if let objection = property.objection(to: bytes) {
                Issue.record("\(property) in round \(round): \(objection): \(Base64.encode(bytes))")
                return
            }
            round += 1
        }
    }

    @Test(arguments: Property.allCases) func whatMustHoldHoldsForTheTextsThemselves(property: Property) {
        for text in Self.corpus(property) { #expect(property.objection(to: text) == nil) }
    }

    private static func corpus(_ property: Property) -> [[UInt8]] {
        switch property {
        case .token: tokens
        case .signature: [Array(Samples.mediaToken.utf8)]
        case .configuration: [Array(configuration.utf8)]
        case .page: [Array(page.utf8)]
        case .key: keys
        case .date: ["2011/03/19 02:29:34 GMT +0200", "2026-01-01 00:00:00 +0000"].map { Array($0.utf8) }
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

    private static let keys: [[UInt8]] = {
        do {
            let key = try PublicKey(pem: Samples.publicKey)
            return [key.der, Array(key.pem.utf8)]
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let configuration = """
        <?xml version="1.0" encoding="UTF-8"?><n:config xmlns:n="http://pass.adobe.com/config"><requestor><id>R</id>
        <name>N</name><domains><domain><name>adobe.com</name></domain></domains><mvpds><mvpd><id>A</id>
        <displayName>A &amp; B</displayName><isProxy>true</isProxy></mvpd><mvpd><id>B</id></mvpd></mvpds></requestor>
        </n:config>
        """

    private static let page = """
        <html><body><form action="https://a/?b&amp;c" method=post><input type="hidden" name="SAMLRequest" value="PHN">
        <select name=s><option value=1 selected>x</select><textarea name=t>a</textarea></form></body></html>
        """
}
