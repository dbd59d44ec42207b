/// Which call each thread of a port is making, so that a callback can say during which call it came.
package struct CallsInProgress: Sendable {
    private var numbers: [UInt: [Int]] = [:]

    package init() {}

    package mutating func begin(_ number: Int, on thread: UInt) {
        numbers[thread, default: []].append(number)
    }

    /// Ends the innermost call of the thread.
    package mutating func end(on thread: UInt) {
        _ = numbers[thread]?.popLast()
        if numbers[thread]?.isEmpty == true { numbers[thread] = nil }
    }

    /// The innermost call the thread is making; nil on a thread that makes none.
    package func number(on thread: UInt) -> Int? {
        numbers[thread]?.last
    }
}
