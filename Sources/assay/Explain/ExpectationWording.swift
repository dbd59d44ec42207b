import Checkers
import Specification

enum ExpectationWording {
    static func words(for expectation: Expectation) -> String {
        var text = kind(expectation.kind)
        switch (expectation.after, expectation.before) {
        case (let after?, let before?): text += ", between [\(after)] and [\(before)]"
        case (let after?, nil): text += ", after [\(after)]"
        case (nil, let before?): text += ", before [\(before)]"
        case (nil, nil): break
        }
        if let why = expectation.why { text += ": \(why)" }
        if !expectation.cites.isEmpty { text += " (\(expectation.cites.joined(separator: ", ")))" }
        return text
    }

    private static func kind(_ kind: Expectation.Kind) -> String {
        switch kind {
        case .occurs(let pattern, let count): return "\(count): \(pattern.words)"
        case .order(let patterns): return "in this order: " + patterns.map(\.words).joined(separator: ", then ")
        case .check(let name, let arguments):
            let words = arguments.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value.joined(separator: ", "))" }.joined(separator: "; ")
            return "the check '\(name)' holds" + (words.isEmpty ? "" : " for \(words)")
        }
    }
}
