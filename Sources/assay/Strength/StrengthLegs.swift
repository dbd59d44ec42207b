import AccessEnablerAPI
import Mutants
import Specification

/// As what wrong ports are run.
enum StrengthLegs {
    /// The newest release, where nearly everything is met.
    static let newest = Platform.allCases.map { Leg(platform: $0, version: .newest) }

    /// Earlier releases, for what they alone have: the Safari view controller that is always the SDK's, secrets and
    /// signed requestors, one token for all, tracking without the device, and the picker that is skipped.
    static let earlier = [
        Leg(platform: .iOS, version: SDKVersion(3, 1)), Leg(platform: .iOS, version: SDKVersion(2, 3)),
        Leg(platform: .tvOS, version: SDKVersion(2, 3)), Leg(platform: .iOS, version: SDKVersion(1, 6)),
        Leg(platform: .iOS, version: SDKVersion(1, 4)),
    ]

    static let all = newest + earlier

    /// REST is of the releases with software statements.
    static func earlier(over wire: Wire) -> [Leg] {
        wire == .sdk ? earlier : earlier.filter { $0.version >= SDKVersion(3, 0) }
    }

    static func all(over wire: Wire) -> [Leg] { newest + earlier(over: wire) }

    /// Those of the cases that are for a leg: all that a newest one has, and of an earlier one what no later one of its
    /// platform has.
    static func cases(_ cases: [Case], on leg: Leg) -> [Case] {
        let sooner = newest.contains(leg) ? [] : newest + earlier.prefix { $0 != leg }
        let later = sooner.filter { $0.platform == leg.platform }
        return cases.filter { testCase in leg.has(testCase) && !later.contains { $0.has(testCase) } }
    }
}

/// What the smoke set can hold: `assay run` takes a port as the newest release where nobody says otherwise.
extension SmokeCases {
    static func candidates(_ cases: [Case]) -> Set<String> {
        Set(cases.filter { testCase in StrengthLegs.newest.contains { $0.has(testCase) } }.map(\.id))
    }

    /// Whether all that say that they catch a mutant are of earlier releases.
    static func leavesOut(_ mutant: Mutant, _ cases: [Case]) -> Bool {
        let claiming = cases.filter { $0.kills.contains(mutant.id) }
        return !claiming.isEmpty && candidates(claiming).isEmpty
    }
}
