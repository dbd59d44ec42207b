package import Timing

/// Payloads in the order of their times; equal times leave in the order they came.
package struct TimerHeap<Payload> {
    private struct Entry {
        var time: MonotonicTime
        var arrival: UInt64
        var payload: Payload

        func precedes(_ other: Entry) -> Bool {
            time == other.time ? arrival < other.arrival : time < other.time
        }
    }

    private var entries: [Entry] = []
    private var arrivals: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// The time of the payload that leaves next.
    package var earliest: MonotonicTime? { entries.isEmpty ? nil : entries[0].time }

    package mutating func insert(_ payload: Payload, at time: MonotonicTime) {
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
    package mutating func removeFirst(notAfter now: MonotonicTime) -> Payload? {
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
