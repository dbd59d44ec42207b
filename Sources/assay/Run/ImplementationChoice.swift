import Mutants
import Documents
import Reports
import Variants

enum ImplementationChoice: Sendable {
    /// The reference.
    case builtin
    /// A program that speaks the adapter protocol: its name and its arguments.
    case program(text: String, command: [String])
    /// An adapter that dials us at that port of the loopback interface; 0 is any that is free.
    case listener(text: String, UInt16)
    /// A port that is wrong on purpose.
    case mutant(text: String, Mutant)
    /// A port that is right, and different from the reference.
    case variant(text: String, Variant)

    /// As it was typed.
    var text: String {
        switch self {
        case .builtin: "builtin"
        case .program(let text, _), .listener(let text, _), .mutant(let text, _), .variant(let text, _): text
        }
    }

    /// Whether the suite starts its processes.
    var isProgram: Bool { if case .program = self { true } else { false } }

    /// A word for folders.
    var folderName: String {
        let word: String
        switch self {
        case .builtin: word = "builtin"
        case .program(_, let command): word = String(command[0].split(separator: "/").last ?? "port")
        case .listener: word = "dialed"
        case .mutant(_, let mutant): word = mutant.id
        case .variant(_, let variant): word = variant.id
        }
        return String(word.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
    }
}

extension ImplementationChoice: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        if argument == "builtin" {
            self = .builtin
            return
        }
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count == 2 ? parts[1] : nil) {
        case ("exec", let command?):
            self = .program(text: argument, command: try CommandWords.split(command))
        case ("listen", let address?):
            let number = address.hasPrefix("127.0.0.1:") ? String(address.dropFirst(10)) : address
            guard let port = UInt16(number) else {
                throw InvalidValue(
                    message: "expected 'listen:127.0.0.1:PORT', where PORT may be 0 for any that is free, found "
                        + "'\(Prose.cut(argument, to: 60))'")
            }
            self = .listener(text: argument, port)
        case ("degenerate", let id?):
            self = .mutant(text: argument, try Self.mutant(id) { $0.kind != .oneRule })
        case ("mutant", let id?):
            self = .mutant(text: argument, try Self.mutant(id) { _ in true })
        case ("variant", let id?):
            self = .variant(text: argument, try Self.variant(id))
        default:
            let hint = suggestion(
                for: parts[0], among: ["builtin", "exec", "listen", "degenerate", "mutant", "variant"])
            throw InvalidValue(
                message: "unknown implementation '\(Prose.cut(argument, to: 60))'"
                    + (hint.isEmpty
                        ? "; expected builtin, exec:COMMAND, listen:127.0.0.1:PORT, degenerate:NAME, mutant:NAME or "
                            + "variant:NAME" : hint))
        }
    }

    private static func mutant(
        _ id: String, where isMeant: (Mutant) -> Bool
    ) throws(InvalidValue) -> Mutant {
        let candidates = Mutant.all.filter(isMeant)
        if let mutant = candidates.first(where: { $0.id == id }) { return mutant }
        throw unknown("mutant", id, among: candidates.map(\.id))
    }

    /// One variant, or several at once with `+` between.
    private static func variant(_ id: String) throws(InvalidValue) -> Variant {
        if let variant = Variant.named(id) { return variant }
        let names = Variant.all.map(\.id)
        let wrong = id.split(separator: "+", omittingEmptySubsequences: false).map(String.init).first {
            !names.contains($0)
        }
        throw unknown("variant", wrong ?? id, among: names)
    }

    private static func unknown(_ kind: String, _ id: String, among names: [String]) -> InvalidValue {
        let name = Prose.cut(id, to: 60)
        let hint = suggestion(for: name, among: names)
        guard hint.isEmpty else { return InvalidValue(message: "unknown \(kind) '\(name)'\(hint)") }
        let near = nearest(to: name, among: names).map { "'\($0)'" }
        return InvalidValue(
            message:
                "unknown \(kind) '\(name)'; did you mean \(near.joined(separator: ", ")), or another of \(names.count)?"
        )
    }
}

/// A command in one text, cut into words as a shell would: blanks separate, quotes and `\` keep together.
///
/// Nothing else of a shell is there: no variables, patterns or pipes.
enum CommandWords {
    static func split(_ text: String) throws(InvalidValue) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else {
            throw InvalidValue(message: "the command '\(text)' ends inside a quotation")
        }
        if let done = word { words.append(done) }
        guard let first = words.first, !first.isEmpty else {
            throw InvalidValue(message: "no command after 'exec:'")
        }
        return words
    }
}
