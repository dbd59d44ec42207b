import Cryptography
import Documents
import Evidence
import Timing
import Tokens

struct TokenVerifyCommand: Command {
    var paths: [String] = []
    var keyFile: String?
    var keyPassword: String?
    var kind: TokenKind?
    var requestor: String?
    var resource: String?
    var mvpd: String?
    var proxyMVPD: String?
    var deviceID: String?
    var guid: String?
    var lifetimes: LifetimeRange?
    var moment: TokenMoment?
    var skew = Duration.zero
    var areOfOneSession = false
    var isStrict = false
    var hasLines = false
    var writesJSON = false
    var tellsAll = false
    var isQuiet = false
    var showsSecrets = false

    static let name = "token verify"
    static let syntax = Syntax<Self>(
        "Checks whether tokens are valid, and shows what is wrong and where.",
        notes: """
            The answer is VALID_TOKEN, INVALID_TOKEN_FORMAT, INVALID_SIGNATURE,
            TOKEN_EXPIRED or INVALID_RESOURCE_ID, or a word of that form for another
            option that does not hold, such as INVALID_DEVICE_ID. With one token in each
            line of a file:
              assay token verify - --key key.pem --requestor REF30 < tokens.txt

            exit codes: 0 all are valid, 1 at least one is not, 4 usage, or a file that
            cannot be read.
            """,
        .positionals(
            "file", addsTo: \.paths,
            help: "a file with a token, a folder of them, or - for standard input with one token in each line"),
        .option(
            "--key", "-k", value: "file", sets: \.keyFile,
            help: "the issuer's key: PEM, DER, a certificate or PKCS#12; without one signatures are not checked"),
        .option("--key-password", value: "text", sets: \.keyPassword, help: "the password of a PKCS#12 file"),
        .option("--kind", value: "kind", sets: \.kind, help: "authentication, authorization or media"),
        .option("--requestor", value: "id", sets: \.requestor, help: "the requestor expected"),
        .option("--resource", value: "id", sets: \.resource, help: "the resource expected"),
        .option("--mvpd", value: "id", sets: \.mvpd, help: "the MVPD expected"),
        .option("--proxy-mvpd", value: "id", sets: \.proxyMVPD, help: "the proxy MVPD expected in a media token"),
        .option(
            "--device-id", value: "id", sets: \.deviceID, help: "the device id in plain text; tokens have its hash"),
        .option("--guid", value: "guid", sets: \.guid, help: "the GUID expected, that of the authentication"),
        .option(
            "--lifetime", value: "span", sets: \.lifetimes,
            help: "the lifetime expected of media tokens, such as 7m, or 5m..7m"),
        .option(
            "--at", value: "time", sets: \.moment,
            help: "when tokens must be valid, such as 2026-01-01T00:00:00Z; any: at no certain time (default: now)"),
        .option(
            "--skew", value: "duration", sets: \.skew, help: "by how much the issuer's clock may differ (default: 0s)"),
        .flag("--one-session", sets: \.areOfOneSession, help: "the tokens are of one session and must fit each other"),
        .flag("--strict", sets: \.isStrict, help: "undocumented elements and short keys are errors"),
        .flag("--lines", sets: \.hasLines, help: "files have one token in each line"),
        .flag("--json", sets: \.writesJSON, help: "a line of JSON for each token"),
        .flag("--all", sets: \.tellsAll, help: "show valid tokens, too"),
        .quiet(\.isQuiet, help: "show only the summary"),
        .flag(
            "--show-secrets", sets: \.showsSecrets,
            help: "show what identifies a person or a session, instead of its hash"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        var reading = TokenReading(key: try readKey(console), expectations: expectations)
        var progress = TokenProgress(console)
        var family = TokenFamily()
        let inputs = TokenInputs(paths: paths, hasLinesInFiles: hasLines, hasLinesOnStandardInput: true)
        reading.read(inputs) { input, report, tally in
            progress.take(tally)
            if areOfOneSession { family.take(report) }
            guard let text = text(input, report, width: console.isTerminal ? 80 : nil) else { return }
            progress.clear()
            console.out(text)
        } complain: { error in
            progress.clear()
            console.error("assay: \(error)")
        }
        progress.clear()
        let tally = reading.tally
        if tally.total == 0, reading.couldReadAll { throw .input("no token was given") }
        let goTogether = tellOfTheFamily(family, console)
        if tally.total > 1 { tellSummary(tally, console) }
        return reading.exitCode == .conformant && !goTogether ? .failed : reading.exitCode
    }

    private var expectations: TokenExpectations {
        var expectations = TokenExpectations()
        expectations.kind = kind
        expectations.requestor = requestor
        expectations.resource = resource
        expectations.mvpd = mvpd
        expectations.proxyMVPD = proxyMVPD
        expectations.deviceID = deviceID
        expectations.guid = guid
        expectations.lifetimes = lifetimes.bounds
        expectations.time = moment.map(\.time) ?? .now()
        expectations.clockSkew = skew
        expectations.isStrict = isStrict
        return expectations
    }

    /// Shorter keys of RSA are not to be used any more (NIST SP 800-131A).
    private static let minBits = 2_048

    private func readKey(_ console: Console) throws(ToolError) -> PublicKey? {
        let key = try readKey()
        guard let key, key.bits < Self.minBits else { return key }
        let words = "the key has \(key.bits) bits; keys of less than \(Self.minBits) bits can be broken"
        if isStrict { throw .input(words) }
        console.error("assay: \(words)")
        return key
    }

    private func readKey() throws(ToolError) -> PublicKey? {
        guard let keyFile else { return nil }
        let bytes = try saying("the key cannot be read", as: .usage) { try File.read(keyFile, maximumBytes: 1 << 20) }
        return try saying("the key cannot be used: \(keyFile)", as: .usage) {
            try PublicKey(reading: bytes, password: keyPassword)
        }
    }

    /// Nil for a token that nothing is said of.
    private func text(_ input: TokenInput, _ report: TokenReport, width: Int?) -> String? {
        if writesJSON { return TokenJSON.line(input, report, showsSecrets: showsSecrets) }
        let isAlone = paths == [input.source] && input.line == nil
        guard !isQuiet, !report.isValid || tellsAll || isAlone || !report.findings.isEmpty else { return nil }
        let words = TokenWording(name: input.name, report: report, showsSecrets: showsSecrets, width: width)
        return ([words.headline] + (isAlone ? words.nature : []) + words.findings).joined(separator: "\n") + "\n"
    }

    /// False when tokens that should be of one session are not.
    private func tellOfTheFamily(_ family: TokenFamily, _ console: Console) -> Bool {
        guard areOfOneSession else { return true }
        let findings = family.findings
        let result = findings.map(\.result).min() ?? .valid
        if writesJSON {
            console.out(TokenJSON.line(together: findings, result: result))
        } else if !findings.isEmpty {
            console.line(
                (["together: \(result.rawValue)"] + TokenWording.words(for: findings, width: nil)).joined(
                    separator: "\n"))
        }
        return findings.isEmpty
    }

    /// Lines of JSON have nothing between or after them that is none.
    private func tellSummary(_ tally: TokenTally, _ console: Console) {
        let text = tally.summary + (keyFile == nil ? "; signatures were not checked" : "")
        if writesJSON { console.error(text) } else { console.line(text) }
    }
}

/// Tokens of one session: the last of each kind.
private struct TokenFamily {
    private var reports: [TokenKind: TokenReport] = [:]

    mutating func take(_ report: TokenReport) {
        if let kind = report.kind { reports[kind] = report }
    }

    var findings: [TokenFinding] {
        TokenRelations.findings(
            authentication: reports[.authentication], authorization: reports[.authorization], media: reports[.media])
    }
}
