import Documents
import ServiceProtocol

/// Reads what a case must show.
struct ExpectationReader {
    let steps: StepReader
    /// The labels of the case's steps.
    let labels: Set<String>

    private var patterns: PatternReader { steps.patterns }

    func expectations(_ reader: NodeReader) -> [Expectation]? {
        reader.list { expectation($0) }
    }

    private func expectation(_ reader: NodeReader) -> Expectation? {
        reader.mapping { mapping -> Expectation? in
            guard let kind = kind(mapping) else { return nil }
            return Expectation(
                kind: kind,
                cites: mapping.optional("cites").flatMap { steps.statements($0) } ?? [],
                after: mapping.optional("after").flatMap { label($0) },
                before: mapping.optional("before").flatMap { label($0) },
                why: mapping.optional("why")?.string())
        }
    }

    private func kind(_ mapping: MappingReader) -> Expectation.Kind? {
        if let order = mapping.optional("order") {
            return patterns.some(of: order) { $0.list { $0.mapping { patterns.pattern($0) } } }
                .map(Expectation.Kind.order)
        }
        if let never = mapping.optional("never") {
            return never.mapping { patterns.pattern($0) }.map { .occurs($0, count: .never) }
        }
        if let check = mapping.optional("check") {
            guard let name = check.oneOf(patterns.vocabulary.checks.sorted(), what: "check") else { return nil }
            let arguments = mapping.optional("with")?.entries { $0.listOrOne { $0.string() } } ?? [:]
            return .check(name, arguments: arguments)
        }
        var count = Expectation.Count.atLeastOnce
        let countReader = mapping.optional("count")
        if let reader = countReader, let text = reader.string() {
            guard let parsed = Expectation.Count(text) else {
                reader.report("expected a count such as 1, 2+ or 0..1, found '\(text)'")
                return nil
            }
            count = parsed
        }
        let number = mapping.optional("number-from").flatMap { steps.statements($0) }
        guard let pattern = patterns.pattern(mapping) else { return nil }
        if case .request = pattern.subject, count.upper ?? 0 > 0, number == nil {
            countReader?.report(
                "no document says how many requests a port makes: ask for 1+, or for none after a step; if a statement "
                    + "does give a number, name it with 'number-from'")
        }
        if case .request(let kind) = pattern.subject, kind.followsALogin, count.lower > 0, !isPlaced(mapping) {
            mapping.report(
                "a request of the kind \(kind.rawValue) that was made before the flow does not count for it: write 'after' or"
                    + " 'before' which step it comes", at: mapping.mark)
        }
        return .occurs(pattern, count: count)
    }

    private func isPlaced(_ mapping: MappingReader) -> Bool {
        mapping.optional("after") != nil || mapping.optional("before") != nil
    }

    private func label(_ reader: NodeReader) -> String? {
        reader.oneOf(labels.sorted(), what: "step label")
    }
}
