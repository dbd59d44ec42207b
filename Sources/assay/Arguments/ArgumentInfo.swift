/// What is to be known of an argument without what it is read into, for completions and the manual page.
struct ArgumentInfo: Sendable, Hashable {
    /// `--seed` and `-s`, the long name first; empty for a positional.
    var names: [String]
    /// Empty for a flag.
    var valueName: String
    var help: String

    /// The words that the value is one of; empty where it may be others.
    var choices: [String] {
        let words = valueName.split(separator: "|").map(String.init)
        return words.count > 1 && words.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }
            ? words : []
    }

    /// Whether the value is a file or a folder.
    var isPath: Bool { ["file", "folder", "trace", "bundle"].contains(valueName) }
}

extension Syntax.Parameter {
    var info: ArgumentInfo {
        ArgumentInfo(names: shape == .positional ? [] : names, valueName: valueName, help: help)
    }
}
