import Documents

/// Writes the files of a report, each whatever has become of those before it, and says which are missing.
struct Salvage {
    private let what: String
    private var missing: [String] = []

    init(of what: String = "the report") { self.what = what }

    mutating func attempt(_ write: () throws(FileError) -> Void) {
        do throws(FileError) { try write() } catch { missing.append("\(error)") }
    }

    mutating func write(_ text: String, to path: String) {
        attempt { () throws(FileError) in try File.write(text, to: path) }
    }

    mutating func write(_ bytes: [UInt8], to path: String) {
        attempt { () throws(FileError) in try File.write(bytes, to: path) }
    }

    /// What is missing, and how the trace ends where it is not whole; nil where everything is there.
    func problem(traceFailure: FileError? = nil) -> ToolError? {
        var problems: [String] = []
        if !missing.isEmpty { problems.append("\(what) cannot be written: " + missing.joined(separator: "\n  ")) }
        if let traceFailure {
            problems.append(
                traceFailure.code == .notFound
                    ? "the trace is no longer where it was written: \(traceFailure)"
                    : "the trace could not be written, and ends with its last whole line: \(traceFailure)")
        }
        return problems.isEmpty ? nil : .broken(problems.joined(separator: "\n"))
    }
}
