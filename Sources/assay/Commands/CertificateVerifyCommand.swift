import Cryptography
import Documents
import Evidence
import Reports

struct CertificateVerifyCommand: Command {
    var file = ""
    var run: String?
    var key: String?
    var specs: String?

    static let name = "certificate verify"
    static let syntax = Syntax<Self>(
        "Checks a certificate: its signature, and what it says about a run.",
        notes: """
            With the run's folder its trace is judged again, and everything that the
            certificate says must come out the same: verdicts, digests, known failures.

            exit codes: 0 all of it is true, 1 something is not, 4 the file, the key or the
            run cannot be read, or the specs are not those of the run.
            """,
        .positional("file", sets: \.file, help: "the certificate"),
        .positional("run", sets: \.run, isRequired: false, help: "the folder of the certified run"),
        .option(
            "--key", value: "file", sets: \.key,
            help: "the public key in PEM that must have signed (default: the one that the certificate names)"),
        .specs(\.specs))

    func run() async throws(ToolError) -> ExitCode {
        let certificate = try Certificate(reading: file)
        let console = Console()
        var problems: [String] = []
        switch (certificate.signature, try key.map(Self.key)) {
        case (nil, nil): console.line("signature    none: anybody can have written this")
        case (nil, .some): problems.append("it is not signed")
        case (let signature?, let wanted):
            if !certificate.isSignatureTrue {
                problems.append("the signature is not of what the certificate says")
            } else if let wanted, wanted != signature.key {
                problems.append("it is signed by another key: \(signature.key.text)")
            } else {
                console.line(
                    "signature    true, by \(signature.key.text)"
                        + (wanted == nil ? ", of which only the certificate speaks (--key)" : ""))
            }
        }
        if let run {
            let judged = try JudgedRun(in: run, specs: specs)
            let contradictions = certificate.contradictions(with: judged)
            problems += contradictions
            if contradictions.isEmpty {
                console.line(
                    "run          the trace gives the same \(Prose.count(verdicts(of: judged), "verdict")), and all digests fit"
                )
            }
        } else {
            console.line("run          not checked: name its folder")
        }
        console.line("certificate  " + (certificate.content["result"]?.string ?? "").displayed)
        for problem in problems { console.error("assay: \(file): \(problem)") }
        return problems.isEmpty ? .conformant : .failed
    }

    private func verdicts(of run: JudgedRun) -> Int { run.reports.reduce(0) { $0 + $1.verdicts.count } }

    private static func key(_ file: String) throws(ToolError) -> VerifyingKey {
        let pem = try saying("the key cannot be read", as: .usage) { try File.read(file, maximumBytes: 1 << 16) }
        return try saying(file, as: .usage) { try VerifyingKey(pem: pem) }
    }
}
