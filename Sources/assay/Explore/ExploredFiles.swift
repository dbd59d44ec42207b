import Documents
import Exploration

/// The contracts of what exploring found, in the folder `explored`.
enum ExploredFiles {
    static func write(_ findings: [Explored], below folder: String) throws(FileError) {
        guard !findings.isEmpty else { return }
        try Folder.create(folder + "/explored")
        for finding in findings { try File.write(finding.text, to: "\(folder)/explored/\(finding.id).yaml") }
    }
}
