import Documents
import Evidence
import Reports

extension SavedReport {
    /// Reads `report.json`, or the one of a run's folder.
    static func read(at path: String) throws(ToolError) -> SavedReport {
        let file = Folder.exists(path + "/.") ? "\(path)/report.json" : path
        let bytes = try saying("the report cannot be read", as: .usage) { try File.read(file, maximumBytes: 1 << 30) }
        return try saying(as: .usage) { try read(bytes, file: file) }
    }
}
