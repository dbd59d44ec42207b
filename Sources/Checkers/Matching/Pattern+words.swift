import AccessEnablerAPI
import ServiceProtocol
package import Specification

/// Patterns in words, as a contract would say them.
extension Pattern {
    package var words: String {
        var text = subject.words
        if !providers.isEmpty { text += " at \(providers.joined(separator: " or "))" }
        if !conditions.isEmpty { text += " with " + conditions.map(\.words).joined(separator: " and ") }
        return text
    }
}

extension Pattern.Subject {
    /// Without what is asked of it.
    var words: String {
        switch self {
        case .call(let selector): "the call \(selector)"
        case .callback(let selector): "the callback \(selector)"
        case .anyUICallback: "any callback for the user interface"
        case .anyCallback: "any callback"
        case .request(.any): "any request of the port"
        case .request(.entitlement): "any request for an MVPD"
        case .request(let kind): "a request of the kind \(kind.rawValue)"
        case .safari: "the port's own Safari view controller"
        case .platform(.asksAccess): "the question whether the platform's account may be used"
        case .platform(.asksAccount): "the question to the platform for its account"
        case .loginOffered: "the page or the code for a login"
        case .customURL: "the browser's arrival at the custom URL"
        }
    }
}

extension Pattern.Condition {
    package var words: String { path.joined(separator: ".") + " " + matcher.words }
}

extension Matcher {
    package var words: String {
        switch self {
        case .equals(let template): template.words
        case .symbol(let symbol): symbol
        case .oneOf(let matchers): matchers.map(\.words).joined(separator: " or ")
        case .not(let matcher): "other than " + matcher.words
        case .contains(let template): "containing \(template.words)"
        case .prefix(let template): "beginning with \(template.words)"
        case .nonEmpty: "that is not empty"
        case .absent: "absent"
        case .ids(let templates): "with exactly the IDs " + templates.map(\.words).joined(separator: ", ")
        case .count(let count): count == 1 ? "of 1 item" : "of \(count) items"
        case .each(let conditions): "each of whose items has " + conditions.map(\.words).joined(separator: " and ")
        case .some(let conditions):
            "with an item that has " + conditions.map(\.words).joined(separator: " and ")
        case .url(let provider, let path, let query):
            [
                "a URL", provider.map { "at \($0)" }, path.map { "to \($0)" },
                query.isEmpty
                    ? nil
                    : "with "
                        + query.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.words)" }
                        .joined(separator: " and "),
            ].compactMap(\.self).joined(separator: " ")
        case .flag(let flag): flag ? "true" : "false"
        case .instant: "an instant"
        case .later(let label, let path, let duration):
            "an instant \(duration.inDays) later than \(path.joined(separator: ".")) of '\(label)'"
        case .same(let label, let path): "the same as \(path.joined(separator: ".")) of '\(label)'"
        }
    }
}

extension Duration {
    /// In days or hours, where it is a whole number of them.
    fileprivate var inDays: String {
        let (seconds, attoseconds) = components
        guard attoseconds == 0, seconds > 0, seconds.isMultiple(of: 3_600) else { return "\(self)" }
        let (count, unit) = seconds.isMultiple(of: 86_400) ? (seconds / 86_400, "day") : (seconds / 3_600, "hour")
        return count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
    }
}

extension Template {
    package var words: String {
        switch self {
        case .literal(.string(let text)): return "'\(text)'"
        case .literal(.null): return "nil"
        case .literal(.bool(let flag)): return flag ? "YES" : "NO"
        case .literal(let value): return "\(value)"
        case .text(let pieces):
            let text = pieces.map { piece in
                switch piece {
                case .text(let plain): plain
                case .name(let name): "$" + name
                }
            }
            return text.joined()
        case .array(let items): return "[" + items.map(\.words).joined(separator: ", ") + "]"
        case .object(let members):
            return "{"
                + members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.words)" }
                .joined(separator: ", ") + "}"
        }
    }
}
