/// Which of the times that a case is walked a session belongs to.
///
/// All attempts with one `number` lead to one verdict; a case that is repeated has several numbers.
package struct Attempt: Sendable, Hashable {
    package enum Reason: String, Sendable, Hashable {
        /// Beside other cases: what it shows counts, unless one of the others does.
        case first
        /// Alone in a fresh process, because the first lost the port.
        case again
        /// Alone, because only repetitions can decide the case.
        case trial
        /// Without the other cases, because order or silence must be seen again.
        case look
        /// With replies as close together as round trips allow.
        case hurried
    }

    package var number: Int
    package var purpose: Reason
    /// Counts the attempts of the purpose from 0.
    package var repetition: Int

    package init(_ number: Int, _ purpose: Reason = .first, _ repetition: Int = 0) {
        self.number = number
        self.purpose = purpose
        self.repetition = repetition
    }

    /// Tells the attempts with one number apart, in letters and digits; empty for the first.
    package var mark: String { purpose == .first ? "" : "\(purpose.rawValue.prefix(1))\(repetition)" }

    /// The name of the attempt's session, unique in the run.
    package var session: SessionID {
        SessionID("s" + String(number, radix: 36) + (purpose == .first ? "" : "-\(purpose.rawValue)\(repetition)"))
    }
}
