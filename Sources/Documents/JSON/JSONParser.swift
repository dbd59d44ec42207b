/// What is wrong with a JSON text, and at which byte.
struct JSONError: Error {
    var message: String
    var offset: Int
}

/// Reads one JSON text from left to right.
struct JSONParser {
    private let bytes: [UInt8]
    private let limits: JSON.Limits
    private var index = 0
    /// What is left of the way to the value whose place is asked for, and where the value begins that it led to so far.
    private var way: ArraySlice<JSONPath.Step>
    private(set) var place = 0

    init(bytes: [UInt8], limits: JSON.Limits, wayTo path: JSONPath = JSONPath()) {
        self.bytes = bytes
        self.limits = limits
        way = path.steps[...]
    }

    mutating func document() throws(JSONError) -> JSON {
        guard bytes.count <= limits.maximumBytes else {
            throw JSONError(message: "\(bytes.count) bytes; at most \(limits.maximumBytes) are read", offset: 0)
        }
        skipSpace()
        place = index
        let value = try value(depth: 1)
        skipSpace()
        guard index == bytes.count else { throw mistake("more text after the value") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        guard index < bytes.count else { throw mistake("the text ends where a value is expected") }
        switch bytes[index] {
        case UInt8(ascii: "{"):
            return try object(depth: depth)
        case UInt8(ascii: "["):
            return try array(depth: depth)
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return try number()
        case UInt8(ascii: "t"):
            return try word("true", .bool(true))
        case UInt8(ascii: "f"):
            return try word("false", .bool(false))
        case UInt8(ascii: "n"):
            return try word("null", .null)
        case 0xEF where bytes[index...].starts(with: [0xEF, 0xBB, 0xBF]):
            throw mistake("a byte order mark, which has no place in JSON")
        default:
            throw mistake("expected a value")
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSON {
        let own = index
        try enter(depth)
        var members: [JSONObject.Member] = []
        var seen: Set<[UInt8]> = []
        if accept(UInt8(ascii: "}")) { return .object(JSONObject()) }
        repeat {
            skipSpace()
            let start = index
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw mistake("expected a key in double quotes")
            }
            let key = try string()
            if !limits.allowsDuplicateKeys, isDuplicate(key, among: members, &seen) {
                throw JSONError(message: "duplicate key '\(key)'", offset: start)
            }
            guard accept(UInt8(ascii: ":")) else { throw mistake("expected ':' after the key") }
            skipSpace()
            if own == place { follow(.key(key)) }
            members.append(JSONObject.Member(key: key, value: try value(depth: depth + 1)))
        } while accept(UInt8(ascii: ","))
        guard accept(UInt8(ascii: "}")) else { throw mistake("expected ',' or '}' in the object") }
        return .object(JSONObject(members))
    }

    /// Looks through few keys one by one and keeps a set of many.
    private func isDuplicate(_ key: String, among members: [JSONObject.Member], _ seen: inout Set<[UInt8]>) -> Bool {
        guard members.count >= 8 else { return members.contains { $0.isNamed(key) } }
        if seen.isEmpty { seen = Set(members.map { Array($0.key.utf8) }) }
        return !seen.insert(Array(key.utf8)).inserted
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSON {
        let own = index
        try enter(depth)
        var items: [JSON] = []
        if accept(UInt8(ascii: "]")) { return .array(items) }
        repeat {
            skipSpace()
            if own == place { follow(.index(items.count)) }
            items.append(try value(depth: depth + 1))
        } while accept(UInt8(ascii: ","))
        guard accept(UInt8(ascii: "]")) else { throw mistake("expected ',' or ']' in the array") }
        return .array(items)
    }

    /// Goes on to the value that begins here, where this is the next step of the way.
    private mutating func follow(_ step: JSONPath.Step) {
        guard step == way.first else { return }
        way.removeFirst()
        place = index
    }

    private mutating func enter(_ depth: Int) throws(JSONError) {
        guard depth <= limits.maximumDepth else { throw mistake("nested more than \(limits.maximumDepth) deep") }
        index += 1
    }

    private mutating func string() throws(JSONError) -> String {
        var reader = JSONStringReader(bytes: bytes, index: index)
        let text = try reader.read()
        index = reader.index
        return text
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = index
        var isInteger = true
        _ = acceptHere(UInt8(ascii: "-"))
        let firstDigit = index
        try digits()
        guard bytes[firstDigit] != UInt8(ascii: "0") || index == firstDigit + 1 else {
            throw JSONError(message: "a number does not start with 0", offset: start)
        }
        if acceptHere(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if acceptHere(UInt8(ascii: "e")) || acceptHere(UInt8(ascii: "E")) {
            isInteger = false
            if !acceptHere(UInt8(ascii: "+")) { _ = acceptHere(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger {
            guard let value = Int64(text) else {
                throw JSONError(message: "the integer \(text) does not fit 64 bits", offset: start)
            }
            return .int(value)
        }
        guard let value = Double(text), value.isFinite else {
            throw JSONError(message: "the number \(text) is out of range", offset: start)
        }
        return .double(value)
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
        guard index > start else { throw mistake("expected a digit") }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[index..<end].elementsEqual(word.description.utf8) else {
            throw mistake("expected a value")
        }
        index = end
        return value
    }

    /// Steps over white space and the byte, if it is there.
    private mutating func accept(_ byte: UInt8) -> Bool {
        skipSpace()
        return acceptHere(byte)
    }

    private mutating func acceptHere(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    private func mistake(_ message: String) -> JSONError {
        JSONError(message: message, offset: index)
    }
}
