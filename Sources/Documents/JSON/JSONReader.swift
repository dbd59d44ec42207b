internal import Timing

/// One value of a JSON document as what its place asks for; a mistake names the place.
///
/// Members that nobody asks for are let be: who wrote them may know more.
package struct JSONReader: Sendable {
    package struct ReadingError: Error, Sendable, Hashable {
        package var path: JSONPath
        package var message: String

        package init(path: JSONPath, message: String) {
            self.path = path
            self.message = message
        }
    }

    package let json: JSON
    package let path: JSONPath

    package init(_ json: JSON, at path: JSONPath = JSONPath()) {
        self.json = json
        self.path = path
    }

    /// What `read` makes of a document; a mistake names the file, the line and the column.
    package static func read<Value>(
        _ bytes: [UInt8], file: String, limits: JSON.Limits = JSON.Limits(),
        _ read: (JSONReader) throws(ReadingError) -> Value
    ) throws(Diagnostic) -> Value {
        let json = try JSON.parse(bytes, file: file, limits: limits)
        do throws(ReadingError) {
            return try read(JSONReader(json))
        } catch {
            let place = error.path.steps.isEmpty ? "" : "\(error.path): "
            throw Diagnostic(file: file, mark: error.path.mark(in: bytes), message: place + error.message)
        }
    }

    package func mistake(_ message: String) -> ReadingError { ReadingError(path: path, message: message) }

    // MARK: - Members and items

    /// nil where there is none, or null.
    package func optional(_ key: String) throws(ReadingError) -> JSONReader? {
        guard let object = json.object else { throw wrong("an object") }
        guard let value = object[key], !value.isNull else { return nil }
        return JSONReader(value, at: JSONPath(path.steps + [.key(key)]))
    }

    package func member(_ key: String) throws(ReadingError) -> JSONReader {
        guard let reader = try optional(key) else { throw mistake("the member '\(key)' is missing") }
        return reader
    }

    package func members() throws(ReadingError) -> [(key: String, value: JSONReader)] {
        guard let object = json.object else { throw wrong("an object") }
        return object.members.map { ($0.key, JSONReader($0.value, at: JSONPath(path.steps + [.key($0.key)]))) }
    }

    package func list<Item>(
        of item: (JSONReader) throws(ReadingError) -> Item
    ) throws(ReadingError) -> [Item] {
        guard let items = json.array else { throw wrong("an array") }
        return try items.enumerated().map { index, value throws(ReadingError) in
            try item(JSONReader(value, at: JSONPath(path.steps + [.index(index)])))
        }
    }

    // MARK: - Values

    package func string() throws(ReadingError) -> String {
        guard let text = json.string else { throw wrong("a string") }
        return text
    }

    package func strings() throws(ReadingError) -> [String] {
        try list { item throws(ReadingError) in try item.string() }
    }

    /// An integer of the range, which `meaning` names in mistakes.
    package func integer<Number: FixedWidthInteger>(
        in range: ClosedRange<Number>, _ meaning: String
    ) throws(ReadingError) -> Number {
        guard let integer = json.int else { throw wrong("an integer") }
        guard let number = integer.within(range) else { throw mistake("expected \(meaning), found \(integer)") }
        return number
    }

    /// How many, or which one: not below 0, and far from where counting on would end.
    package func count() throws(ReadingError) -> Int { try integer(in: 0...1 << 48, "a count") }

    /// Milliseconds since 1970, so few that the time between two of them is a number, too.
    package func date() throws(ReadingError) -> Int64 {
        try integer(in: -(1 << 53)...1 << 53, "milliseconds since 1970")
    }

    package func number() throws(ReadingError) -> Double {
        guard let number = json.double else { throw wrong("a number") }
        return number
    }

    /// One case of an enum whose raw values are the words.
    package func word<Choice>(_ type: Choice.Type = Choice.self) throws(ReadingError) -> Choice
    where Choice: CaseIterable & RawRepresentable<String> {
        let text = try string()
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue)
            let hint = suggestion(for: text, among: words)
            throw mistake(
                "unknown word '\(text)'" + (hint.isEmpty ? "; expected one of \(words.joined(separator: ", "))" : hint))
        }
        return choice
    }

    private func wrong(_ expected: String) -> ReadingError { mistake("expected \(expected), found \(json.kind)") }
}
