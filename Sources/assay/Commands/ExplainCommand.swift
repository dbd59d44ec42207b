import Documents
import Evidence
import Reports
import Specification

struct ExplainCommand: Command {
    var id = ""
    var specs: String?

    static let name = "explain"
    static let syntax = Syntax<Self>(
        "Explains a contract, a case, a statement or an ambiguity.",
        .positional("id", sets: \.id, help: "such as race-two-providers, AE-SP-007 or A-12"),
        .specs(\.specs))

    func run() async throws(ToolError) -> ExitCode {
        let specifications = try SpecFolder.readSound(specs).specifications
        let console = Console()
        let explanation = Explanation(specifications, width: console.palette.width)
        let cases = specifications.catalog.cases
        if let statement = specifications.register[id] {
            console.out(explanation.text(of: statement))
        } else if let ambiguity = specifications.register.ambiguity(id) {
            console.out(explanation.text(of: ambiguity))
        } else if let contract = Contract.all(of: cases.filter { $0.contractID == id || $0.id == id }).first {
            console.out(explanation.text(of: contract))
        } else {
            let names = cases.map(\.contractID) + specifications.register.statements.map(\.id)
            throw .impossible("nothing is called '\(id)'\(suggestion(for: id, among: names))")
        }
        return .conformant
    }
}
