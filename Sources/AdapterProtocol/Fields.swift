internal import Documents
internal import Timing

/// The members of one object of a message, read by name; what has no name here is ignored.
///
/// An optional member may also be null.
struct Fields {
    private let object: JSONObject
    private let path: String

    /// `path` names the object in mistakes; empty for the message itself.
    init(_ json: JSON, at path: String) throws(ProtocolError) {
        guard let object = json.object else {
            let name = path.isEmpty ? "the message" : path
            throw ProtocolError(.invalidParams, "\(name): expected an object, found \(json.kind)")
        }
        self.object = object
        self.path = path
    }

    func path(of name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    func optional(_ name: String) -> JSON? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    /// Whether there is such a member, be it null.
    func has(_ name: String) -> Bool { object[name] != nil }

    func required(_ name: String, _ expected: String) throws(ProtocolError) -> JSON {
        guard let value = object[name] else {
            throw ProtocolError(.invalidParams, "\(path(of: name)) is missing; expected \(expected)")
        }
        return value
    }

    func mistake(_ name: String, _ message: String) -> ProtocolError {
        ProtocolError(.invalidParams, "\(path(of: name)): \(message)")
    }

    func fields(_ name: String) throws(ProtocolError) -> Fields {
        try Fields(try required(name, "an object"), at: path(of: name))
    }

    func string(_ name: String) throws(ProtocolError) -> String {
        try Self.string(try required(name, "a string"), at: path(of: name))
    }

    func optionalString(_ name: String) throws(ProtocolError) -> String? {
        guard let value = optional(name) else { return nil }
        return try Self.string(value, at: path(of: name))
    }

    /// A string that is not empty.
    func name(_ name: String) throws(ProtocolError) -> String {
        let text = try string(name)
        guard !text.isEmpty else { throw mistake(name, "expected a name, found an empty string") }
        return text
    }

    func bool(_ name: String) throws(ProtocolError) -> Bool {
        let value = try required(name, "a boolean")
        guard let flag = value.bool else { throw mistake(name, "expected a boolean, found \(value.kind)") }
        return flag
    }

    func optionalBool(_ name: String) throws(ProtocolError) -> Bool? {
        optional(name) == nil ? nil : try bool(name)
    }

    func strings(_ name: String) throws(ProtocolError) -> [String] {
        let value = try required(name, "an array of strings")
        guard let items = value.array else {
            throw mistake(name, "expected an array of strings, found \(value.kind)")
        }
        return try items.enumerated().map { index, item throws(ProtocolError) in
            try Self.string(item, at: "\(path(of: name))[\(index)]")
        }
    }

    /// No strings where there is no such member.
    func optionalStrings(_ name: String) throws(ProtocolError) -> [String] {
        optional(name) == nil ? [] : try strings(name)
    }

    /// An integer of 64 bits.
    func integer(_ name: String) throws(ProtocolError) -> ForeignInteger {
        let value = try required(name, "an integer")
        guard let number = value.int else {
            throw mistake(name, "expected an integer, found \(value.double.map { "\($0)" } ?? value.kind)")
        }
        return number
    }

    func integer<Number: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(ProtocolError) -> Number {
        let integer = try integer(name)
        guard let number = integer.within(range) else {
            let isTooLow = integer.within(.min...range.upperBound) != nil
            let bound = isTooLow ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
            throw mistake(name, "expected \(bound), found \(integer)")
        }
        return number
    }

    /// How many, or which one: not below 0, and far from where counting on would end.
    func count(_ name: String) throws(ProtocolError) -> Int { try integer(name, in: 0...1 << 48) }

    /// How many at the most, `least` at least; above what can be counted to there is no difference.
    func limit(_ name: String, from least: Int = 1) throws(ProtocolError) -> Int {
        let limit = try integer(name)
        let most = limit.clamped(to: 0...1 << 48)
        guard most >= least else { throw mistake(name, "expected at least \(least), found \(limit)") }
        return most
    }

    /// A word of a closed set.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(ProtocolError) -> Choice {
        let word = try string(name)
        guard let choice = Choice(rawValue: word) else {
            let words = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw mistake(name, "expected one of \(words), found '\(word)'")
        }
        return choice
    }

    private static func string(_ json: JSON, at path: String) throws(ProtocolError) -> String {
        guard let text = json.string else {
            throw ProtocolError(.invalidParams, "\(path): expected a string, found \(json.kind)")
        }
        return text
    }
}
