/// How much of a run is shown to a person.
package enum Shown: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The tables and the verdict.
    case result
    /// And a line for each cause.
    case causes
    /// And the clearest case of each of the first causes.
    case examples
    /// And a block for every case that has something to say.
    case cases

    package static func < (left: Shown, right: Shown) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}

/// The causes of one or several runs, for a person at a terminal.
package struct DiagnosisText {
    /// More would not be read.
    private static let maxBlocks = 10

    let diagnosis: Diagnosis
    let palette: Palette

    package init(_ diagnosis: Diagnosis, palette: Palette = .plain) {
        self.diagnosis = diagnosis
        self.palette = palette
    }

    /// A block for each of the first causes; empty where nothing is wrong.
    package var blocks: String {
        let blocks = diagnosis.causes.prefix(Self.maxBlocks).map { cause in
            CauseBlock(cause: cause, diagnosis: diagnosis, palette: palette).text
        }
        let rest = diagnosis.causes.count - Self.maxBlocks
        let more = rest > 0 ? ["\(Prose.count(rest, "more cause")): see the lines at the end, and report.html\n"] : []
        return (blocks + more).joined(separator: "\n")
    }
}
