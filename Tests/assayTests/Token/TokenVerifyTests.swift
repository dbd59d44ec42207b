import Cryptography
import Documents
import Testing
import TestThreads
import Timing
import Tokens

@testable import assay

/// `assay token verify`, as it is typed.
@Suite(.mayBlock) struct TokenVerifyTests: HasFolder {
    let temporary = TemporaryFolder()
    private let good = ["--at", TokenSamples.time]

    private func verify(_ arguments: [String], lines: [String] = []) throws -> ToolProcess {
        try ToolProcess(["token", "verify"] + arguments, input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    @Test func goodTokensOnLinesAreCounted() throws {
        let lines = [TokenSamples.authentication, TokenSamples.authorization, "", TokenSamples.media]
        let run = try verify(["-"] + good, lines: lines)
        #expect(run.code == 0)
        #expect(run.output == "3 tokens, all good; signatures were not checked\n")
        #expect(run.errors == "")
    }

    @Test func findingsAreBrokenAtTheEdgeOfATerminal() {
        let report = TokenValidator().validate("<signatureInfo>AAAA<signatureInfo><simpleAuthenticationToken/>")
        let words = TokenWording(name: "x", report: report, showsSecrets: false, width: 80)
        #expect(words.findings.count == 6)
        #expect(words.findings.joined(separator: "\n").split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(words.findings.contains { $0.contains("\n    ") })
    }

    @Test func aShortKeyIsSaidAndRefusedWhereAsked() throws {
        let short = try PrivateKey.generate(bits: 1_024).publicKey
        try File.write(short.pem, to: folder + "/key.pem")
        let run = try verify(["-", "--key", folder + "/key.pem"] + good, lines: [TokenSamples.media])
        #expect(run.code == 1 && run.errors.contains("the key has 1024 bits"))
        let strict = try verify(["-", "--strict", "--key", folder + "/key.pem"] + good, lines: [TokenSamples.media])
        #expect(strict.code == 4 && strict.errors.contains("the key has 1024 bits") && strict.output.isEmpty)
    }

    @Test func theKeyDecides() throws {
        try File.write(TokenSamples.key.publicKey.pem, to: folder + "/key.pem")
        let arguments = ["-", "--all", "--key", folder + "/key.pem"] + good
        let forged = TokenSamples.media.replacing("REF30", with: "REF31")
        let run = try verify(arguments, lines: [TokenSamples.media, forged])
        #expect(run.code == 1)
        #expect(
            run.output == """
                standard input:1: VALID_TOKEN, a media token
                standard input:2: INVALID_SIGNATURE, a media token
                  error: 1:16 /signatureInfo: the signature is not the key's over the payload (signature, AE-TOK-007)
                2 tokens, 1 good, 1 bad: 1 INVALID_SIGNATURE

                """)
    }

    @Test(arguments: [
        (["--requestor", "REF31"], "INVALID_REQUESTOR_ID", "\"REF30\" instead of \"REF31\" (semantics, AE-XML-012)"),
        (
            ["--resource", "other"], "INVALID_RESOURCE_ID",
            "\"TestStream1\" instead of \"other\" (semantics, AE-XML-013)"
        ),
        (["--mvpd", "A"], "INVALID_MVPD_ID", "\"Cablevision\" instead of \"A\" (semantics, AE-XML-014)"),
        (["--proxy-mvpd", "P"], "INVALID_PROXY_MVPD_ID", "\"\" instead of \"P\" (semantics, AE-XML-015)"),
        (["--guid", "x"], "INVALID_SESSION_GUID", "not the value expected (semantics)"),
        (["--kind", "authentication"], "INVALID_TOKEN_KIND", "the element authToken is not an authentication token"),
        (["--lifetime", "5m"], "INVALID_TOKEN_TTL", "the life span of 420000 ms is outside 300000 to 300000 ms"),
        (["--at", "2026-01-01T00:07:01Z"], "TOKEN_EXPIRED", "the token expired 1 s before the time given"),
        (["--at", "2025-12-31T23:59:59Z"], "TOKEN_NOT_YET_VALID", "the token is issued after the time given"),
    ])
    func whatIsExpectedDecides(_ arguments: [String], _ word: String, _ message: String) throws {
        let time = arguments.contains("--at") ? [] : good
        let run = try verify(["-"] + arguments + time, lines: [TokenSamples.media])
        #expect(run.code == 1)
        #expect(run.output.hasPrefix("standard input:1: \(word), a media token\n"))
        #expect(run.output.contains(message), "\(run.output)")
    }

    @Test func theDeviceIsExpectedInClear() throws {
        let tokens = [TokenSamples.authentication, TokenSamples.authorization]
        #expect(try verify(["-", "--device-id", TokenSamples.device] + good, lines: tokens).code == 0)
        let run = try verify(["-", "--device-id", "another"] + good, lines: tokens)
        #expect(run.code == 1)
        #expect(run.output.contains("2 tokens, 0 good, 2 bad: 2 INVALID_DEVICE_ID"))
    }

    @Test func aClockMayDifferByTheSkew() throws {
        let late = ["-", "--at", "2026-01-01T00:07:09Z"]
        #expect(try verify(late, lines: [TokenSamples.media]).code == 1)
        #expect(try verify(late + ["--skew", "10s"], lines: [TokenSamples.media]).code == 0)
    }

    @Test func noMomentAndNoSkewIsTooFarAway() throws {
        for time in ["0", "9223372036854775807"] {
            let arguments = ["-", "--at", time, "--skew", "106751d"]
            #expect(try verify(arguments, lines: [TokenSamples.media]).code == (time == "0" ? 0 : 1))
        }
    }

    @Test func withoutATimeItIsNow() throws {
        #expect(try verify(["-"], lines: [TokenSamples.media]).output.contains("TOKEN_EXPIRED"))
        #expect(try verify(["-", "--at", "any"], lines: [TokenSamples.media]).code == 0)
    }

    @Test func undocumentedElementsAreMistakesOnlyWhereAsked() throws {
        let token = TokenSamples.media.replacing("</authToken>", with: "<more>1</more></authToken>")
        let lax = try verify(["-"] + good, lines: [token])
        #expect(lax.code == 0)
        #expect(lax.output.contains("extension: 1:"))
        #expect(lax.output.contains("/authToken/more: the element more is not documented (schema, AE-XML-006)"))
        #expect(try verify(["-", "--strict"] + good, lines: [token]).code == 1)
    }

    @Test func tokensOfOneSessionGoTogether() throws {
        let session = [TokenSamples.authentication, TokenSamples.authorization]
        #expect(try verify(["-", "--one-session"] + good, lines: session + [TokenSamples.media]).code == 0)
        let run = try verify(
            ["-", "--one-session"] + good, lines: session + [TokenSamples.media(resource: "other", guid: "g")])
        #expect(run.code == 1)
        #expect(run.output.contains("together: INVALID_RESOURCE_ID\n"))
        #expect(run.output.contains("not the session of the authentication token (semantics)"))
        #expect(run.output.contains("not the resource of the authorization token: \"other\" and \"TestStream1\""))
    }

    @Test func jsonIsALineForEachTokenAndNothingElse() throws {
        let run = try verify(["-", "--json"] + good, lines: [TokenSamples.media, "rubbish"])
        #expect(run.code == 1)
        #expect(run.errors == "2 tokens, 1 good, 1 bad: 1 INVALID_TOKEN_FORMAT; signatures were not checked\n")
        let lines = try run.outputLines.map { try JSON.parse(Array($0.utf8)) }
        #expect(lines.count == 2)
        #expect(lines[0]["result"] == "VALID_TOKEN" && lines[0]["valid"] == true && lines[0]["line"] == 1)
        #expect(lines[1]["result"] == "INVALID_TOKEN_FORMAT" && lines[1]["valid"] == false && lines[1]["line"] == 2)
        #expect(lines[1]["findings"]?.array?.first?["message"] == "the text does not begin with <signatureInfo>")
        #expect(lines[1]["findings"]?.array?.first?["statement"] == "AE-XML-001")
    }

    @Test func thousandsOfFilesInAFolderAreRead() throws {
        for number in 0..<3_000 {
            let token = TokenSamples.media.replacing("Cablevision", with: number == 1_234 ? "" : "MVPD\(number)")
            try File.write(token, to: "\(folder)/\(number).txt")
        }
        let run = try verify([folder] + good)
        #expect(run.code == 1)
        #expect(run.outputLines.first == "\(folder)/1234.txt: INVALID_TOKEN_FORMAT, a media token")
        let summary = "3000 tokens, 2999 good, 1 bad: 1 INVALID_TOKEN_FORMAT; signatures were not checked"
        #expect(run.outputLines.last == summary)
        #expect(run.outputLines.count == 3)
    }

    @Test func severalFilesMayHaveATokenALine() throws {
        try File.write(TokenSamples.media + "\n" + TokenSamples.media, to: folder + "/a")
        try File.write(TokenSamples.authorization, to: folder + "/b")
        let run = try verify([folder + "/a", folder + "/b", "--lines", "--quiet"] + good)
        #expect(run.code == 0)
        #expect(run.output == "3 tokens, all good; signatures were not checked\n")
    }

    @Test func aTerminalSeesHowFarItIs() throws {
        let terminal = try RecordingTerminal()
        let lines = Array(repeating: TokenSamples.media + "\n", count: 200).joined()
        let run = try ToolProcess(
            ["token", "verify", "-", "--at", "any"], input: Array(lines.utf8), errorsTo: terminal.path)
        #expect(run.output == "200 tokens, all good; signatures were not checked\n")
        #expect(terminal.shown().hasPrefix("64 tokens, 0 bad\r\u{1B}[2K"))
    }

    @Test func aFileThatCannotBeReadIsToldAndTheOthersAreRead() throws {
        try File.write(TokenSamples.media, to: folder + "/a")
        let run = try verify([folder + "/none", folder + "/a"] + good)
        #expect(run.code == 4)
        #expect(run.errors == "assay: \(folder)/none: No such file or directory\n")
        #expect(run.output == "")
    }

    @Test(arguments: [
        ([], "missing '<file>'\nsee 'assay token verify --help'"),
        (["-"], "no token was given"),
        (["-", "--key", "/nonexistent"], "the key cannot be read: /nonexistent: No such file or directory"),
        (
            ["-", "--key", "/dev/null"],
            "the key cannot be used: /dev/null: not a key: expected PEM or DER of a public key or a certificate, "
                + "or a PKCS#12 store"
        ),
        (
            ["-", "--at", "noon"],
            "'--at <time>': expected now, any, milliseconds since 1970 or a date such as 2026-01-01T00:00:00Z, "
                + "found 'noon'\nsee 'assay token verify --help'"
        ),
        (
            ["-", "--kind", "medai"],
            "'--kind <kind>': unknown value 'medai'; did you mean 'media'?\nsee 'assay token verify --help'"
        ),
        (
            ["-", "--lifetime", "7m..5m"],
            "'--lifetime <span>': expected a duration such as 7m, or two such as 5m..7m, found '7m..5m'\n"
                + "see 'assay token verify --help'"
        ),
        (
            ["-", "--skew", "5"],
            "'--skew <duration>': a duration needs a unit (ms, s, m, h or d); did you mean '5s'?\n"
                + "see 'assay token verify --help'"
        ),
        (
            ["-", "--resorce", "x"],
            "unknown option '--resorce'; did you mean '--resource'?\nsee 'assay token verify --help'"
        ),
    ])
    func mistakesOfUseEndWithFour(_ arguments: [String], _ message: String) throws {
        let run = try verify(arguments)
        #expect(run.code == 4)
        #expect(run.errors == "assay: \(message)\n")
        #expect(run.output == "")
    }

    @Test(arguments: [
        "2026-01-01T02:05:00+02:00", "2025-12-31T23:05:00-0100", "2026-01-01 00:05:00 +0000",
        "2026/01/01 00:05:00 GMT +0000", "1767225900000",
    ])
    func aTimeMayBeWrittenInManyWays(text: String) throws {
        #expect(try TokenMoment(argument: text).time?.milliseconds == 1_767_225_900_000)
    }
}
