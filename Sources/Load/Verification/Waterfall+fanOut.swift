import LoadResults
import Timing

extension Waterfall {
    /// nil for a fan-out that did not come to its end.
    init?(_ fanOut: FanOut, session: String, startDelay: Duration) {
        guard let completed = fanOut.service else { return nil }
        let branches = fanOut.branches.enumerated().compactMap { index, branch -> Branch? in
            guard let branch else { return nil }
            return Branch(
                provider: index, status: branch.exchange.status, isBroken: branch.exchange.isBroken,
                asked: branch.exchange.asked - fanOut.called, received: branch.exchange.received - fanOut.called,
                answered: branch.exchange.answered - fanOut.called, left: branch.exchange.left - fanOut.called,
                processed: branch.processed.map { $0 - fanOut.called })
        }
        self.init(session: session, completed: completed, startDelay: startDelay, branches: branches)
    }
}
