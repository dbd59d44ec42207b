import AccessEnablerAPI
import Evidence

extension Invariant {
    /// No value of one session turns up in another.
    static let noCrosstalk = Invariant(
        id: "no-crosstalk", title: "No request and no callback carries a value of another session", statements: []
    ) { trace in
        let own = SessionMark(bindings: trace.bindings)
        return trace.observations.enumerated().compactMap { position, observation in
            let strange: String?
            switch observation.event {
            case .request(let request):
                let values = request.fields.sorted { $0.key < $1.key }.map(\.value) + [request.path]
                strange = request.fields["crossed"] ?? own?.stranger(in: values)
            case .callback(let callback):
                strange = own?.stranger(in: callback.message.arguments.flatMap { texts(in: $0.value) })
            default:
                return nil
            }
            guard let strange else { return nil }
            return trace.finding(
                [], at: position, "a value of another session (\(strange)) turned up in this one",
                expected: "only values of this session: instances of AccessEnabler share nothing")
        }
    }

    private static func texts(in value: Value) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let items): items.flatMap { texts(in: $0) }
        case .object(let members): members.keys + members.values.flatMap { texts(in: $0) }
        default: []
        }
    }
}

/// The word that all values of a session end in: `x`, one to six letters of the run, `n`, the session's number, `x`.
private struct SessionMark {
    private let word: String
    /// What the marks of all sessions of the run begin with.
    private let start: String

    /// nil where the session's values are not of this form, as in a trace that was not made by a run.
    init?(bindings: [String: String]) {
        guard let requestor = bindings["requestor"], let dash = requestor.lastIndex(of: "-") else { return nil }
        word = String(requestor[requestor.index(after: dash)...])
        guard word.first == "x", word.last == "x", let end = word.prefix(8).dropFirst(2).lastIndex(of: "n") else {
            return nil
        }
        start = String(word[...end])
    }

    /// A mark that is not this session's.
    func stranger(in texts: [String]) -> String? {
        for text in texts {
            for found in text.ranges(of: start) {
                let mark = text[found.lowerBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
                let number = mark.dropFirst(start.count)
                guard let end = number.firstIndex(of: "x"), !number[..<end].isEmpty else { continue }
                guard !mark.hasPrefix(word) else { continue }
                return String(mark[...end])
            }
        }
        return nil
    }
}
