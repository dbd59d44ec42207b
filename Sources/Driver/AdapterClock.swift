internal import AdapterProtocol
internal import Timing

/// What the readings of an adapter's clock are on ours.
enum AdapterClock: Sendable, Hashable {
    /// They are of our own clock.
    case machine
    /// They are of another, behind ours by that much.
    ///
    /// Known only within the time that `initialize` took; this is the most it can be, so that nothing is dated too early.
    case other(behind: Duration)

    /// What `result`, asked for at `asked` and here at `answered`, says of the clock; nil where it cannot be true.
    init?(_ result: InitializeResult, asked: MonotonicTime, answered: MonotonicTime) {
        let reading = result.clockNow
        switch result.clockOrigin {
        case .machine:
            guard asked <= reading, reading <= answered else { return nil }
            self = .machine
        case .own:
            let behind = answered - reading
            guard reading + behind == answered else { return nil }
            self = .other(behind: behind)
        }
    }

    /// The time on our clock; never later than the message that told it.
    func time(_ reading: MonotonicTime, arrival: MonotonicTime) -> MonotonicTime {
        switch self {
        case .machine: min(reading, arrival)
        case .other(let behind): min(reading + behind, arrival)
        }
    }
}
