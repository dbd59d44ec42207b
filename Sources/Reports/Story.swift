internal import Evidence
internal import Timing

/// What happened in a case, in the order of its times: what is worth telling, with the rest counted.
///
/// A long story keeps its beginning, its end, what is around the marks and the named steps, and the last requests that
/// were refused.
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

    private static let maxMoments = 48
    private static let around = 3
    /// So many refused requests are kept.
    private static let refused = 4

    private(set) var parts: [Part] = []

    /// - Parameter findings: what they speak of is marked, and the steps that they name are labelled.
    init(_ record: CaseRecord, _ findings: [Finding]) {
        let marked = Set(findings.flatMap(\.observations))
        var wording = EventWording(steps: record.steps, observations: record.observations)
        // What one thread reports late still happened before.
        let ordered = record.observations.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
        let told = ordered.compactMap { observation -> (Observation, EventWording.Line)? in
            let isMarked = marked.contains(observation.sequence)
            guard let line = wording.line(for: observation, showsAll: isMarked) else { return nil }
            return (observation, line)
        }
        guard let start = told.first?.0.time else { return }
        let labels = Self.labels(in: findings, told.map(\.0))
        let kept = Self.kept(of: told.map(\.0), marked.union(labels.keys))
        var skipped = 0
        for (index, (observation, line)) in told.enumerated() {
            guard kept.contains(index) else {
                skipped += 1
                continue
            }
            if skipped > 0 { parts.append(.gap(skipped)) }
            skipped = 0
            var line = line
            if let label = labels[observation.sequence] { line.text = "'\(label)': " + line.text }
            parts.append(
                .moment(
                    Moment(
                        observation: observation, line: line, time: observation.time - start,
                        isMarked: marked.contains(observation.sequence))))
        }
        if skipped > 0 { parts.append(.gap(skipped)) }
    }

    /// The labels that findings name, by what is told of their steps.
    private static func labels(in findings: [Finding], _ told: [Observation]) -> [Int: String] {
        findings.flatMap(\.landmarks).reduce(into: [:]) { labels, landmark in
            let sequences = told.map(\.sequence).filter { $0 >= landmark.place }
            if let sequence = sequences.min() { labels[sequence] = landmark.label }
        }
    }

    private static func kept(of told: [Observation], _ marked: Set<Int>) -> Set<Int> {
        guard told.count > maxMoments else { return Set(told.indices) }
        let edge = maxMoments / 4
        var kept = Set(told.indices.prefix(edge)).union(told.indices.suffix(edge))
        for index in told.indices where marked.contains(told[index].sequence) {
            kept.formUnion(max(0, index - around)...min(told.count - 1, index + around))
        }
        var requests: [UInt64: Int] = [:]
        var pairs: [[Int]] = []
        for (index, observation) in told.enumerated() {
            switch observation.event {
            case .request(let request): requests[request.exchange] = index
            case .replyLeft(let reply) where reply.status >= 400:
                pairs.append([requests[reply.exchange], index].compactMap(\.self))
            case .replyBroken(let exchange, _): pairs.append([requests[exchange], index].compactMap(\.self))
            default: break
            }
        }
        return kept.union(pairs.suffix(refused).flatMap(\.self))
    }
}
