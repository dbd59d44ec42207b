/// Appends JSON to bytes, value by value, without a tree or strings in between.
///
///     writer.object {
///         $0.member("at", 12)
///         $0.key("path"); $0.array { $0.value("/a") }
///     }
///     writer.endLine()
///
/// Commas are its business; pairing a key with exactly one value is the caller's.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    // MARK: - Structure

    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    package mutating func array(_ items: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        items(&self)
        close(UInt8(ascii: "]"))
    }

    package mutating func key(_ key: String) {
        separate()
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Ends the line of a document of one value a line.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Hands over what was written and starts again.
    ///
    /// The room stays, so that a writer can be used for line after line.
    package mutating func drain(_ body: ([UInt8]) -> Void) {
        body(bytes)
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    // MARK: - Values

    package mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    package mutating func value(_ number: Int) {
        write(UInt64(number.magnitude), isNegative: number < 0)
    }

    package mutating func value(_ number: Int64) {
        write(number.magnitude, isNegative: number < 0)
    }

    package mutating func value(_ number: Double) {
        // JSON has no word for what is no number.
        guard number.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: number.description.utf8)
    }

    package mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    package mutating func value(_ json: JSON) {
        switch json {
        case .null: null()
        case .bool(let flag): value(flag)
        case .int(let number): value(number)
        case .double(let number): value(number)
        case .string(let text): value(text)
        case .array(let items):
            array { for item in items { $0.value(item) } }
        case .object(let object):
            self.object { for member in object.members { $0.member(member.key, member.value) } }
        }
    }

    // MARK: - Members

    package mutating func member(_ key: String, _ text: String) {
        self.key(key)
        value(text)
    }

    package mutating func member(_ key: String, _ number: Int) {
        self.key(key)
        value(number)
    }

    package mutating func member(_ key: String, _ number: Int64) {
        self.key(key)
        value(number)
    }

    /// A member whose key is known to be written already; for what is written very often.
    ///
    /// - Parameter key: with its quotes and its colon, with the comma before it where there is one, and with other
    ///   members before it if need be, such as `,"kind":"a","at":`; 40 bytes at most.
    package mutating func member(written key: StaticString, _ number: Int64) {
        append(number.magnitude, isNegative: number < 0, after: key)
        needsComma = true
    }

    /// The same with a text, which is escaped where it has to be.
    package mutating func member(written key: StaticString, _ text: String) {
        key.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        quote(text)
        needsComma = true
    }

    package mutating func member(_ key: String, _ flag: Bool) {
        self.key(key)
        value(flag)
    }

    package mutating func member(_ key: String, _ json: JSON) {
        self.key(key)
        value(json)
    }

    package mutating func member(_ key: String, _ texts: [String]) {
        self.key(key)
        array { for text in texts { $0.value(text) } }
    }

    /// A member that is an object of texts, in the order of their names.
    package mutating func member(_ key: String, _ texts: [String: String]) {
        self.key(key)
        object { for (name, text) in texts.sorted(by: { $0.key < $1.key }) { $0.member(name, text) } }
    }

    // MARK: - Bytes

    private mutating func write(_ magnitude: UInt64, isNegative: Bool) {
        separate()
        append(magnitude, isNegative: isNegative)
    }

    /// Appends the number, and what stands before it, at once.
    private mutating func append(_ magnitude: UInt64, isNegative: Bool, after key: StaticString = "") {
        let length = key.utf8CodeUnitCount
        precondition(length <= 40, "the key \(key) is too long to be written beforehand")
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { text in
            var start = 64
            var rest = magnitude
            while rest >= 100 {
                let next = rest / 100
                start -= 2
                unsafe Self.write(pair: rest &- next &* 100, into: text, at: start)
                rest = next
            }
            if rest >= 10 {
                start -= 2
                unsafe Self.write(pair: rest, into: text, at: start)
            } else {
                start -= 1
                unsafe text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
            }
            if isNegative {
                start -= 1
                unsafe text[start] = UInt8(ascii: "-")
            }
            start -= length
            key.withUTF8Buffer { key in
                _ = unsafe UnsafeMutableBufferPointer(rebasing: text[start...]).update(fromContentsOf: key)
            }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        }
    }

    /// All numbers of two digits, one after the other: a number is taken apart in half as many divisions.
    private static let pairs: StaticString = """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
        555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """

    private static func write(
        pair number: UInt64, into text: UnsafeMutableBufferPointer<UInt8>, at index: Int
    ) {
        let place = Int(truncatingIfNeeded: number) * 2
        unsafe text[index] = pairs.utf8Start[place]
        unsafe text[index + 1] = pairs.utf8Start[place + 1]
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe JSONEscape.append(utf8, to: &bytes)
        }
        if isDone == nil {
            unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe JSONEscape.append($0, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
