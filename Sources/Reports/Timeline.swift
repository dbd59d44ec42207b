internal import Documents
internal import Evidence
internal import Timing

/// What happened in a case, one line for each thing, with the time since its session was opened.
///
/// What findings speak of is marked.
struct Timeline {
    private let story: Story
    private let palette: Palette

    init(_ record: CaseRecord, _ findings: [Finding], palette: Palette) {
        story = Story(record, findings)
        self.palette = palette
    }

    var text: String {
        guard !story.parts.isEmpty else { return "" }
        return palette.dim("  milliseconds") + "\n" + story.parts.map(line).joined()
    }

    /// Lines of one moment; what is left out of it is in the trace.
    private static let longestText = 40

    private func line(_ part: Story.Part) -> String {
        switch part {
        case .gap(let count): palette.dim("             (\(count) more)") + "\n"
        case .moment(let moment): line(moment)
        }
    }

    private func line(_ moment: Story.Moment) -> String {
        let mark = moment.isMarked ? palette.red("> ") : "  "
        let clock = Prose.rightAligned(Decimals.text(moment.time.milliseconds, places: 1), to: 9)
        let head = Prose.padded(moment.line.kind, to: 9)
        let width = palette.width - 23
        guard moment.isMarked else {
            return "\(mark)\(palette.dim(clock))  \(head) \(Prose.foldedInTheMiddle(moment.line.text, to: width))\n"
        }
        let text = Prose.foldedInTheMiddle(moment.line.text, to: Self.longestText * width)
        let body = Prose.indented(Prose.chopped(text, width: width), by: 23).dropFirst(23)
        return "\(mark)\(palette.dim(clock))  \(palette.bold("\(head) \(body)"))\n"
    }
}
