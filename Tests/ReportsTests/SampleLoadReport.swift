import Measurement
import Timing

/// A load run in which everything comes up; the same in every run of the tests.
func sampleLoadReport() -> LoadReport { aMinute }

private let aMinute = sampleLoadReport(seconds: 60, rate: 200)

func sampleLoadReport(seconds: Int, rate: Int) -> LoadReport {
    LoadSample(seconds: seconds, rate: rate).report
}

private struct LoadSample {
    private static let counts = [1, 2, 4, 8, 16, 32, 64]

    private var numbers = SplitMix(seed: 42)
    private(set) var report: LoadReport

    init(seconds: Int, rate: Int) {
        var setting = LoadReport.Setting(
            profile: "fan-out", title: "Fan-out to 1 to 64 providers", implementation: "builtin",
            portName: "reference", portVersion: "3.9.2", backend: "a process of its own", seed: 7,
            assayVersion: "0.1.0", startedAt: WallTime(milliseconds: 1_700_000_000_000), duration: .seconds(seconds),
            warmUp: .seconds(5), arrivals: "Poisson, \(rate) a second",
            oracle: "the backend's own history: order, completeness, isolation", command: "assay load fan-out --seed 7")
        setting.facts = [.init("processors", "2"), .init("kernel", "6.18"), .init("libcurl", "7.88.1")]
        report = LoadReport(result: .violated, setting: setting)
        report.remarks = ["the run was stopped after \(seconds) s"]
        addChecks()
        report.scale = Self.counts.map { ScaleStep(providers: $0) }
        var completion = PhaseTimes(name: "completion")
        for second in 0..<seconds { add(second, rate, &completion) }
        report.phases = [completion, phase("authentication", 9_000_000), phase("media-token", 2_400_000)]
        for _ in 0..<40_000 {
            report.lag.record(Int64(Double(40_000) * tail()))
            report.hiccups.record(Int64(Double(25_000) * tail()))
        }
        report.scale = report.scale.map(Self.withParts)
        report.samples = [sample("median", 8, slow: 1), sample("p99", 16, slow: 4), sample("worst", 40, slow: 30)]
        addWinners()
    }

    private mutating func addChecks() {
        report.validity = [
            ValidityCheck(name: "schedule lag", grade: .good, detail: "p99 0.4 ms; at most 1 ms"),
            ValidityCheck(name: "generator's processors", grade: .doubtful, detail: "81 % of one; at most 80 %"),
            ValidityCheck(name: "dropped arrivals", grade: .good, detail: "none"),
        ]
        report.thresholds = [
            ThresholdResult(text: "completion.p99 < 50ms", measured: "18.2 ms", isMet: true),
            ThresholdResult(text: "violations == 0", measured: "2", isMet: false),
            ThresholdResult(text: "completion.p99.99 < 1s", measured: "too few visits", isMet: nil),
        ]
        report.properties = [
            PropertyTally(name: "fastest responder", checked: 120_000, decided: 114_321, violated: 2),
            PropertyTally(name: "one completion callback", checked: 12_000, decided: 12_000, violated: 0),
        ]
        report.violations = [
            Violation(
                session: "v1234", property: "fastest responder",
                message: "mvpd-3 belongs to sp2, and sp1 had answered before",
                statements: ["AE-SP-007"], expected: "mvpd-3 at sp1", seen: "mvpd-3 at <sp2> & \"more\"",
                offset: .milliseconds(12_345), bundle: "violations/v1234",
                command: "assay replay Reports/x/violations/v1234", replay: "convicted in 3 of 3 replays"),
            Violation(
                session: "v1300", property: "fastest responder", message: "mvpd-9 belongs to nobody",
                offset: .seconds(13)),
        ]
        report.errors = [
            ErrorTally(
                code: "timeout", count: 40, first: .seconds(20), last: .seconds(31),
                sample: "nothing came within 5 s from <sp3>"),
            ErrorTally(code: "http-503", count: 12, first: .seconds(22), last: .seconds(25), sample: "sp1: 503"),
        ]
    }

    private mutating func add(_ number: Int, _ rate: Int, _ completion: inout PhaseTimes) {
        var second = LoadSecond()
        second.isWarmUp = number < 5
        second.offered = rate + Int.random(in: -20...20, using: &numbers)
        second.started = second.offered
        second.inFlight = 4 + Int.random(in: 0...6, using: &numbers)
        let isSlow = (20..<24).contains(number)
        if isSlow { second.errors = ["timeout": 10, "http-503": 3] }
        for _ in 0..<second.offered {
            let index = Int.random(in: report.scale.indices, using: &numbers)
            let providers = Double(Self.counts[index])
            let limit = 2_000_000 * (1 + 0.25 * providers.squareRoot()) * tail()
            let overhead = (120_000 + 31_000 * providers) * tail()
            let lag = 50_000 * tail() * (isSlow ? 400 : 1)
            let service = limit + overhead
            second.response.record(Int64(service + lag))
            guard !second.isWarmUp else { continue }
            completion.service.record(Int64(service))
            completion.response.record(Int64(service + lag))
            completion.limit.record(Int64(limit))
            completion.overhead.record(Int64(overhead))
            report.scale[index].completion.record(Int64(service))
            report.scale[index].limit.record(Int64(limit))
            report.scale[index].overhead.record(Int64(overhead))
            report.scale[index].added.record(Int64(overhead * 1.2))
            report.scale[index].floor.record(Int64(limit + 0.6 * overhead))
            report.scale[index].floorAdded.record(Int64(0.6 * overhead))
            report.scale[index].firstMerge.record(Int64(2_100_000 * tail()))
        }
        second.completed = second.offered
        second.resources.generatorCPU = 0.6 + 0.1 * unit()
        second.resources.implementationCPU = 0.5 + 0.2 * unit()
        second.resources.backendCPU = 0.3 + 0.1 * unit()
        second.resources.memory = 48_000_000 + number * 10_000
        second.resources.descriptors = 120 + Int.random(in: 0...8, using: &numbers)
        second.resources.threads = 9
        report.seconds.append(second)
        guard !second.isWarmUp else {
            report.visits.discarded += second.completed
            return
        }
        report.visits.offered += second.offered
        report.visits.started += second.offered
        report.visits.completed += second.completed
        report.visits.failed += second.errors.values.reduce(0, +)
    }

    private static func withParts(_ step: ScaleStep) -> ScaleStep {
        var step = step
        let total = step.completion.mean
        step.parts = [("requests", 0.06), ("providers", 0.7), ("network", 0.1), ("merge", 0.1), ("callback", 0.04)]
            .map { .init(name: $0.0, mean: $0.1 * total) }
        step.connections = 0.02 * Double(step.providers)
        return step
    }

    private mutating func phase(_ name: String, _ median: Double) -> PhaseTimes {
        var phase = PhaseTimes(name: name)
        for _ in 0..<4_000 {
            let service = median * tail()
            phase.service.record(Int64(service))
            phase.response.record(Int64(service * 1.05))
            phase.overhead.record(Int64(service * 0.2))
        }
        return phase
    }

    private mutating func sample(_ name: String, _ count: Int, slow: Double) -> FanOutSample {
        let called = 60_000 * slow
        let providers = (0..<count).map { index -> FanOutSample.Provider in
            let requested = called + 100_000 + 20_000 * Double(index)
            let first = requested + 2_000_000 * tail()
            let last = first + 90_000 * tail()
            return .init(
                name: "sp\(index + 1)", requested: .nanoseconds(Int(requested)), firstByte: .nanoseconds(Int(first)),
                lastByte: .nanoseconds(Int(last)), merged: .nanoseconds(Int(last + 200_000 * tail())),
                status: index == 3 ? 503 : 200)
        }
        let limit = providers.map(\.lastByte).max() ?? .zero
        return FanOutSample(
            name: name, session: "v\(count)", called: .nanoseconds(Int(called)),
            firstMerge: providers.compactMap(\.merged).min(), limit: limit,
            completed: limit + .microseconds(Int(300 * slow)), providers: providers)
    }

    private mutating func addWinners() {
        report.winners = WinnersMatrix(
            providers: (1...8).map { "sp\($0)" }, mvpds: (1...12).map { "mvpd-\($0)" })
        for provider in 0..<8 {
            for mvpd in 0..<12 where (provider + mvpd) % 3 != 0 {
                let due = Int(1_000 * unit() / Double(provider + 1))
                report.winners.cells[provider][mvpd].candidate = 1_000
                report.winners.cells[provider][mvpd].due = due
                report.winners.cells[provider][mvpd].close = 30
                report.winners.cells[provider][mvpd].won = due + (provider == 2 && mvpd == 2 ? 60 : 12)
            }
        }
    }

    private mutating func unit() -> Double { Double.random(in: 0..<1, using: &numbers) }

    /// Around 1, with a long tail.
    private mutating func tail() -> Double {
        let spread = (0..<4).reduce(0) { sum, _ in sum + unit() } / 2
        let rare = unit()
        return spread * spread + 0.2 + (rare > 0.99 ? 6 * unit() / (1.002 - rare) * 0.004 : 0)
    }
}

/// The same numbers in every run.
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
