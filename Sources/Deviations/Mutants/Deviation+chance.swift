internal import AccessEnabler

/// Mutants that err in some sessions only: faults of timing, as they come up once in ten or a hundred times.
extension Deviation {
    static let chance: [Deviation] = ["last-wins", "binding-not-sticky", "check-answers-twice"].flatMap { id in
        (merge + checks).filter { $0.id == id }.flatMap { deviation in
            [
                occasional(deviation, "sometimes", "in one session of ten", rate: 0.1),
                occasional(deviation, "rarely", "in one session of a hundred", rate: 0.01),
            ]
        }
    }

    private static func occasional(
        _ deviation: Deviation, _ word: String, _ share: String, rate: Double
    ) -> Deviation {
        Deviation(
            "\(word)-\(deviation.id)", "\(deviation.title), \(share)", deviation.cites, .mutant,
            checks: deviation.checks, rate: rate, original: deviation.id
        ) { network in
            OccasionalPort(right: ReferencePort(network: network), wrong: deviation.make(network), rate: rate)
        }
    }
}
