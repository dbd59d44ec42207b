import Evidence
import Specification
import Timing

/// How long the reference took where a contract lets a step wait longer than others, because the documents do not say
/// when what it waits for is due: between two looks for a login on a second screen.
struct LongWaits: Sendable {
    /// By case.
    private var longest: [String: Duration] = [:]

    /// How many times as long as the reference a mutant of it is waited for.
    private static let allowance = 4

    mutating func take(_ testCase: Case, _ observations: [Observation]) {
        var began: [Int: MonotonicTime] = [:]
        for observation in observations {
            switch observation.event {
            case .stepBegan(let step): began[step] = observation.time
            case .stepEnded(let step):
                guard let start = began[step], testCase.steps.indices.contains(step),
                    case .await(_, .some) = testCase.steps[step].action
                else { continue }
                note(observation.time - start, of: testCase.id)
            default: break
            }
        }
    }

    mutating func take(_ other: LongWaits) {
        for (id, time) in other.longest { note(time, of: id) }
    }

    private mutating func note(_ time: Duration, of id: String) {
        longest[id] = max(time, longest[id] ?? .zero)
    }

    /// The case with no such wait longer than the reference gives reason for, and none shorter than `deadline`.
    ///
    /// With `patience` they are that many times as long.
    func shortened(_ testCase: Case, deadline: Duration, patience: Int) -> Case {
        guard let time = longest[testCase.id] else { return testCase }
        let enough = max(deadline, time * Self.allowance) * patience
        func shortened(_ steps: [Step]) -> [Step] {
            steps.map { step in
                guard case .await(let pattern, let within?) = step.action else { return step }
                var step = step
                step.action = .await(pattern, within: min(within, enough))
                return step
            }
        }
        var testCase = testCase
        testCase.steps = shortened(testCase.steps)
        testCase.idioms = testCase.idioms.mapValues(shortened)
        return testCase
    }
}
