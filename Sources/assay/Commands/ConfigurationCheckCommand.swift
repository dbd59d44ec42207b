import Documents
import Evidence
import Reports
import XML

struct ConfigurationCheckCommand: Command {
    var paths: [String] = []
    var writesJSON = false

    static let name = "configuration check"
    static let syntax = Syntax<Self>(
        "Reads a service provider's configuration, and shows what is wrong with it.",
        notes: """
            The document is what GET /adobe-services/config/REQUESTOR answers.

            exit codes: 0 nothing is wrong, 1 something is, 4 usage, or a file that cannot
            be read.
            """,
        .positionals("file", addsTo: \.paths, help: "a file with a configuration, or - for standard input"),
        .flag("--json", sets: \.writesJSON, help: "a line of JSON for each configuration"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        var code = ExitCode.conformant
        for path in paths {
            do throws(FileError) {
                let review = ConfigurationReview(try Self.bytes(path))
                let name = path == "-" ? "standard input" : path
                console.out(writesJSON ? review.json(name) : review.text(TokenWording.line(name)))
                if !review.isGood, code == .conformant { code = .failed }
            } catch {
                console.error("assay: \(error)")
                code = .usage
            }
        }
        return code
    }

    /// At most one more than are allowed.
    private static func bytes(_ path: String) throws(FileError) -> [UInt8] {
        var stream = path == "-" ? try ByteStream.standardInput("standard input") : try ByteStream(path)
        var bytes: [UInt8] = []
        while bytes.count <= XMLLimits.standard.bytes, let more = try stream.next() { bytes += more }
        return bytes
    }
}

/// What there is to say of a configuration.
struct ConfigurationReview {
    private let document: Result<ConfigurationDocument, XMLError>
    private let findings: [ConfigurationFinding]

    init(_ bytes: [UInt8]) {
        do throws(XMLError) {
            let read = try ConfigurationDocument.read(bytes)
            document = .success(read)
            findings = read.findings()
        } catch {
            document = .failure(error)
            findings = []
        }
    }

    var isGood: Bool {
        if case .success = document { findings.isEmpty } else { false }
    }

    func text(_ name: String) -> String {
        switch document {
        case .failure(let error):
            return "\(name): not a configuration\n  error: \(error)\n"
        case .success(let read):
            let domains = read.domains.map(\.name).joined(separator: ", ")
            var lines = [
                "\(name): requestor '\(TokenWording.line(read.requestorID))' (\(TokenWording.line(read.name))), \(Prose.count(read.mvpds.count, "MVPD")), "
                    + (domains.isEmpty ? "no domain" : "for \(domains)")
            ]
            lines += findings.map { TokenWording.line("  error: \($0.position) \($0.path): \($0.message)") }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    func json(_ name: String) -> String {
        var object: JSONObject = ["source": .string(name), "good": .bool(isGood)]
        var problems = findings.map { Self.json($0.code.rawValue, $0.position, $0.path, $0.message) }
        switch document {
        case .success(let read):
            object["requestor"] = .string(read.requestorID)
            object["name"] = .string(read.name)
            object["mvpds"] = .int(Int64(read.mvpds.count))
            object["domains"] = .strings(read.domains.map(\.name))
        case .failure(let error):
            problems = [Self.json("unreadable", error.position, "/", error.message)]
        }
        object["findings"] = .array(problems)
        return JSON.object(object).text + "\n"
    }

    private static func json(_ code: String, _ position: XMLPosition, _ path: String, _ message: String) -> JSON {
        [
            "code": .string(code), "line": .int(Int64(position.line)), "column": .int(Int64(position.column)),
            "path": .string(path), "message": .string(message),
        ]
    }
}
