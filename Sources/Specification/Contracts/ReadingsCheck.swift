import Documents

/// Every ambiguity is read by a contract, or said to be informational.
struct ReadingsCheck {
    /// The contracts that read an ambiguity, by its id; of each its first case.
    private let readers: [String: [Case]]

    init(_ catalog: Catalog) {
        readers = catalog.readers
    }

    func report(on ambiguities: [RegisterAmbiguity], _ diagnostics: Diagnostics) {
        for ambiguity in ambiguities {
            for problem in problems(of: ambiguity) {
                diagnostics.report(problem, file: ambiguity.place.file, at: ambiguity.place.mark)
            }
        }
    }

    private func problems(of ambiguity: RegisterAmbiguity) -> [String] {
        let readers = readers[ambiguity.id] ?? []
        switch (readers.first, ambiguity.informational) {
        case (nil, nil):
            return ["no contract reads the ambiguity '\(ambiguity.id)', and nothing says why: 'informational'"]
        case (let reader?, _?):
            return [
                "the ambiguity '\(ambiguity.id)' is read by the contract '\(reader.contractID)' and so is not informational"
            ]
        default:
            break
        }
        let agreeing = ambiguity.consistentIn.compactMap { id in readers.first { $0.contractID == id } }
        let strangers = ambiguity.consistentIn.filter { id in !readers.contains { $0.contractID == id } }
        var problems = strangers.map { "the contract '\($0)' does not read the ambiguity '\(ambiguity.id)'" }
        if Set(agreeing.map { Set($0.readings.map(\.name)) }).count > 1 {
            problems.append("the contracts that must agree on '\(ambiguity.id)' give their readings different names")
        }
        return problems
    }
}

extension Catalog {
    /// The contracts that read each ambiguity, in order; of each contract its first case.
    package var readers: [String: [Case]] {
        var readers: [String: [Case]] = [:]
        var seen: Set<String> = []
        for testCase in cases where seen.insert(testCase.contractID).inserted {
            for ambiguity in testCase.reads { readers[ambiguity, default: []].append(testCase) }
        }
        return readers
    }
}
