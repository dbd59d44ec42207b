import Evidence
import Glibc
import Timing

/// The times at which iterations are due, from the beginning of the run; open arrivals only.
///
/// A seed decides them. With `L(t)` as the number of arrivals that the stages promise up to `t`, the n-th comes where
/// `L` reaches n, or, for Poisson arrivals, the sum of n numbers from the exponential distribution: exact for every
/// shape of the rate.
package struct ArrivalSchedule: Sendable, IteratorProtocol {
    private let process: Arrivals.Process
    private let stages: [Arrivals.Stage]
    private var random: SeededRandom
    /// Where the schedule stands: the stage, how long it has been, and how many arrivals came before it began.
    private var stage = 0
    private var stageStart = 0.0
    private var before = 0.0
    private var promised = 0.0

    package init(_ process: Arrivals.Process, _ stages: [Arrivals.Stage], seed: UInt64) {
        self.process = process
        self.stages = stages
        random = SeededRandom(seed: seed)
    }

    /// The time of the next arrival; nil where the stages are over.
    package mutating func next() -> Duration? {
        switch process {
        case .poisson: promised += -log(1 - random.unit())
        case .constant, .burst: promised += 1
        }
        while stage < stages.count {
            let current = stages[stage]
            if let time = Self.time(promised - before, in: current) {
                // Nobody waits for longer, and there is no longer duration for what a rate near zero comes to.
                let seconds = min(stageStart + time, 1e10)
                return .seconds(process == .burst ? seconds.rounded(.down) : seconds)
            }
            let length = current.seconds ?? 0
            before += (current.from + current.to) / 2 * length
            stageStart += length
            stage += 1
        }
        return nil
    }

    /// How long into the stage so many arrivals have come; nil where it ends before.
    private static func time(_ count: Double, in stage: Arrivals.Stage) -> Double? {
        guard let length = stage.seconds, length > 0 else {
            return stage.from > 0 ? count / stage.from : nil
        }
        let slope = (stage.to - stage.from) / length
        let time: Double
        if abs(slope) < 1e-9 {
            guard stage.from > 0 else { return nil }
            time = count / stage.from
        } else {
            let root = stage.from * stage.from + 2 * slope * count
            guard root >= 0 else { return nil }
            time = (root.squareRoot() - stage.from) / slope
        }
        return time <= length ? time : nil
    }
}

extension Arrivals.Stage {
    /// nil: to the end.
    fileprivate var seconds: Double? { duration?.seconds }
}
