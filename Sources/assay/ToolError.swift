import Evidence

/// Why a command could not do its work: the code and the message with which the tool ends.
struct ToolError: Error {
    var exitCode: ExitCode
    var message: String

    /// What surrounds the run did not do its part: an adapter, a port, a folder.
    static func broken(_ message: String) -> ToolError {
        ToolError(exitCode: .broken, message: message)
    }

    /// The specs, or another file that was given, are wrong.
    static func input(_ message: String) -> ToolError {
        ToolError(exitCode: .usage, message: message)
    }

    static func usage(_ error: UsageError) -> ToolError {
        ToolError(exitCode: .usage, message: error.description)
    }

    static func impossible(_ message: String) -> ToolError {
        .usage(.impossible(message))
    }
}

/// What `body` gives; where it throws, the tool ends with what could not be done, and why: `no trace can be written: …`.
///
/// - Parameter what: nil where the error says it by itself.
func saying<Value: ~Copyable>(
    _ what: String? = nil, as code: ExitCode = .broken, _ body: () throws -> Value
) throws(ToolError) -> Value {
    do { return try body() } catch {
        throw ToolError(exitCode: code, message: (what.map { $0 + ": " } ?? "") + "\(error)")
    }
}
