import AccessEnabler
import AccessEnablerAPI
import Driver
import Encodings
import Evidence
import PortWrapping
import Specification
import Testing

/// One way to corrupt a token that passes through a port.
struct TokenCorruption: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// One of them must be among those of a finding.
    var statements: Set<String>
    var mutate: @Sendable (Stage, inout Mutation) -> Void

    /// Corrupts the media token on its way to the application.
    static func delivered(
        _ title: String, _ statements: Set<String>, _ change: @escaping @Sendable (String) -> String
    ) -> TokenCorruption {
        TokenCorruption(testDescription: title, statements: statements) { _, mutation in
            mutation.callback = { callback in
                guard callback.selector == .setToken, let token = callback["token"]?.stringValue else {
                    return [callback]
                }
                return [
                    Message(
                        .setToken,
                        [.init("token", .string(change(token))), .init("resource", callback["resource"] ?? "")])
                ]
            }
        }
    }

    /// Corrupts a token on its way to a service provider; what is given and returned is percent-encoded.
    static func sent(
        _ title: String, _ statements: Set<String>, _ change: @escaping @Sendable (String) -> String
    ) -> TokenCorruption {
        TokenCorruption(testDescription: title, statements: statements) { _, mutation in
            mutation.request = { request in
                var request = request
                request.body = request.body.map { Array(change(String(decoding: $0, as: UTF8.self)).utf8) }
                request.url = change(request.url)
                return request
            }
        }
    }

    static let all: [TokenCorruption] = [
        .delivered("cut short", ["AE-TOK-001"]) { String($0.dropLast(5)) },
        .delivered("without its signature", ["AE-TOK-001"]) { $0.replacing(/^.*signatureInfo>/, with: "") },
        .delivered("with a document type", ["AE-TOK-001"]) {
            $0.replacing("<authToken>", with: "<!DOCTYPE a><authToken>")
        },
        .delivered("an element less", ["AE-XML-006"]) { $0.replacing(/<mvpdId>.*<\/mvpdId>/, with: "") },
        .delivered("an element twice", ["AE-XML-006"]) { $0.replacing("<ttl>", with: "<ttl>1</ttl><ttl>") },
        .delivered("elements in another order", ["AE-XML-006"]) {
            $0.replacing(/(<ttl>.*<\/ttl>)(<issueTime>.*<\/issueTime>)/) { "\($0.2)\($0.1)" }
        },
        .delivered("a life span that is no number", ["AE-XML-010"]) { $0.replacing("<ttl>", with: "<ttl>about ") },
        .delivered("another payload", ["AE-TOK-007"]) { $0.replacing("<ttl>", with: "<ttl>9") },
        .delivered("another signature", ["AE-TOK-007"]) {
            $0.replacing("<signatureInfo>", with: "<signatureInfo>AAAA", maxReplacements: 1)
        },
        .delivered("as base64 within base64", ["AE-TOK-001"]) { base64(base64($0)) + "!" },
        .delivered("for another resource", ["AE-XML-013", "AE-TOK-002"]) {
            $0.replacing(/<resourceID>.*<\/resourceID>/, with: "<resourceID>Other</resourceID>")
        },
        .sent("a changed authorization token", ["AE-DEV-004", "AE-STO-001"]) {
            $0.replacing("simpleTokenTTL%3E20", with: "simpleTokenTTL%3E21")
        },
        .sent("an authorization token without its end", ["AE-STO-001"]) {
            $0.replacing("%3C%2FsimpleAuthorizationToken%3E", with: "")
        },
        .sent("a changed authentication token", ["AE-DEV-004", "AE-STO-001"]) {
            $0.replacing("simpleTokenDomainName%3E", with: "simpleTokenDomainName%3Ex")
        },
        .sent("the token of another device", ["AE-DEV-004", "AE-DEV-003", "AE-DEV-008", "AE-STO-001"]) {
            $0.replacing(/simpleTokenFingerprint%3E[0-9a-f]{4}/, with: "simpleTokenFingerprint%3E0000")
        },
    ]
}

private func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

extension WholeRunsThatWait {
    /// A token that was corrupted on its way fails the case, and the finding says by which statement.
    @Suite struct CorruptedTokenTests {
        @Test(arguments: TokenCorruption.all) func aCorruptedTokenFailsTheCase(corruption: TokenCorruption) async throws
        {
            let bench = try Workbench()
            let cases = bench.cases { $0.platforms.contains(.iOS) && $0.id.hasPrefix("authorization-granted") }
            let verdicts = try await bench.run(Array(cases.prefix(1)), deadline: .seconds(2)) { recorder in
                let port = WrappedPort(id: "corrupt", network: try CurlNetwork(), mutate: corruption.mutate)
                return InProcessImplementation(port: port, recorder: recorder)
            }
            #expect(!verdicts.isEmpty)
            let findings = verdicts.filter { $0.outcome == .fail }.flatMap(\.findings)
            #expect(
                findings.contains { !corruption.statements.isDisjoint(with: $0.statements) },
                "\(findings.map { "\($0.statements): \($0.message)" })")
        }
    }
}
