package import Documents
package import Evidence

/// What `report.json` says of one run, or of several as other platforms or releases.
package struct SavedReport: Sendable, Hashable {
    /// The file, as messages name it.
    package var file: String
    /// How many runs there were to be, made or not.
    package var planned: Int
    package var runs: [SavedRun]
    package var exitCode: ExitCode
    /// What it comes to, in a word or two.
    var result: String
    /// What all runs come to together.
    var profiles: [SavedProfile]
    /// What is wrong in all runs together, with the numbers by which the report calls it.
    package var numberedCauses: [SavedCause]

    /// Whether all runs that were to be made were made, and each of their cases was run.
    package var isComplete: Bool { runs.count >= planned && runs.allSatisfy { $0.missing == 0 } }

    /// Reads the bytes of a file; a mistake names the file, the line and the column.
    ///
    /// Members that nobody knows are let be, and so is what only people read. A report of a newer schema is refused.
    package static func read(_ bytes: [UInt8], file: String) throws(Diagnostic) -> SavedReport {
        try JSONReader.read(bytes, file: file, limits: .init(maximumBytes: 1 << 30)) {
            reader throws(JSONReader.ReadingError) in try read(reader, file: file)
        }
    }

    private static func read(_ reader: JSONReader, file: String) throws(JSONReader.ReadingError) -> SavedReport {
        guard reader.json.object != nil, let schema = try reader.optional("schema") else {
            throw reader.mistake("not the report of a run of assay: it names no schema")
        }
        let isOfOneRun = try kind(try schema.string(), schema) == JSONReport.schema
        let runs =
            isOfOneRun
            ? [try SavedRun(reader, folder: nil)]
            : try reader.member("runs").list { run throws(JSONReader.ReadingError) in
                try SavedRun(try run.member("report"), folder: try run.member("folder").string())
            }
        return SavedReport(
            file: file, planned: isOfOneRun ? 1 : try reader.member("planned").count(), runs: runs,
            exitCode: try reader.member("exit-code").exitCode(), result: try reader.member("result").string(),
            profiles: try SavedProfile.list(reader), numberedCauses: try SavedCause.list(reader))
    }

    /// The schema that is to be read by; a mistake where the document is something else.
    private static func kind(_ name: String, _ schema: JSONReader) throws(JSONReader.ReadingError) -> String {
        for known in [JSONReport.schema, MatrixReport.schema] {
            if name == known { return known }
            guard let slash = known.lastIndex(of: "/"), name.hasPrefix(known[...slash]) else { continue }
            let start = known.index(after: slash)
            guard let version = Int(name[start...]), let own = Int(known[start...]) else { continue }
            throw schema.mistake(
                version > own
                    ? "'\(name)' was written by a newer assay; this one reads '\(known)'"
                    : "'\(name)' was written by an older assay; this one reads '\(known)', and 'assay check' on the run's "
                        + "folder with --report-dir writes it anew")
        }
        throw schema.mistake(
            name.hasPrefix("assay/load")
                ? "'\(name)' is of a load run, and a conformance run is wanted"
                : "'\(name)' is no report of a run of assay")
    }
}
