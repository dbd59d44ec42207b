package import Documents
internal import Evidence

/// What outlives a restart.
extension Backend {
    /// What the services know of the clients that no scenario speaks of.
    package var savedState: [UInt8] {
        change(.none) { $0.saved.compact } ?? []
    }

    /// Takes back what ``savedState`` gave; throws when that is no JSON.
    package func restore(_ bytes: [UInt8], file: String) throws(Diagnostic) {
        // What was written is read, however large it became.
        let saved = try JSON.parse(bytes, file: file, limits: JSON.Limits(maximumBytes: .max))
        // What is not read would be lost with the next saving.
        let start = Mark(line: 1, column: 1)
        guard saved["schema"]?.string == "assay/state/1" else {
            throw Diagnostic(
                file: file, mark: start, message: "this is no state that 'assay serve' has saved (assay/state/1)")
        }
        for member in saved.object?.members ?? [] where member.key != "schema" && member.value.array == nil {
            throw Diagnostic(file: file, mark: start, message: "'\(member.key)' is no list")
        }
        change(.none) { $0.restore(saved) }
    }
}
