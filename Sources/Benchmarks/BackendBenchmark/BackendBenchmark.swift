import POSIX

/// Measures how exactly held and paced replies leave; Sources/Benchmarks/backend.sh runs it.
///
///     BackendBenchmark held COUNT         serves, holds so many replies, lets them go 100 microseconds apart
///     BackendBenchmark paced COUNT        serves, answers each request after 1 to 100 ms
///     BackendBenchmark clients PORT COUNT   asks on so many connections at once, and reads what comes
///     BackendBenchmark asking PORT COUNT  asks 1,000 times a second on a hundred connections
@main enum BackendBenchmark {
    static func main() throws {
        try begin(Array(CommandLine.arguments.dropFirst()))
    }
}

/// Not in `main`, whose closures would belong to the main actor.
nonisolated func begin(_ arguments: [String]) throws {
    _ = raiseDescriptorLimit()
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    switch (arguments.first, numbers.count) {
    case ("held", 1): try HeldReplies(count: numbers[0]).run()
    case ("paced", 1): try PacedReplies(count: numbers[0]).run()
    case ("clients", 2):
        try ManyClients(port: UInt16(numbers[0]), count: numbers[1], connections: numbers[1]).run()
    case ("asking", 2):
        // So many that the next request of a connection is asked when its last is answered.
        try ManyClients(port: UInt16(numbers[0]), count: numbers[1], connections: 200, pause: .milliseconds(1)).run()
    default: print("usage: BackendBenchmark held COUNT | paced COUNT | clients PORT COUNT | asking PORT COUNT")
    }
}

/// Errors in microseconds, sorted.
func summary(_ errors: [Double]) -> String {
    let sorted = errors.sorted()
    guard let last = sorted.last else { return "nothing measured" }
    func at(_ share: Double) -> Int { Int(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) }
    return "p50 \(at(0.5)) us, p99 \(at(0.99)) us, most \(Int(last)) us"
}
