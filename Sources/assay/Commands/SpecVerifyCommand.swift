import Documents
import Evidence
import Reports
import Specification

struct SpecVerifyCommand: Command {
    var specs: String?
    var documents: String?

    static let name = "spec verify"
    static let syntax = Syntax<Self>(
        "Checks the specs, and that the documents still say what is cited.",
        .specs(\.specs),
        .option(
            "--documents", value: "folder", sets: \.documents,
            help: "the documents, to find every cited section in them and see that it is unchanged"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        let folder = try SpecFolder.read(specs)
        for diagnostic in folder.diagnostics { console.error(diagnostic.description) }
        let contracts = Contract.all(of: folder.specifications.catalog.cases)
        console.line(
            "\(folder.path): \(Prose.count(folder.specifications.register.statements.count, "statement")), "
                + "\(Prose.count(contracts.count, "contract")), "
                + "\(Prose.count(folder.specifications.catalog.cases.count, "case")), "
                + "\(Prose.count(folder.profiles.count, "load profile")), "
                + Prose.count(folder.diagnostics.count, "mistake"))
        let areDocumentsSound = try verifyDocuments(folder.specifications.register, console)
        return folder.diagnostics.isEmpty && areDocumentsSound ? .conformant : .usage
    }

    private func verifyDocuments(_ register: Register, _ console: Console) throws(ToolError) -> Bool {
        guard let documents else { return true }
        var files: [RegisterFile] = []
        try saying("the documents cannot be read", as: .usage) {
            for path in try Folder.files(below: documents) {
                files.append(RegisterFile(path: path, bytes: try File.read(path)))
            }
        }
        let report = DocumentVerifier(register: register).verify(files)
        for problem in report.problems { console.error(problem.description) }
        console.line(
            "\(documents): \(Prose.count(report.verified, "cited section")) unchanged, "
                + "\(Prose.count(report.problems.count, "problem")); "
                + "\(Prose.count(report.unverifiable, "citation")) of documents that are not at hand")
        return report.isClean
    }
}
