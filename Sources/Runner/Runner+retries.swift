import Evidence
import Specification

extension Runner {
    /// Runs each case that failed so many times more, alone, so that it is known how often it does.
    func retry(_ cases: [Case], _ tally: inout Tally) async {
        guard configuration.retries > 0 else { return }
        let failed = tally.failed
        for round in 1...configuration.retries {
            for index in failed {
                guard !Task.isCancelled, tally.stop == nil else { return }
                var result = await result(of: cases[index], index: round * cases.count + index, .first)
                if result.doubt != nil {
                    let figures = result.figures
                    result = await seenAgain(result, cases[index])
                    result.figures.add(figures)
                }
                if let loss = result.loss { result.verdict = loss.unconfirmed(result.verdict) }
                tally.takeRetry(result)
            }
        }
    }
}
