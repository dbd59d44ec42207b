package import Timing

/// Payloads in the order of their times; equal times leave in the order they came.
///
/// Other modules see its code, or they would have it look up types at every turn.
package struct TimerHeap<Payload> {
    @usableFromInline package struct Entry {
        @usableFromInline var time: MonotonicTime
        @usableFromInline var arrival: UInt64
        @usableFromInline var payload: Payload

        @inlinable init(time: MonotonicTime, arrival: UInt64, payload: Payload) {
            self.time = time
            self.arrival = arrival
            self.payload = payload
        }

        @inlinable func precedes(_ other: Entry) -> Bool {
            time == other.time ? arrival < other.arrival : time < other.time
        }
    }

    @usableFromInline var entries: [Entry] = []
    @usableFromInline var arrivals: UInt64 = 0

    @inlinable package init() {}

    /// The time of the payload that leaves next.
    @inlinable package var earliest: MonotonicTime? { entries.isEmpty ? nil : entries[0].time }

    @inlinable package mutating func insert(_ payload: Payload, at time: MonotonicTime) {
        entries.append(Entry(time: time, arrival: arrivals, payload: payload))
        arrivals += 1
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].precedes(entries[parent]) else { break }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// The next payload whose time is not after `now`, removed.
    @inlinable package mutating func removeFirst(notAfter now: MonotonicTime) -> Payload? {
        // Subtle: the time is looked at in its place; a copy of the entry would count the references of its payload.
        guard !entries.isEmpty, entries[0].time <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        let first = entries.removeLast()
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].precedes(entries[child]) { child += 1 }
            guard entries[child].precedes(entries[parent]) else { break }
            entries.swapAt(child, parent)
            parent = child
        }
        return first.payload
    }
}
