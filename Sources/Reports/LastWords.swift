internal import Evidence

/// The last lines of a port's process that ended during a case.
struct LastWords {
    private let lines: [(stream: String, line: String)]
    private let palette: Palette

    /// - Parameter isOfPort: whether the port ended by itself: what it wrote before, in the protocol, says nothing then.
    init(_ record: CaseRecord, isOfPort: Bool, palette: Palette) {
        self.palette = palette
        let lines: [(stream: String, line: String)] = record.observations.compactMap { observation in
            guard case .portOutput(let stream, let line) = observation.event, Self.streams.contains(stream) else {
                return nil
            }
            return (stream, line)
        }
        let hasErrors = lines.contains { $0.stream == "stderr" }
        self.lines = isOfPort && hasErrors ? lines.filter { !$0.line.hasPrefix(Self.message) } : lines
    }

    private static let message = #"{"jsonrpc""#

    static let streams = ["stderr", "stdout"]

    /// A paragraph for each stream; empty where the process said nothing.
    var text: String {
        Self.streams.map { stream in
            let lines = self.lines.filter { $0.stream == stream }
            guard !lines.isEmpty else { return "" }
            let name = stream == "stderr" ? "standard error" : "standard output"
            return palette.dim("  the last lines of its \(name)") + "\n"
                + lines.map { line in
                    Prose.indented(Prose.chopped(Prose.oneLine(line.line), width: palette.width - 4), by: 4) + "\n"
                }.joined() + "\n"
        }.joined()
    }
}
