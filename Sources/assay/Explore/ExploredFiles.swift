import Documents
import Exploration

/// Contracts of scenarios, in a folder of a report.
struct ExploredFiles {
    /// The report's own folder.
    let report: String
    /// The folder in it: what failed is apart from what could not be decided.
    let name: String

    func path(of contract: Exploration.Trial) -> String { "\(report)/\(name)/\(contract.id).yaml" }

    /// Makes the folder where there is something to write.
    func write(_ contracts: [Exploration.Trial]) throws(FileError) {
        guard !contracts.isEmpty else { return }
        try Folder.create("\(report)/\(name)")
        for contract in contracts { try File.write(contract.text, to: path(of: contract)) }
    }
}
