import Cryptography
import Documents
import Encodings
import SchemaCheck
import Testing
import TestThreads

/// `assay token inspect`, as it is typed.
@Suite(.mayBlock) struct TokenInspectTests {
    private func inspect(_ text: String, _ arguments: String...) throws -> ToolProcess {
        try ToolProcess(["token", "inspect", "-"] + arguments, input: Array(text.utf8))
    }

    @Test func aTokenIsToldInWords() throws {
        let run = try inspect(TokenSamples.authentication)
        #expect(run.code == 0)
        #expect(
            run.output == """
                standard input: VALID_TOKEN, an authentication token
                  element    simpleAuthenticationToken
                  framing    <signatureInfo>…<signatureInfo>, as all tokens of the field
                  signature  128 bytes, not checked: no key was given
                  expires    2026-02-01 00:00:00 +0000

                  simpleTokenAuthenticationGuid  sha256:3eb1bd439947
                  simpleTokenRequestorID         REF30
                  simpleTokenDomainName          adobe.com
                  simpleTokenExpires             2026/02/01 00:00:00 GMT +0000
                  simpleTokenMsoID               Cablevision
                  simpleTokenFingerprint         \(Hex.encode(Digest.sha1(Array(TokenSamples.device.utf8))))

                """)
    }

    @Test func bothReadingsOfAnOffsetAreTold() throws {
        let run = try inspect(TokenSamples.authentication.replacing("00:00:00 GMT +0000", with: "00:00:00 GMT +0200"))
        #expect(run.output.contains("  expires    2026-01-31 22:00:00 +0000 (2026-02-01 00:00:00 +0000 if in GMT)\n"))
    }

    /// Others name files, too.
    @Test func noNameOfAFileTellsATerminalAnything() throws {
        try withFolder { folder in
            let name = "\u{1B}]0;owned\u{7}"
            try File.write(TokenSamples.authentication, to: "\(folder)/\(name)")
            let run = try ToolProcess(["token", "inspect", folder, "\(folder)/none\(name)"])
            #expect(run.output.contains("\u{FFFD}]0;owned\u{FFFD}: VALID_TOKEN"))
            #expect(run.errors.contains("none\u{FFFD}]0;owned\u{FFFD}"))
            #expect(!(run.output + run.errors).contains("\u{1B}"))
        }
    }

    @Test func secretsAreShownOnlyWhenAskedFor() throws {
        for arguments in [[], ["--json"]] {
            let shy = try ToolProcess(["token", "inspect", "-"] + arguments, input: Array(TokenSamples.media.utf8))
            #expect(!shy.output.contains(TokenSamples.guid))
            let frank = try ToolProcess(
                ["token", "inspect", "-", "--show-secrets"] + arguments, input: Array(TokenSamples.media.utf8))
            #expect(frank.output.contains(TokenSamples.guid))
        }
    }

    @Test func whatIsWrappedAroundATokenIsTold() throws {
        let escaped = TokenSamples.media.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let answer =
            "<play><serializedToken>\(Base64.encode(Array(TokenSamples.media.utf8)))</serializedToken></play>\n"
        #expect(try inspect(escaped).output.contains("  wrapped in  XML escapes\n"))
        #expect(
            try inspect(answer).output.contains("  wrapped in  white space, then a service's answer, then base64\n"))
    }

    @Test func everyMistakeIsToldWithItsPlace() throws {
        let token = "<signatureInfo>AAA<signatureInfo>\n<authToken>\n<ttl>soon</ttl>\n</authToken>"
        let run = try inspect(token)
        #expect(run.code == 1)
        #expect(run.output.hasPrefix("standard input: INVALID_TOKEN_FORMAT, a media token\n"))
        for line in [
            "  error: 1:16 /signatureInfo: the signature is not base64 (lexical)",
            "  error: 2:1 /: the payload does not begin with an element (framing)".replacing("2:1", with: "1:34"),
            "  error: 3:1 /authToken/ttl: ttl is \"soon\", expected whole milliseconds of at most 15 digits "
                + "(lexical, AE-XML-010)",
        ] {
            #expect(run.outputLines.contains(line), "\(run.output)")
        }
        for element in ["sessionGUID", "requestorID", "resourceID", "issueTime", "mvpdId"] {
            #expect(run.output.contains(element), "\(run.output)")
        }
    }

    @Test func aLineOfATokenCannotPassForALineOfTheTool() throws {
        let run = try inspect(TokenSamples.media.replacing("TestStream1", with: "x\n  error: forged\u{9B}"))
        #expect(!run.outputLines.contains { $0.hasPrefix("  error") })
        #expect(!run.output.unicodeScalars.contains("\u{9B}"))
    }

    @Test func jsonKeepsTheSchema() throws {
        let schema = try JSON.parse(try File.read(ShippedFolder.specs + "/schema/token.schema.json"))
        let check = SchemaCheck(schema)
        let texts = [
            TokenSamples.authentication, TokenSamples.authorization, TokenSamples.media, "rubbish", "",
            TokenSamples.media.replacing("</authToken>", with: "<more/></authToken>"),
            TokenSamples.authorization.replacing("GMT +0000", with: "GMT -0330"),
        ]
        for text in texts {
            let run = try inspect(text, "--json")
            #expect(run.outputLines.count == 1)
            #expect(check.problems(of: try JSON.parse(Array(run.output.utf8))) == [])
        }
    }

    @Test func aTokenIsOneWhateverItsLines() throws {
        let run = try inspect(TokenSamples.media.replacing("><", with: ">\n<"))
        #expect(run.output.hasPrefix("standard input: "))
        #expect(run.outputLines.count { $0.hasPrefix("standard input") } == 1)
    }
}
