import Cryptography
import Documents
import Encodings
import Evidence
import Reports
import Timing

struct CertificateCommand: Command {
    var run = ""
    var key: String?
    var out: String?
    var specs: String?

    static let name = "certificate"
    static let syntax = Syntax<Self>(
        "Certifies what a run has shown, in one file that others can verify.",
        notes: """
            The run must be of all cases, whole and conformant; its trace is judged again
            first. A page of the same name, with .html, has the same for people.

            A key to sign with: openssl genpkey -algorithm ed25519 -out key.pem
            Its public half:    openssl pkey -in key.pem -pubout -out key.pub

            exit codes: 0 written, 1 the trace and the report disagree, 3 a file
            cannot be written, 4 the run or the key cannot be read, or a file is in the way;
            where the run is not conformant and whole, its own
            """,
        .positional("run", sets: \.run, help: "the folder of the run"),
        .option("--key", value: "file", sets: \.key, help: "an Ed25519 key in PEM to sign with"),
        .option(
            "--out", value: "file", sets: \.out,
            help: "where the certificate goes (default: certificate.json in the run's folder)"),
        .specs(\.specs))

    func run() async throws(ToolError) -> ExitCode {
        let signer = try key.map(Self.key)
        let file = out ?? run + "/certificate.json"
        let page = (file.hasSuffix(".json") ? String(file.dropLast(5)) : file) + ".html"
        try Self.checkOverwriting(file, page)
        let judged = try JudgedRun(in: run, specs: specs)
        if let contradiction = try judged.contradiction(in: run) {
            throw ToolError(exitCode: .failed, message: "nothing is certified: \(contradiction)")
        }
        let code = judged.matrix.exitCode
        guard code == .conformant else {
            let words = judged.matrix.profiles.map { "\($0.word) \($0.sentence)" }.joined(separator: "\n")
            throw ToolError(exitCode: code, message: "nothing is certified:\n\(words)")
        }
        guard judged.isOfAllCases else {
            throw ToolError(
                exitCode: .incomplete,
                message: "nothing is certified: the run is of \(Prose.count(judged.record.cases.count, "case")) that "
                    + "somebody chose, and not of all")
        }
        var certificate = Certificate(of: judged, issued: WallTime.now().text)
        if let signer { certificate.sign(with: signer) }
        try saying("the certificate cannot be written") {
            try File.write(certificate.json.pretty, to: file)
            try File.write(CertificatePage(certificate: certificate).html.bytes, to: page)
        }
        let signature = certificate.signature.map { "signed by \($0.key.text)" } ?? "not signed"
        Console().line("certificate: \(file), \(signature)")
        return .conformant
    }

    private static func key(_ file: String) throws(ToolError) -> SigningKey {
        let pem = try saying("the key cannot be read", as: .usage) { try File.read(file, maximumBytes: 1 << 16) }
        return try saying(file, as: .usage) { try SigningKey(pem: pem) }
    }

    /// What is there already must be a certificate, and the page one of it.
    private static func checkOverwriting(_ file: String, _ page: String) throws(ToolError) {
        guard Folder.exists(file) else {
            guard !Folder.exists(page) else {
                throw .input("\(page) is there already, without its certificate, and is not overwritten")
            }
            return
        }
        do throws(ToolError) { _ = try Certificate(reading: file) } catch {
            throw .input("\(file) is there already, and is not overwritten: \(error.message)")
        }
        try OwnFile.check(page)
    }
}

extension VerifyingKey {
    /// As certificates write it.
    var text: String { Base64.encode(raw) }
}
