import Documents
import Reports

/// What a command line asks for.
enum Request {
    /// Text that was asked for, and is all there is to do.
    case help(String)
    case command(CommandEntry, [String])
}

/// Finds the command that a command line means.
struct CommandLineReader {
    let commands: [CommandEntry]

    static let standard = CommandLineReader(commands: [
        RunCommand.entry, ListCommand.entry, ExplainCommand.entry, CheckCommand.entry, ReplayCommand.entry,
        SpecVerifyCommand.entry, CoverageCommand.entry, StrengthCommand.entry, TokenInspectCommand.entry,
        TokenVerifyCommand.entry, ConfigurationCheckCommand.entry, ServeCommand.entry, AdapterCommand.entry,
        LintAdapterCommand.entry, VersionCommand.entry,
    ])

    /// `arguments` without the program's own name.
    func request(_ arguments: [String]) throws(UsageError) -> Request {
        guard let first = arguments.first else { throw .missingCommand }
        if ["--help", "-h", "help"].contains(first) { return try help(arguments.dropFirst()) }
        if first == "--version" { return try request(["version"]) }
        guard let command = command(arguments[...]) else { throw unknown(arguments) }
        let own = arguments.dropFirst(command.name.split(separator: " ").count)
        if own.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            return .help(command.help)
        }
        return .command(command, Array(own))
    }

    /// What `assay --help` says.
    var overview: String {
        var text = """
            assay certifies implementations of AccessEnabler against what its documents say.

            usage: assay <command> [<option>...]


            """
        for command in commands { text += Prose.entry(command.name, command.summary, column: 22) + "\n" }
        text += """

            'assay <command> --help' tells what a command takes.

            exit codes: 0 conformant and complete, 1 a case failed, 2 incomplete or
            undecided, 3 adapter, backend or machine broken, 4 usage or spec error,
            5 the suite failed a check of its own.

            """
        return text
    }

    private func help(_ words: ArraySlice<String>) throws(UsageError) -> Request {
        guard !words.isEmpty else { return .help(overview) }
        guard let command = command(words) else { throw unknown(Array(words)) }
        return .help(command.help)
    }

    private func command(_ words: ArraySlice<String>) -> CommandEntry? {
        commands.first { command in words.starts(with: command.name.split(separator: " ").map(String.init)) }
    }

    private func unknown(_ words: [String]) -> UsageError {
        // 'spec' alone is the beginning of a command.
        if let longer = commands.first(where: { $0.name.hasPrefix(words[0] + " ") }) {
            let typed = words.prefix(2).joined(separator: " ")
            return .unknownCommand(typed, suggestion: longer.name)
        }
        return .unknownCommand(words[0], suggestion: closest(words[0], among: commands.map(\.name)))
    }
}
