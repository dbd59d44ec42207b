internal import HTTPServer

/// How a caller wants a clientless answer (wire-protocol.md 4).
extension Incoming {
    /// By parameter, by extension, or by Accept; XML where nothing says.
    var format: ServerReply.Format {
        formatOfParameter ?? formatOfPath ?? formatOfAccept ?? .xml
    }

    /// Whether what the caller says contradicts itself, or names a format that there is not.
    var hasFormatConflict: Bool {
        if self["format"] != nil, formatOfParameter == nil { return true }
        let said = [formatOfParameter, formatOfPath, formatOfAccept].compactMap(\.self)
        return said.contains { $0 != said[0] }
    }

    private var formatOfParameter: ServerReply.Format? {
        switch self["format"]?.lowercased() {
        case "json", "application/json": .json
        case "xml", "application/xml": .xml
        default: nil
        }
    }

    private var formatOfPath: ServerReply.Format? {
        if request.path.hasSuffix(".json") { return .json }
        return request.path.hasSuffix(".xml") ? .xml : nil
    }

    /// The one of the two that the caller likes better; of equals the first named.
    private var formatOfAccept: ServerReply.Format? {
        var best: (format: ServerReply.Format, weight: Double)?
        for range in (header("accept") ?? "").split(separator: ",") {
            let parts = range.split(separator: ";").map { part in part.filter { $0 != " " } }
            let format: ServerReply.Format
            switch parts.first?.lowercased() {
            case "application/json", "text/json": format = .json
            case "application/xml", "text/xml": format = .xml
            default: continue
            }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > best?.weight ?? 0 { best = (format, weight) }
        }
        return best?.format
    }
}

extension SessionState {
    /// A strict service does not guess which of two formats was meant.
    func refusalOfFormat(_ incoming: Incoming) -> ServerReply? {
        guard scenario.isStrict, incoming.endpoint.isClientless, incoming.hasFormatConflict else { return nil }
        return .status(400, "Conflicting or unknown formats", format: incoming.format)
    }
}
