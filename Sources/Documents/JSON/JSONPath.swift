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
        let limits = JSON.Limits(maximumBytes: .max, maximumDepth: .max, allowsDuplicateKeys: true)
        var parser = JSONParser(bytes: bytes, limits: limits, wayTo: self)
        _ = try? parser.document()
        return Mark(offset: parser.place, in: bytes)
    }
}
