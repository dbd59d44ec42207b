import Documents
import Reports

extension SavedReport {
    /// Reads `report.json`, or the one of a run's folder.
    static func read(at path: String) throws(ToolError) -> SavedReport {
        let file = Folder.exists(path + "/.") ? "\(path)/report.json" : path
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try File.read(file, maximumBytes: 1 << 30)
        } catch {
            throw .input("the report cannot be read: \(error)")
        }
        do throws(Diagnostic) {
            return try read(bytes, file: file)
        } catch {
            throw .input("\(error)")
        }
    }
}
