import AccessEnablerAPI
import Evidence
import Specification

/// The event that comes nearest to a pattern that nothing met, and where the two differ.
struct NearestCandidate {
    let position: Int
    let differences: [Difference]

    /// Of several that differ in as many places the latest; nil where nothing of the kind is at these positions.
    init?(to pattern: Pattern, at positions: some Sequence<Int>, in trace: CaseTrace) {
        var nearest: (position: Int, differences: [Difference])?
        for position in positions {
            let event = trace.observations[position].event
            guard trace.match(at: position).isSubject(pattern.subject, of: event) else { continue }
            let differences = Self.differences(between: pattern, position, in: trace)
            guard !differences.isEmpty, differences.count <= nearest?.differences.count ?? .max else { continue }
            nearest = (position, differences)
        }
        guard let nearest else { return nil }
        (position, differences) = nearest
    }

    /// Every condition of the pattern that the event at the position does not meet.
    static func differences(between pattern: Pattern, _ position: Int, in trace: CaseTrace) -> [Difference] {
        let event = trace.observations[position].event
        let match = trace.match(at: position)
        var differences: [Difference] = []
        if case .request(let request) = event, !pattern.providers.isEmpty,
            !pattern.providers.contains(request.provider)
        {
            differences.append(
                Difference(
                    "service provider", expected: pattern.providers.joined(separator: " or "), actual: request.provider)
            )
        }
        for condition in pattern.conditions where !match.meets(condition, event) {
            let path = condition.path.joined(separator: ".")
            let actual = EventValue(event)[condition.path]
            if case .equals(let template) = condition.matcher, let expected = template.resolved(match.name),
                let actual
            {
                differences += ValueComparison { trace.words(for: $0) }.differences(path, expected, actual)
            } else {
                var words = actual.map { trace.words(for: $0) } ?? (path == "any" ? nil : "not there")
                if case .symbol(let symbol) = condition.matcher,
                    let name = actual.flatMap({ Symbols.name(of: $0, like: symbol) })
                {
                    words? += " (\(name))"
                }
                differences.append(Difference(path, expected: condition.matcher.words, actual: words))
            }
        }
        return differences
    }
}

/// Two values, element by element.
struct ValueComparison {
    let words: (Value) -> String

    /// The innermost elements that differ, by path.
    func differences(_ path: String, _ expected: Value, _ actual: Value) -> [Difference] {
        guard expected != actual else { return [] }
        switch (expected, actual) {
        case (.array(let expected), .array(let actual)):
            return (0..<max(expected.count, actual.count)).flatMap { index in
                inner("\(path).\(index)", expected.dropFirst(index).first, actual.dropFirst(index).first)
            }
        case (.object(let expected), .object(let actual)):
            return Set(expected.keys).union(actual.keys).sorted().flatMap { key in
                inner("\(path).\(key)", expected[key], actual[key])
            }
        default:
            return [Difference(path, expected: words(expected), actual: words(actual))]
        }
    }

    private func inner(_ path: String, _ expected: Value?, _ actual: Value?) -> [Difference] {
        if let expected, let actual { return differences(path, expected, actual) }
        return [
            Difference(
                path, expected: expected.map(words) ?? "nothing", actual: actual.map(words) ?? "not there")
        ]
    }
}
