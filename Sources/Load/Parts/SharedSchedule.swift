/// The arrivals of one share: their numbers in the whole run, and when they are due.
package struct SharedSchedule: Sendable, IteratorProtocol {
    package struct Arrival: Sendable, Hashable {
        /// In the whole run, counted from 0.
        package var number: Int
        /// From the beginning of the run.
        package var offset: Duration
    }

    private var schedule: ArrivalSchedule
    private let seed: UInt64
    private let share: MachineShare
    private let warmUp: Duration
    /// How many arrivals after the warm-up the whole run has; nil: as many as the schedule.
    private let maxCounted: Int?
    private var number = 0
    private var counted = 0

    /// nil for a closed number of users, whose iterations follow no schedule.
    package init?(_ profile: LoadProfile, share: MachineShare = .whole) {
        guard case .open(let process, let stages) = profile.arrivals else { return nil }
        schedule = ArrivalSchedule(process, stages, seed: profile.seed)
        seed = profile.seed
        self.share = share
        warmUp = profile.warmUp
        if case .iterations(let maxCounted) = profile.length { self.maxCounted = maxCounted } else { maxCounted = nil }
    }

    /// nil after the last.
    package mutating func next() -> Arrival? {
        while let offset = schedule.next() {
            if let maxCounted, offset >= warmUp {
                guard counted < maxCounted else { return nil }
                counted += 1
            }
            defer { number += 1 }
            if share.includes(arrival: number, seed: seed) { return Arrival(number: number, offset: offset) }
        }
        return nil
    }
}
