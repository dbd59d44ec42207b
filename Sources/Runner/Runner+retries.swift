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
                let (testCase, place) = (cases[index], round * cases.count + index)
                var fold = CaseFold(testCase, header)
                fold.take(await result(of: testCase, index: place, .first))
                if let first = fold.firstVerdict(tally.known), fold.doubt(tally.known) != nil {
                    for look in await looks(at: testCase, place, after: first) { fold.take(look) }
                }
                tally.takeRetry(fold)
            }
        }
    }
}
