import Mutants
import Documents
import Evidence
import Reports
import Specification
import Variants

struct ListCommand: Command {
    var selection = CaseSelection()
    var isJSON = false
    var isOfMutants = false
    var isOfVariants = false
    var specs: String?

    static let name = "list"
    static let syntax = Syntax<Self>(
        "Lists the contracts, or the ports that they are tried on.",
        .filter(\.selection.filters),
        .statements(\.selection.statements),
        .flag("--mutants", sets: \.isOfMutants, help: "the ports that are wrong on purpose, instead of the contracts"),
        .flag(
            "--variants", sets: \.isOfVariants, help: "the ports that are right and different, instead of the contracts"
        ),
        .flag("--json", sets: \.isJSON, help: "print JSON, with all cases and statements"),
        .specs(\.specs))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        let width = console.palette.width
        guard !isOfMutants, !isOfVariants else {
            guard selection.filters.isEmpty, selection.statements.isEmpty, specs == nil else {
                throw .impossible(
                    "'--filter', '--statement' and '--specs' are for contracts, and '--mutants' and '--variants' list ports"
                )
            }
            let ports =
                (isOfMutants ? Mutant.all.map { ($0.id, $0.title, $0.cites + $0.checks) } : [])
                + (isOfVariants ? Variant.all.map { ($0.id, "\($0.title): \($0.reason)", $0.grounds) } : [])
            if isJSON {
                let list = ports.map { ["id": .string($0), "title": .string($1), "statements": .strings($2)] as JSON }
                console.out(String(decoding: JSON.array(list).sortedByKey.pretty, as: UTF8.self))
            } else {
                console.out(ports.map { Self.entry($0, $1, $2, width) }.joined())
            }
            return .conformant
        }
        let specifications = try SpecFolder.readSound(specs).specifications
        let contracts = Contract.all(of: try selection.cases(of: specifications))
        console.out(isJSON ? Self.json(contracts) : Self.text(contracts, width: width))
        return .conformant
    }

    private static func entry(_ id: String, _ text: String, _ statements: [String], _ width: Int) -> String {
        let grounds = statements.isEmpty ? "" : " (\(statements.joined(separator: ", ")))"
        return Prose.entry(id, text + grounds, column: 34, width: width) + "\n"
    }

    static func text(_ contracts: [Contract], width: Int = TextReport.width) -> String {
        var text = ""
        var area: String?
        for contract in contracts {
            if contract.area != area {
                text += (area == nil ? "" : "\n") + contract.area + "\n"
                area = contract.area
            }
            let count = contract.cases.count == 1 ? "" : " (\(contract.cases.count) cases)"
            text +=
                Prose.entry(
                    Prose.padded(contract.id, to: 30) + " " + contract.level.rawValue, contract.title + count,
                    column: 41, width: width) + "\n"
        }
        let cases = contracts.reduce(0) { $0 + $1.cases.count }
        return text + "\n\(Prose.count(contracts.count, "contract")), \(Prose.count(cases, "case"))\n"
    }

    static func json(_ contracts: [Contract]) -> String {
        let list = contracts.map { contract -> JSON in
            [
                "id": .string(contract.id), "area": .string(contract.area), "level": .string(contract.level.rawValue),
                "title": .string(contract.title), "cases": .array(contract.cases.map { .string($0.id) }),
                "statements": .array(
                    contract.cases.reduce(into: Set<String>()) { $0.formUnion($1.allCites) }.sorted()
                        .map(JSON.string)),
            ]
        }
        return String(decoding: JSON.array(list).sortedByKey.pretty, as: UTF8.self)
    }
}

/// A contract with those of its cases that are meant.
struct Contract {
    var id: String
    var area: String
    var level: Level
    var title: String
    var cases: [Case]

    /// In the order of the cases.
    static func all(of cases: [Case]) -> [Contract] {
        var contracts: [Contract] = []
        var index: [String: Int] = [:]
        for testCase in cases {
            if let known = index[testCase.contractID] {
                contracts[known].cases.append(testCase)
                continue
            }
            index[testCase.contractID] = contracts.count
            contracts.append(
                Contract(
                    id: testCase.contractID, area: testCase.area, level: testCase.level, title: testCase.title,
                    cases: [testCase]))
        }
        return contracts
    }
}
