import Evidence

/// Whether every attempt of a run so far was lost in the same way: then another tells nothing.
///
/// One crash takes all cases with it that run at once, so some must have been lost alone, too.
struct Standstill: Sendable {
    /// So many cases are believed.
    private static let enough = 10

    private var loss: PortLoss?
    private var cases = 0
    private var alone = 0
    private var hasGoneOn = false

    mutating func take(_ result: AttemptResult) {
        // Ports that hang cost so much that they are tried less often, and one that calls back has crashes worth telling.
        guard let loss = result.loss, loss.kind == .fault || loss.kind == .lost && result.saysNothing,
            loss.costly == nil, self.loss ?? loss == loss
        else {
            hasGoneOn = true
            return
        }
        self.loss = loss
        if result.attempt.purpose == .again { alone += 1 } else { cases += 1 }
    }

    /// Whether it is to be found out what becomes of a case alone.
    var isSuspected: Bool { !hasGoneOn && cases >= Self.enough }
    var isCertain: Bool { isSuspected && alone >= PortLoss.enough }

    /// What an adapter did that left no fault in the cases themselves.
    var fault: RunFault? {
        guard isCertain, let loss, loss.kind == .lost else { return nil }
        return RunFault(.adapter, "was lost in every case: \(loss.reason)")
    }

    /// What it was, once it is certain.
    var words: String? {
        guard isCertain, let loss else { return nil }
        return
            "each of the first \(cases) cases ended in the same way, \(alone) of them also alone in a fresh process: "
            + loss.reason
    }
}
