import Evidence
import Mutants
import Reports

struct FingerprintsCommand: Command {
    var specs: String?
    var color = ColorChoice.auto

    static let name = "fingerprints"
    static let syntax = Syntax<Self>(
        "Measures how often 'assay run' would name the wrong mutant as the one that a port behaves like.",
        notes: """
            A port with a new kind of mistake should not be called like a known mutant.
            To measure this, each mutant is compared with the fingerprints of all
            others. Where one of them is named, it should at least break a statement
            that this mutant breaks, too. 'assay strength --write-fingerprints' makes
            the fingerprints.
            """,
        .specs(\.specs), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        let fingerprints = try FingerprintFile.fingerprints(in: SpecFolder.path(specs))
        guard !fingerprints.ports.isEmpty else {
            throw .input("the specs have no fingerprints; 'assay strength --write-fingerprints' makes them")
        }
        let rows = LeftOut.rows(of: fingerprints) { Self.breakSameRule($0, $1) }
        let console = Console(color)
        console.out(LeftOut.text(rows, palette: console.palette))
        return .conformant
    }

    /// Whether two ports break a rule in common; ports that do nothing right break nearly all.
    static func breakSameRule(_ one: String, _ other: String) -> Bool {
        guard let one = Mutant.named(one), let other = Mutant.named(other) else { return false }
        guard !one.cites.isEmpty, !other.cites.isEmpty else { return one.cites.isEmpty && other.cites.isEmpty }
        return !Set(one.cites + one.checks).isDisjoint(with: other.cites + other.checks)
    }
}
