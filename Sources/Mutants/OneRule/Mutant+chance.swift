internal import AccessEnabler
internal import AccessEnablerAPI

/// Mutants that err in some sessions only: faults of timing, as they come up once in ten or a hundred times.
extension Mutant {
    static let chance: [Mutant] = ["last-wins", "binding-not-sticky", "check-answers-twice"].flatMap { id in
        (merge + checks).filter { $0.id == id }.flatMap { mutant in
            [
                occasional(mutant, "sometimes", "in one session of ten", rate: 0.1),
                occasional(mutant, "rarely", "in one session of a hundred", rate: 0.01),
            ]
        }
    }

    private static func occasional(
        _ mutant: Mutant, _ word: String, _ share: String, rate: Double
    ) -> Mutant {
        Mutant(
            id: "\(word)-\(mutant.id)", title: "\(mutant.title), \(share)", cites: mutant.cites,
            checks: mutant.checks, rate: rate, original: mutant.id, kind: .oneRule
        ) { network, wire in
            OccasionalPort(
                right: ReferencePort(network: network, wire: wire), wrong: mutant.make(network, wire), rate: rate)
        }
    }
}
