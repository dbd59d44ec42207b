import AccessEnablerAPI
import Cryptography
import Documents
import Evidence
import Measurement
import Transport
import XML

struct VersionCommand: Command {
    var printsJSON = false
    var specs: String?

    static let name = "version"
    static let syntax = Syntax<Self>(
        "Prints the version.",
        .flag(
            "--json", sets: \.printsJSON,
            help: "as JSON, with the commit it was packed from, the digest of the specs, and its libraries: what two "
                + "machines compare"),
        .specs(\.specs, help: "the specs that --json names"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        guard printsJSON else {
            console.line("assay \(assayVersion), AccessEnabler up to \(SDKVersion.newest)")
            return .conformant
        }
        let json: JSON = [
            "assay": .string(assayVersion), "accessEnabler": .string(SDKVersion.newest.description),
            "commit": Self.commit.map(JSON.string) ?? .null,
            "specs": .string(try SpecFolder.read(specs).digest()),
            "libraries": .members(Self.libraries.map { ($0.name, .string($0.release)) }),
        ]
        console.line(json.text)
        return .conformant
    }

    /// The commit that the program was packed from; nil where it was only built, from files that nobody knows.
    static var commit: String? {
        CarriedFiles.own?["commit"].map { bytes in
            String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }

    /// The libraries of the machine, as they are.
    static var libraries: [(name: String, release: String)] {
        [
            ("libcrypto", OpenSSLRelease.text), ("libcurl", TransportRelease.text), ("libxml2", XMLRelease.text),
            ("libyaml", YAMLRelease.text), ("zlib", ZlibRelease.text),
        ]
    }
}
