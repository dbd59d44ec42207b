import Evidence

/// One of the tool's commands, as a struct of its arguments.
protocol Command: Sendable {
    /// As it is typed: `spec verify`.
    static var name: String { get }
    static var syntax: Syntax<Self> { get }

    init()
    func run() async throws(ToolError) -> ExitCode
}

extension Command {
    /// What an earlier command was given; `problem` says what cannot be done where its words are not understood.
    init(_ words: [String], saying problem: String) throws(ToolError) {
        self.init()
        try saying(problem, as: .usage) { try Self.syntax.parse(words, into: &self) }
    }

    static var entry: CommandEntry {
        CommandEntry(
            name: name, summary: syntax.summary, notes: syntax.notes, arguments: syntax.parameters.map(\.info),
            help: syntax.help(for: "assay \(name)"),
            run: { arguments throws(ToolError) in
                var command = Self()
                do throws(UsageError) {
                    try syntax.parse(arguments, into: &command)
                } catch {
                    throw ToolError(exitCode: .usage, message: "\(error)\nsee 'assay \(name) --help'")
                }
                return try await command.run()
            })
    }
}

/// A command without its type.
struct CommandEntry: Sendable {
    var name: String
    var summary: String
    var notes: String
    var arguments: [ArgumentInfo]
    var help: String
    var run: @Sendable ([String]) async throws(ToolError) -> ExitCode
}
