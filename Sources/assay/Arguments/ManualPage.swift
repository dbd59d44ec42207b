/// The manual page of the tool, made from the commands and their arguments.
struct ManualPage {
    let commands: [CommandEntry]

    var text: String {
        var text = """
            .TH ASSAY 1 "" "assay \(assayVersion)"
            .SH NAME
            assay \\- certify implementations of AccessEnabler
            .SH SYNOPSIS
            .B assay
            .I command
            .RI [ option ...]
            .SH COMMANDS

            """
        for command in commands {
            text += ".SS \(Self.escaped("assay " + command.name + Self.positionals(of: command)))\n"
            text += Self.paragraph(command.summary)
            for argument in command.arguments where !argument.names.isEmpty {
                let names = argument.names.map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
                let value = argument.valueName.isEmpty ? "" : " \\fI\(Self.escaped(argument.valueName))\\fR"
                text += ".TP\n\(names)\(value)\n\(Self.paragraph(argument.help))"
            }
            guard !command.notes.isEmpty else { continue }
            text += ".PP\n.nf\n" + command.notes.split(separator: "\n").map { Self.line(String($0)) }.joined() + ".fi\n"
        }
        text += ".SH EXIT STATUS\n"
        for (code, meaning) in Self.codes { text += ".TP\n\(code)\n\(Self.paragraph(meaning))" }
        return text
    }

    static let codes = [
        ("0", "conformant and complete"), ("1", "a case failed"), ("2", "incomplete or inconclusive"),
        ("3", "adapter, backend or machine broken"), ("4", "usage or spec error"),
        ("5", "the suite failed a check of its own"),
        ("6", "nothing failed, but the list of known failures or missing capabilities is out of date"),
        ("97", "a valid load run in which more came than somebody could keep up with"),
        ("98", "an invalid load run: the load generator was the bottleneck"),
        ("99", "a valid load run in which a threshold does not hold"),
    ]

    private static func positionals(of command: CommandEntry) -> String {
        command.arguments.filter(\.names.isEmpty).map { " <\($0.valueName)>" }.joined()
    }

    private static func paragraph(_ text: String) -> String { line(text) }

    /// What begins with a full stop or an apostrophe would be a command of the formatter.
    private static func line(_ text: String) -> String {
        let escaped = escaped(text)
        return (escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped + "\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }
}
