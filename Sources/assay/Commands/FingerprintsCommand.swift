import Evidence
import Mutants
import Reports

/// The command `assay fingerprints`.
struct FingerprintsCommand: Command {
    var specs: String?
    var color = ColorChoice.auto

    static let name = "fingerprints"
    static let syntax = Syntax<Self>(
        "Tells how well wrong ports can be told apart by what they fail: which is named for each when its own "
            + "fingerprint is left out?",
        notes: """
            Of a port that is wrong in a way of its own nothing should be named. Each
            wrong port that is known stands in for such a one: it is held against all
            others. Where another is named all the same, it should break a statement
            that this one breaks, too. 'assay strength --write-fingerprints' makes the
            fingerprints.
            """,
        .option("--specs", value: "folder", sets: \.specs, help: "the specs (default: ./Specs, or the tool's own)"),
        .option("--color", value: "auto|always|never", sets: \.color, help: "colours (default: auto)"))

    func run() async throws(ToolError) -> ExitCode {
        let fingerprints = try FingerprintFile.fingerprints(in: SpecFolder.path(specs))
        guard !fingerprints.ports.isEmpty else {
            throw .input("the specs have no fingerprints; 'assay strength --write-fingerprints' makes them")
        }
        let rows = LeftOut.rows(of: fingerprints) { Self.areKin($0, $1) }
        let console = Console(color)
        console.out(LeftOut.text(rows, palette: console.palette))
        return .conformant
    }

    /// Whether two ports break a rule in common; ports that do nothing right break nearly all.
    static func areKin(_ one: String, _ other: String) -> Bool {
        guard let one = Mutant.named(one), let other = Mutant.named(other) else { return false }
        guard !one.cites.isEmpty, !other.cites.isEmpty else { return one.cites.isEmpty && other.cites.isEmpty }
        return !Set(one.cites + one.checks).isDisjoint(with: other.cites + other.checks)
    }
}
