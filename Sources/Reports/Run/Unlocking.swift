package import Evidence

/// What an adapter has to get so that cases can be tested that it cannot be asked now, the most cases first.
package struct Unlocking: Sendable {
    package struct Step: Sendable, Hashable {
        /// An instruction: ``implement `getAuthorization:` ``; why the cases cannot be tested where nothing can be added.
        package var words: String
        package var cases: [String]
    }

    package let steps: [Step]

    package init(_ verdicts: [Verdict]) {
        let untested = verdicts.filter { $0.outcome == .notTestable }
        let steps = untested.grouped { Self.words(for: $0.findings.first?.message ?? "no reason was given") }
            .map { Step(words: $0.key, cases: $0.values.map(\.caseID).uniqued()) }
        self.steps = steps.enumerated().sorted { left, right in
            (right.element.cases.count, left.offset) < (left.element.cases.count, right.offset)
        }.map(\.element)
    }

    private static let lacking = "the adapter lacks "

    private static func words(for reason: String) -> String {
        guard reason.hasPrefix(lacking) else { return reason }
        let missing = reason.dropFirst(lacking.count).split(separator: ", ")
        let calls = missing.filter { $0.hasPrefix("the call ") }.map { "`\($0.dropFirst(9))`" }
        let features = missing.filter { $0.hasPrefix("the feature ") }.map { "`\($0.dropFirst(12))`" }
        guard calls.count + features.count == missing.count else { return reason }
        return [
            calls.isEmpty ? nil : "implement " + calls.joined(separator: " and "),
            features.isEmpty ? nil : "support " + features.joined(separator: " and "),
        ].compactMap(\.self).joined(separator: ", and ")
    }
}
