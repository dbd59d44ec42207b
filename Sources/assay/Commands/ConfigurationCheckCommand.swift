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
                console.out(writesJSON ? review.json(name) : review.text(name))
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
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("source", name)
            writer.member("good", isGood)
            if case .success(let read) = document {
                writer.member("requestor", read.requestorID)
                writer.member("name", read.name)
                writer.member("mvpds", read.mvpds.count)
                writer.key("domains")
                writer.array { for domain in read.domains { $0.value(domain.name) } }
            }
            writer.key("findings")
            writer.array { writer in
                if case .failure(let error) = document {
                    write("unreadable", error.position, "/", error.message, &writer)
                }
                for finding in findings {
                    write(finding.code.rawValue, finding.position, finding.path, finding.message, &writer)
                }
            }
        }
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(
        _ code: String, _ position: XMLPosition, _ path: String, _ message: String, _ writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("code", code)
            writer.member("line", position.line)
            writer.member("column", position.column)
            writer.member("path", path)
            writer.member("message", message)
        }
    }
}
