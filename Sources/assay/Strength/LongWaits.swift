import Evidence
import Specification
import Timing

/// How long the reference took where the documents do not say when what a step waits for is due: between two looks for a login on a second screen.
struct LongWaits: Sendable {
    /// By case.
    private var waits: [String: Duration] = [:]

    /// How many times as long as the reference a mutant of it is waited for.
    private static let allowance = 4

    mutating func take(_ testCase: Case, _ observations: [Observation]) {
        var began: [Int: MonotonicTime] = [:]
        for observation in observations {
            switch observation.event {
            case .stepBegan(let step): began[step] = observation.time
            case .stepEnded(let step, _):
                guard let start = began[step], testCase.steps.indices.contains(step),
                    testCase.steps[step].action.due == .undocumented
                else { continue }
                note(observation.time - start, of: testCase.id)
            default: break
            }
        }
    }

    mutating func take(_ other: LongWaits) {
        for (id, time) in other.waits { note(time, of: id) }
    }

    private mutating func note(_ time: Duration, of id: String) {
        waits[id] = max(time, waits[id] ?? .zero)
    }

    /// How long a mutant is waited for in each of these cases: no longer than the reference gives reason for, and no
    /// shorter than `deadline`; with `deadlineFactor` that many times as long.
    func limits(deadline: Duration, deadlineFactor: Int) -> [String: Duration] {
        waits.mapValues { max(deadline, $0 * Self.allowance) * deadlineFactor }
    }
}
