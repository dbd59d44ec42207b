internal import Evidence
internal import Timing

/// What happened in a case, in the order of its times: what is worth telling, with the rest counted.
///
/// A long story keeps its beginning, its end and what is around the marks.
struct Story {
    struct Moment {
        var observation: Observation
        var line: EventWording.Line
        /// Since the first thing that is told.
        var time: Duration
        /// Whether a finding speaks of it.
        var isMarked: Bool
    }

    enum Part {
        case moment(Moment)
        /// So many things in a row that are not told.
        case gap(Int)
    }

    private static let longest = 48
    private static let around = 3

    private(set) var parts: [Part] = []

    init(_ record: CaseRecord, marked: Set<Int>) {
        var wording = EventWording(steps: record.steps, observations: record.observations)
        // What one thread reports late still happened before.
        let ordered = record.observations.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
        let told = ordered.compactMap { observation -> (Observation, EventWording.Line)? in
            let isMarked = marked.contains(observation.sequence)
            guard let line = wording.line(for: observation, evenIfDull: isMarked) else { return nil }
            return (observation, line)
        }
        guard let start = told.first?.0.time else { return }
        let sequences = told.map(\.0.sequence)
        var skipped = 0
        for (index, (observation, line)) in told.enumerated() {
            guard Self.isShown(index, of: sequences, marked) else {
                skipped += 1
                continue
            }
            if skipped > 0 { parts.append(.gap(skipped)) }
            skipped = 0
            parts.append(
                .moment(
                    Moment(
                        observation: observation, line: line, time: observation.time - start,
                        isMarked: marked.contains(observation.sequence))))
        }
        if skipped > 0 { parts.append(.gap(skipped)) }
    }

    private static func isShown(_ index: Int, of sequences: [Int], _ marked: Set<Int>) -> Bool {
        guard sequences.count > longest else { return true }
        let edge = longest / 4
        if index < edge || index >= sequences.count - edge { return true }
        let neighbours = max(0, index - around)...min(sequences.count - 1, index + around)
        return neighbours.contains { marked.contains(sequences[$0]) }
    }
}
