import Documents
import Evidence
import Load
import LoadResults

/// What a run leaves for whoever merges or compares runs: everything it has counted, without any loss.
enum LoadRecordFile {
    /// Its name in the folder of a run.
    static let name = "part.json"

    /// Reads it, with the places of the run's files as they are seen from here.
    static func read(in folder: String) throws(ToolError) -> LoadPart {
        let file = folder + "/" + name
        let bytes = try saying("\(folder) is not the folder of a load run", as: .usage) { try File.read(file) }
        let json = try saying(as: .usage) {
            try JSON.parse(bytes, file: file, limits: JSON.Limits(maximumBytes: 1 << 30))
        }
        var part = try saying(file, as: .usage) { try LoadPartRecord.part(json) }
        for index in part.figures.verification.violations.indices {
            guard let bundle = part.figures.verification.violations[index].bundle else { continue }
            part.figures.verification.violations[index].bundle = folder + "/" + bundle
        }
        return part
    }

    static func write(_ part: LoadPart, in folder: String) throws(ToolError) {
        try saying("the part cannot be written") {
            try File.write(LoadPartRecord.json(part).compact, to: folder + "/" + name)
        }
    }
}
