internal import Documents
internal import Evidence
internal import Timing

/// What happened in a case, one line for each thing, with the time since its session was opened.
///
/// What findings name is marked; a long story keeps its beginning, its end and what is around the marks.
struct Timeline {
    private static let longest = 48
    private static let around = 3

    private let record: CaseRecord
    private let marked: Set<Int>
    private let palette: Palette

    init(_ record: CaseRecord, marked: Set<Int>, palette: Palette) {
        self.record = record
        self.marked = marked
        self.palette = palette
    }

    var text: String {
        var wording = EventWording(steps: record.steps, observations: record.observations)
        // What one thread reports late still happened before.
        let ordered = record.observations.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
        let told = ordered.compactMap { observation -> (Observation, EventWording.Line)? in
            let isMarked = marked.contains(observation.sequence)
            guard let line = wording.line(for: observation, evenIfDull: isMarked) else { return nil }
            return (observation, line)
        }
        guard let start = told.first?.0.time else { return "" }
        var text = palette.dim("  milliseconds") + "\n"
        var skipped = 0
        for (index, (observation, line)) in told.enumerated() {
            guard isShown(index, of: told.map(\.0.sequence)) else {
                skipped += 1
                continue
            }
            text += self.skipped(&skipped)
            text += self.line(line, at: observation.time - start, isMarked: marked.contains(observation.sequence))
        }
        return text + self.skipped(&skipped)
    }

    private func isShown(_ index: Int, of sequences: [Int]) -> Bool {
        guard sequences.count > Self.longest else { return true }
        let edge = Self.longest / 4
        if index < edge || index >= sequences.count - edge { return true }
        let neighbours = max(0, index - Self.around)...min(sequences.count - 1, index + Self.around)
        return neighbours.contains { marked.contains(sequences[$0]) }
    }

    private func skipped(_ count: inout Int) -> String {
        defer { count = 0 }
        return count == 0 ? "" : palette.dim("             (\(count) more)") + "\n"
    }

    private func line(_ line: EventWording.Line, at time: Duration, isMarked: Bool) -> String {
        let mark = isMarked ? palette.red("> ") : "  "
        let clock = Prose.rightAligned(Decimals.text(time.milliseconds, places: 1), to: 9)
        let head = Prose.padded(line.kind, to: 9)
        let width = TextReport.width - 23
        guard isMarked else { return "\(mark)\(palette.dim(clock))  \(head) \(Prose.cut(line.text, to: width))\n" }
        let body = Prose.indented(Prose.chopped(line.text, width: width), by: 23).dropFirst(23)
        return "\(mark)\(palette.dim(clock))  \(palette.bold("\(head) \(body)"))\n"
    }
}
