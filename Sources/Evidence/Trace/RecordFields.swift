internal import AccessEnablerAPI
internal import AdapterProtocol
package import Documents
package import Timing

package struct RecordError: Error, Sendable, CustomStringConvertible {
    package var message: String
    package var description: String { message }

    package init(message: String) {
        self.message = message
    }
}

/// The members of a record, read one by one; in the end none may be left.
package struct RecordFields {
    private let object: JSONObject
    private var asked = 0

    package init(_ json: JSON) throws(RecordError) {
        guard let object = json.object else {
            throw RecordError(message: "expected an object, found \(json.kind)")
        }
        self.object = object
    }

    /// A record without a member is another record than one with null, so absent and null differ.
    package mutating func optional(_ key: String) -> JSON? {
        guard let value = object[key] else { return nil }
        asked += 1
        return value
    }

    package mutating func json(_ key: String) throws(RecordError) -> JSON {
        guard let value = optional(key) else { throw RecordError(message: "the member '\(key)' is missing") }
        return value
    }

    package mutating func string(_ key: String) throws(RecordError) -> String {
        let value = try json(key)
        guard let text = value.string else { throw mistake(key, "a string", value) }
        return text
    }

    package mutating func integer(_ key: String) throws(RecordError) -> ForeignInteger {
        let value = try json(key)
        guard let integer = value.int else { throw mistake(key, "an integer", value) }
        return integer
    }

    /// An integer of the range, which `meaning` names in mistakes.
    private mutating func integer<Number: FixedWidthInteger>(
        _ key: String, in range: ClosedRange<Number>, _ meaning: String
    ) throws(RecordError) -> Number {
        let integer = try integer(key)
        guard let number = integer.within(range) else {
            throw RecordError(message: "'\(key)': expected \(meaning), found \(integer)")
        }
        return number
    }

    /// How many, or which one: not below 0, and far from where counting on would end.
    package mutating func count(_ key: String) throws(RecordError) -> Int {
        try integer(key, in: 0...1 << 48, "a count")
    }

    /// Milliseconds, so few that the time between two of them is a number, too.
    package mutating func milliseconds(_ key: String) throws(RecordError) -> Int64 {
        try integer(key, in: -(1 << 53)...1 << 53, "milliseconds")
    }

    /// A number that may not fit a signed one, and is written as one with the same bits.
    package mutating func bits(_ key: String) throws(RecordError) -> UInt64 {
        UInt64(bitPattern: try integer(key, in: Int64.min...Int64.max, "a number"))
    }

    package func has(_ key: String) -> Bool { object[key] != nil }

    package mutating func flag(_ key: String) throws(RecordError) -> Bool {
        let value = try json(key)
        guard case .bool(let flag) = value else { throw mistake(key, "true or false", value) }
        return flag
    }

    mutating func optionalString(_ key: String) throws(RecordError) -> String? {
        object[key] == nil ? nil : try string(key)
    }

    mutating func optionalCount(_ key: String) throws(RecordError) -> Int? {
        object[key] == nil ? nil : try count(key)
    }

    package mutating func strings(_ key: String) throws(RecordError) -> [String] {
        let value = try json(key)
        guard let items = value.array else { throw mistake(key, "an array of strings", value) }
        let texts = items.compactMap(\.string)
        guard texts.count == items.count else { throw RecordError(message: "'\(key)': expected only strings") }
        return texts
    }

    package mutating func texts(_ key: String) throws(RecordError) -> [String: String] {
        let value = try json(key)
        guard let members = value.object?.members else { throw mistake(key, "an object of strings", value) }
        var texts: [String: String] = [:]
        for member in members {
            guard let text = member.value.string else {
                throw mistake("\(key).\(member.key)", "a string", member.value)
            }
            texts[member.key] = text
        }
        return texts
    }

    mutating func object(_ key: String) throws(RecordError) -> Value.Members {
        let json = try json(key)
        let value: Value
        do throws(ProtocolError) { value = try Value(json, at: key) } catch {
            throw RecordError(message: error.message)
        }
        guard let members = value.objectValue else { throw mistake(key, "an object", json) }
        return members
    }

    /// One case of an enum whose raw values are the words.
    package mutating func word<Choice: RawRepresentable<String>>(
        _ key: String, _ type: Choice.Type = Choice.self
    ) throws(RecordError) -> Choice {
        let text = try string(key)
        guard let choice = Choice(rawValue: text) else {
            throw RecordError(message: "'\(key)': unknown word '\(text)'")
        }
        return choice
    }

    /// `selector` and `arguments`.
    mutating func message() throws(RecordError) -> Message {
        let selector = Selector(rawValue: try string("selector"))
        let json = try json("arguments")
        guard let members = json.object?.members else { throw mistake("arguments", "an object", json) }
        var arguments: [Message.Argument] = []
        for member in members {
            do throws(ProtocolError) {
                let value = try Value(member.value, at: "arguments.\(member.key)")
                arguments.append(Message.Argument(member.key, value))
            } catch {
                throw RecordError(message: error.message)
            }
        }
        return Message(selector, arguments)
    }

    /// Every member must have been read: what nobody understands must not pass for understood.
    package func finish() throws(RecordError) {
        guard asked == object.members.count else {
            throw RecordError(message: "unknown or repeated members among \(object.keys.joined(separator: ", "))")
        }
    }

    private func mistake(_ key: String, _ expected: String, _ found: JSON) -> RecordError {
        RecordError(message: "'\(key)': expected \(expected), found \(found.kind)")
    }
}
