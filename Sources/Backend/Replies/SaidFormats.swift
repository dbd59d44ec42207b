internal import HTTPServer

/// How a caller says that it wants its answer (service-protocol.md 4).
struct SaidFormats: Sendable {
    private let parameter: ServerReply.Format?
    private let path: ServerReply.Format?
    private let accept: ServerReply.Format?
    /// What Accept has room for, named or not.
    private let accepted: [ServerReply.Format]
    private let isUnknown: Bool
    /// Whether it would rather have a page than a document.
    let wantsPage: Bool

    /// - Parameter parameter: the value of `format`, where there is one.
    init(parameter: String?, path: String, accept: String) {
        self.parameter =
            switch parameter?.lowercased() {
            case "json", "application/json": .json
            case "xml", "application/xml": .xml
            default: nil
            }
        isUnknown = parameter != nil && self.parameter == nil
        self.path =
            path.utf8.reversed().starts(with: ".json".utf8.reversed())
            ? .json : path.utf8.reversed().starts(with: ".xml".utf8.reversed()) ? .xml : nil
        (self.accept, accepted) = Self.read(accept)
        wantsPage = self.parameter == nil && self.path == nil && accept.hasPrefix("text/html")
    }

    /// By parameter, by extension, or by Accept; nil where nothing says.
    var wanted: ServerReply.Format? { parameter ?? path ?? accept }

    /// Whether what the caller says contradicts itself, or names a format that there is not.
    ///
    /// Accept contradicts nothing that it has room for, such as that of a browser, which takes anything.
    var isContradiction: Bool {
        if isUnknown { return true }
        guard let said = parameter ?? path else { return false }
        return (path ?? said) != said || accept != nil && !accepted.contains(said)
    }

    /// The one of the two that the caller likes better, of equals the first named; and all that it takes.
    private static func read(_ accept: String) -> (best: ServerReply.Format?, accepted: [ServerReply.Format]) {
        var best: (format: ServerReply.Format, weight: Double)?
        var accepted: [ServerReply.Format] = []
        for range in accept.split(separator: ",") {
            let parts = range.split(separator: ";").map { part in part.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard weight > 0 else { continue }
            let format: ServerReply.Format
            switch parts.first?.lowercased() {
            case "application/json", "text/json": format = .json
            case "application/xml", "text/xml": format = .xml
            case "*/*", "application/*":
                accepted += [.json, .xml]
                continue
            default: continue
            }
            accepted.append(format)
            if weight > best?.weight ?? 0 { best = (format, weight) }
        }
        return (best?.format, accepted)
    }
}

extension SessionState {
    /// A strict service does not guess which of two formats was meant.
    func refusalOfFormat(_ incoming: Incoming) -> ServerReply? {
        guard scenario.isStrict, incoming.destination.route?.errorForm == .clientless,
            incoming.facts.formats.isContradiction
        else { return nil }
        return .status(400, "Conflicting or unknown formats", format: incoming.format)
    }
}
