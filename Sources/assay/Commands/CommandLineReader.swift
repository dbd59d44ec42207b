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
        RunCommand.entry, MergeCommand.entry, CertificateCommand.entry, CertificateVerifyCommand.entry,
        ExploreCommand.entry, LoadCommand.entry, LoadMergeCommand.entry, LoadCompareCommand.entry,
        LoadPairCommand.entry,
        LoadBackendCommand.entry,
        ListCommand.entry,
        ExplainCommand.entry,
        CheckCommand.entry, CompareCommand.entry, HistoryCommand.entry, SummaryCommand.entry, ReplayCommand.entry,
        SpecVerifyCommand.entry,
        CoverageCommand.entry,
        StrengthCommand.entry, TokenInspectCommand.entry, TokenVerifyCommand.entry, ConfigurationCheckCommand.entry,
        SiteCheckCommand.entry, RecordCommand.entry, ServeCommand.entry, AdapterCommand.entry, LintAdapterCommand.entry,
        FingerprintsCommand.entry,
        CompletionsCommand.entry, ManCommand.entry, FilesCommand.entry, VersionCommand.entry,
    ])

    /// `arguments` without the program's own name.
    func request(_ arguments: [String]) throws(UsageError) -> Request {
        guard let first = arguments.first else { throw .missingCommand }
        if ["--help", "-h", "help"].contains(first) { return try help(arguments.dropFirst()) }
        if first == "--version" { return try request(["version"]) }
        guard let command = command(arguments[...]) else {
            if arguments.count == 2, ["--help", "-h"].contains(arguments[1]), let text = group(first) {
                return .help(text)
            }
            throw unknown(arguments)
        }
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
        // Those of load runs have two digits, and their commands tell them.
        let codes = ManualPage.codes.filter { $0.0.count == 1 }.map { "\($0) \($1)" }.joined(separator: ", ")
        return text + "\n'assay <command> --help' shows what a command takes.\n\n"
            + Prose.wrapped("exit codes: \(codes).", width: 72) + "\n"
    }

    private func help(_ words: ArraySlice<String>) throws(UsageError) -> Request {
        guard !words.isEmpty else { return .help(overview) }
        if words.count == 1, command(words) == nil, let text = words.first.flatMap(group) { return .help(text) }
        guard let command = command(words) else { throw unknown(Array(words)) }
        return .help(command.help)
    }

    /// What the commands do whose first word is this; nil where there are none of several words.
    private func group(_ word: String) -> String? {
        let members = commands.filter { $0.name.hasPrefix(word + " ") }
        guard !members.isEmpty else { return nil }
        return "usage: assay \(word) <command> [<option>...]\n\n"
            + members.map { Prose.entry($0.name, $0.summary, column: 22) + "\n" }.joined()
            + "\n'assay <command> --help' shows what a command takes.\n"
    }

    private func command(_ words: ArraySlice<String>) -> CommandEntry? {
        // 'load merge' is meant where 'load' would fit, too.
        commands.filter { words.starts(with: $0.name.split(separator: " ").map(String.init)) }
            .max { $0.name.utf8.count < $1.name.utf8.count }
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
