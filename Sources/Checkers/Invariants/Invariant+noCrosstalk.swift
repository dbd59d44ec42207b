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
                strange = own?.stranger(in: callback.message.arguments.flatMap(\.value.texts))
            default:
                return nil
            }
            guard let strange else { return nil }
            return trace.finding(
                [], at: position, "a value of another session (\(strange)) turned up in this one",
                expected: "only values of this session: instances of AccessEnabler share nothing")
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
        let (start, word) = (Array(self.start.utf8), Array(self.word.utf8))
        for text in texts {
            // Nearly every text has no mark at all, so bytes are compared, and only from an "x" on.
            var rest = text.utf8[...]
            while let candidate = rest.firstIndex(of: UInt8(ascii: "x")) {
                rest = rest[candidate...]
                if rest.starts(with: start), !rest.starts(with: word), let mark = mark(in: rest) { return mark }
                rest = rest.dropFirst()
            }
        }
        return nil
    }

    /// Bytes; the texts of ports may have millions that look like one.
    private static let longestMark = 64

    /// The whole mark that a text begins with: digits of any base up to the closing "x".
    private func mark(in text: Substring.UTF8View.SubSequence) -> String? {
        let number = text.dropFirst(start.utf8.count).prefix(Self.longestMark).prefix { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard let end = number.firstIndex(of: UInt8(ascii: "x")), end > number.startIndex else { return nil }
        return String(Substring(text[...end]))
    }
}
