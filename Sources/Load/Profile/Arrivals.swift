import LoadResults

package enum Arrivals: Sendable, Hashable, CustomStringConvertible {
    /// Open: they come when they come, whatever becomes of those before.
    case open(Process, [Stage])
    /// Closed: each user comes again when the iteration before is over and some time has passed.
    case users(Int)

    package enum Process: String, Sendable, Hashable, CaseIterable {
        /// Independent of each other, as many people are.
        case poisson
        /// Equally far apart.
        case constant
        /// All those of a second at its beginning.
        case burst
    }

    /// A time in which the rate goes evenly from one value to another.
    package struct Stage: Sendable, Hashable {
        /// nil for the last: to the end.
        package var duration: Duration?
        /// In iterations a second.
        package var from: Double
        package var to: Double
    }

    /// The same arrivals at a constant rate instead of theirs, to which they rise in the time before.
    package func at(rate: Double, risingFor rise: Duration = .zero) -> Arrivals {
        let process: Process = if case .open(let process, _) = self { process } else { .poisson }
        let constant = Stage(duration: nil, from: rate, to: rate)
        return .open(process, rise > .zero ? [Stage(duration: rise, from: 0, to: rate), constant] : [constant])
    }

    /// In words: `poisson, 100/s`.
    package var description: String {
        switch self {
        case .users(let users): return "\(users) users"
        case .open(let process, let stages):
            let words = stages.map { stage in
                let (from, to) = (LoadText.significant(stage.from), LoadText.significant(stage.to))
                return from == to ? "\(from)/s" : "\(from)/s to \(to)/s"
            }
            return "\(process.rawValue), \(words.joined(separator: ", then "))"
        }
    }
}
