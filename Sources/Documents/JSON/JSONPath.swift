/// Where in a JSON document a value stands, from the outermost value inwards.
package struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    package enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    package var steps: [Step]

    package init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// `verdicts[3].outcome`; empty for the document itself.
    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + key
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }

    /// The place of the value in the text of a document that has it; of one that has not, where the search ended.
    package func mark(in bytes: [UInt8]) -> Mark {
        var search = JSONSearch(bytes: bytes)
        for step in steps where !search.enter(step) { break }
        return Mark(offset: search.index, in: bytes)
    }
}

/// Walks through the text of a document that is JSON, and that nobody needs to check again.
private struct JSONSearch {
    let bytes: [UInt8]
    private(set) var index = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
        skipSpace()
    }

    /// Goes to the member or item of the value that stands here; false, and stays, where it has none like that.
    mutating func enter(_ step: JSONPath.Step) -> Bool {
        let start = index
        guard index < bytes.count, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[index]) else { return false }
        let isObject = bytes[index] == UInt8(ascii: "{")
        index += 1
        var count = 0
        while true {
            skipSpace()
            guard index < bytes.count, ![UInt8(ascii: "}"), UInt8(ascii: "]")].contains(bytes[index]) else { break }
            var found = step == .index(count)
            if isObject {
                var reader = JSONStringReader(bytes: bytes, index: index)
                guard let key = try? reader.read() else { break }
                index = reader.index
                skipSpace()
                index += 1
                skipSpace()
                found = step == .key(key)
            }
            if found { return true }
            skipValue()
            skipSpace()
            if index < bytes.count, bytes[index] == UInt8(ascii: ",") { index += 1 }
            count += 1
        }
        index = start
        return false
    }

    private mutating func skipValue() {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                var reader = JSONStringReader(bytes: bytes, index: index)
                guard (try? reader.read()) != nil else { return index = bytes.count }
                index = reader.index
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                if depth == 0 {
                    index += 1
                    return
                }
            case UInt8(ascii: ",") where depth == 0: return
            default: break
            }
            index += 1
        }
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
    }
}
