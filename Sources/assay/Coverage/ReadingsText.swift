import Documents
import Reports
import Specification

/// Where the documents leave a choice, and who reads what there.
enum ReadingsText {
    /// Every ambiguity, with the contracts that read it, or why none does.
    static func list(_ specifications: Specifications) -> String {
        let explanation = Explanation(specifications)
        let ambiguities = specifications.register.ambiguities
        let informational = ambiguities.count { $0.informational != nil }
        return ambiguities.map { explanation.text(of: $0) + "\n" }.joined()
            + "\(Prose.count(ambiguities.count, "ambiguity")): \(ambiguities.count - informational) read by contracts, "
            + "\(informational) informational\n"
    }

    static func json(_ specifications: Specifications) -> JSON {
        let readers = specifications.catalog.readers
        return .array(
            specifications.register.ambiguities.map { ambiguity in
                var members: JSONObject = [
                    "id": .string(ambiguity.id), "issue": .string(ambiguity.issue),
                    "reading": .string(ambiguity.reading),
                ]
                if let reason = ambiguity.informational { members["informational"] = .string(reason) }
                let contracts = (readers[ambiguity.id] ?? []).map { testCase -> JSON in
                    [
                        "contract": .string(testCase.contractID),
                        "readings": .array(testCase.readings.map { .string($0.name) }),
                    ]
                }
                if !contracts.isEmpty { members["contracts"] = .array(contracts) }
                return .object(members)
            })
    }
}
