internal import Documents
internal import Evidence
internal import Timing

/// What happened in a case, as arrows between those who took part, downwards in time.
struct SequenceDiagram {
    private static let row = 34.0
    private static let top = 40.0
    /// Where the first lane is, right of the times.
    private static let margin = 128.0
    private static let distance = 160.0
    /// About what a character takes at the size of the labels.
    private static let character = 6.3

    private let story: Story
    private let lanes: SequenceLanes

    init(_ story: Story, _ record: CaseRecord) {
        self.story = story
        lanes = SequenceLanes(record.observations)
    }

    private var width: Double { max(1_080, Self.margin + Self.distance * Double(lanes.names.count - 1) + 280) }

    private func place(_ lane: Int) -> Double { Self.margin + Self.distance * Double(lane) }

    /// `id` is unique in the page.
    func html(id: String, caseID: String) -> HTML {
        let height = Self.top + Self.row * Double(story.parts.count) + 12
        var drawing = Drawing(width: width, height: height)
        for (index, part) in story.parts.enumerated() { ground(part, at: Self.y(index), in: &drawing) }
        for lane in lanes.names.indices {
            drawing.line(place(lane), 30, place(lane), height, "life")
            drawing.rectangle(place(lane) - 56, 4, 112, 26, "lane", corner: 5)
            drawing.text(Prose.cut(lanes.names[lane], to: 16), place(lane), 21, "mid bold")
        }
        drawing.text("ms", 56, 21, "tick end")
        for (index, part) in story.parts.enumerated() { draw(part, at: Self.y(index), in: &drawing) }
        return drawing.html(
            id: id, title: "What happened in \(caseID)",
            description: "Calls, callbacks, requests and replies between \(lanes.names.joined(separator: ", ")), "
                + "downwards in time; the table below says the same.",
            isFixed: true)
    }

    private static func y(_ index: Int) -> Double { top + row * Double(index) }

    private func ground(_ part: Story.Part, at y: Double, in drawing: inout Drawing) {
        guard case .moment(let moment) = part else { return }
        if moment.isMarked {
            drawing.rectangle(0, y, width, Self.row, "marked")
            drawing.path(
                "M4 \(Drawing.number(y + 13))l8 5l-8 5z", "pointer")
        } else if case .band(isBad: true) = lanes.shape(of: moment.observation.event) {
            drawing.rectangle(0, y, width, Self.row, "bad")
        }
    }

    private func draw(_ part: Story.Part, at y: Double, in drawing: inout Drawing) {
        switch part {
        case .gap(let count):
            drawing.text("\(count) more", place(0) + 10, y + 21, "quietly halo")
        case .moment(let moment):
            drawing.text(
                Decimals.text(moment.time.milliseconds, places: 1), 56, y + 22,
                moment.isMarked ? "tick end bold" : "tick end")
            draw(moment, at: y, in: &drawing)
        }
    }

    private func draw(_ moment: Story.Moment, at y: Double, in drawing: inout Drawing) {
        let line = moment.line
        switch lanes.shape(of: moment.observation.event) {
        case .arrow(let from, let to, let isAnswer):
            let (start, end) = (place(from), place(to))
            let left = min(start, end) + 8
            // A step to the side leaves room for the head.
            let tip = end > start ? end - 7 : end + 7
            drawing.line(start, y + 24, tip, y + 24, isAnswer ? "arrow back" : "arrow")
            let back = end > start ? -8 : 8
            drawing.path("M\(Drawing.number(end)) \(Drawing.number(y + 24))l\(back) -4v8z", "head")
            label(line.text, at: left, y + 16, style(moment), in: &drawing)
        case .note(let lane):
            drawing.circle(place(lane), y + 18, 3.5, "f3")
            label("\(line.kind): \(line.text)", at: place(lane) + 9, y + 22, style(moment, isNote: true), in: &drawing)
        case .band(let isBad):
            let style = isBad ? "wrong halo" : "quietly halo"
            label("\(line.kind.lowercased()): \(line.text)", at: place(0) - 48, y + 22, style, in: &drawing)
        }
    }

    private func style(_ moment: Story.Moment, isNote: Bool = false) -> String {
        moment.isMarked ? "halo bold" : isNote ? "quietly halo" : "halo"
    }

    private func label(_ text: String, at x: Double, _ y: Double, _ style: String, in drawing: inout Drawing) {
        let room = Int((width - x - 6) / Self.character)
        drawing.text(Prose.cut(text, to: max(8, room)), x, y, style)
    }

    /// The same as rows: when, what, and the whole text; `subject` tells it from others on the page.
    func table(of subject: String) -> DataTable {
        DataTable(
            "What happened, in words, \(subject)",
            columns: [.init("ms", .number), .init("what"), .init("in full", .wide)],
            rows: story.parts.map { part in
                switch part {
                case .gap(let count): ["…", "", HTML(text: "\(count) more")]
                case .moment(let moment):
                    [
                        HTML(text: Decimals.text(moment.time.milliseconds, places: 1)),
                        moment.isMarked ? "<strong>\(moment.line.kind)</strong>" : HTML(text: moment.line.kind),
                        moment.isMarked ? "<strong>\(moment.line.text)</strong>" : HTML(text: moment.line.text),
                    ]
                }
            },
            isCompact: true)
    }
}
