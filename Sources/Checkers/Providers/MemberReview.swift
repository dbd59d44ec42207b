import Documents
internal import Encodings
internal import Timing

/// Goes through the members of an answer, and keeps what is not as documented.
struct MemberReview {
    private(set) var complaints: [String] = []
    private let object: JSON
    private let path: String
    /// In XML every value is a text.
    private let isXML: Bool

    /// - Parameter path: where the object is in the answer, with a dot behind it; empty for the answer itself.
    init(_ object: JSON, at path: String = "", isXML: Bool = false) {
        (self.object, self.path, self.isXML) = (object, path, isXML)
        if object.object == nil { complain("\(path.isEmpty ? "the answer" : name("")) is no object") }
    }

    /// Of an answer with very many mistakes the first are kept, each with the beginning of a long name.
    mutating func complain(_ complaint: String) {
        if complaints.count < 20 { complaints.append(complaint.cut(toBytes: 1_000)) }
    }

    mutating func add(_ inner: MemberReview) { inner.complaints.forEach { complain($0) } }

    private func name(_ member: String) -> String {
        let full = path + member
        return full.hasSuffix(".") ? String(full.dropLast()) : full
    }

    /// The member; it is complained of where it has to be there and is not.
    private mutating func value(_ member: String, isRequired: Bool = true) -> JSON? {
        guard object.object != nil else { return nil }
        guard let value = object[member], !value.isNull else {
            if isRequired { complain("\(name(member)) is missing") }
            return nil
        }
        return value
    }

    private mutating func mistake(_ member: String, _ value: JSON, _ expected: String) {
        let shown = value.string.map { "\"\($0.prefix(60))\"" } ?? value.kind
        complain("\(name(member)) is \(shown), expected \(expected)")
    }

    /// A text that says something; it may have to be one of some words.
    @discardableResult
    mutating func text(_ member: String, isRequired: Bool = true, oneOf words: [String] = []) -> String? {
        guard let value = value(member, isRequired: isRequired) else { return nil }
        guard let text = value.string, !text.isEmpty || !isRequired else {
            mistake(member, value, "a text")
            return nil
        }
        if !words.isEmpty, !words.contains(text) { mistake(member, value, words.joined(separator: " or ")) }
        return text
    }

    /// A text that was said before; where that is not known, any.
    mutating func text(_ member: String, is expected: String?, isRequired: Bool = true) {
        guard let text = text(member, isRequired: isRequired), let expected, !text.isExactly(expected) else { return }
        complain("\(name(member)) is \"\(text.prefix(60))\", and \"\(expected.prefix(60))\" was asked for")
    }

    /// A code that a user types.
    mutating func code(_ member: String) {
        guard let text = text(member) else { return }
        let isGood = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        guard isGood, (6...7).contains(text.utf8.count) else {
            return mistake(member, .string(text), "six or seven capitals and digits")
        }
    }

    @discardableResult
    mutating func number(_ member: String) -> ForeignInteger? {
        guard let value = value(member) else { return nil }
        if let number = value.int ?? (isXML ? value.string.flatMap { ForeignInteger($0) } : nil) { return number }
        mistake(member, value, "a number")
        return nil
    }

    /// A time in milliseconds, written as a text.
    mutating func timeAsText(_ member: String) {
        guard let value = value(member) else { return }
        guard let text = value.string, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return mistake(member, value, "a text of milliseconds")
        }
    }

    @discardableResult
    mutating func flag(_ member: String, isRequired: Bool = true) -> Bool? {
        guard let value = value(member, isRequired: isRequired) else { return nil }
        if let flag = value.bool { return flag }
        if isXML, let text = value.string, text == "true" || text == "false" { return text == "true" }
        mistake(member, value, "true or false")
        return nil
    }

    mutating func list(_ member: String, isRequired: Bool = true) -> [JSON] {
        guard let value = value(member, isRequired: isRequired) else { return [] }
        if value.array == nil { mistake(member, value, "a list") }
        return value.array ?? []
    }

    /// The members of an object in the answer.
    mutating func members(_ member: String) -> [JSONObject.Member] {
        guard let value = value(member) else { return [] }
        if value.object == nil { mistake(member, value, "an object") }
        return value.object?.members ?? []
    }

    mutating func mustBeAbsent(_ member: String, _ reason: String) {
        guard let value = object[member], !value.isNull else { return }
        complain("\(name(member)) is there, \(reason)")
    }
}
