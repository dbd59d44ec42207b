import AccessEnablerAPI
import Evidence
import LoadResults
import Measurement

/// A load run in which everything comes up; the same in every run of the tests.
func sampleLoadReport() -> LoadReport { aMinute }

private let aMinute = sampleLoadReport(seconds: 60, rate: 200)

func sampleLoadReport(seconds: Int, rate: Int) -> LoadReport {
    LoadSample(seconds: seconds, rate: rate).report
}

private let sampleHeader = RunHeader(
    assayVersion: "0.1.0", portName: "reference", portVersion: "3.9.2", implementation: "builtin",
    backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 7, features: [], calls: [],
    startedAt: 1_700_000_000_000)

private struct LoadSample {
    private static let counts = [1, 2, 4, 8, 16, 32, 64]

    private var numbers = SeededRandom(seed: 42)
    private(set) var report: LoadReport

    init(seconds: Int, rate: Int) {
        var profile = LoadReport.Profile(id: "fan-out", title: "Fan-out to 1 to 64 providers")
        profile.warmUp = .seconds(5)
        profile.arrivals = "Poisson, \(rate) a second"
        report = LoadReport(profile: profile, header: sampleHeader, figures: LoadFigures())
        report.measured = .seconds(seconds - 5)
        report.command = "assay load fan-out --seed 7"
        report.validity.remarks = [.init(subject: "machine", text: "the machine was 91% busy")]
        for second in 0..<seconds { add(second, rate) }
        addVerification()
        for _ in 0..<4_000 {
            let (authentication, mediaToken) = (9_000_000 * tail(), 2_400_000 * tail())
            report.figures.phases[.authentication, default: .init()].record(Int64(authentication))
            report.figures.phases[.mediaToken, default: .init()].record(Int64(mediaToken))
            report.hiccups.record(Int64(Double(25_000) * tail()))
        }
        var waterfalls = Waterfalls()
        for slow in [1.0, 4, 30] {
            let waterfall = waterfall(40, slow: slow)
            waterfalls.offer(response: waterfall.response) { waterfall }
        }
        report.figures.scales[64]?.waterfalls = waterfalls
        let winners = winners()
        report.figures.scales[64]?.winners = winners
        // The texts are as a profile has them.
        for text in ["completion.p99 < 50ms", "violations == 0", "completion.p99.999 < 1s"] {
            guard let threshold = try? Threshold(text) else { continue }
            report.thresholds.append(ThresholdOutcome(threshold, report.figures, over: Double(seconds)))
        }
    }

    private mutating func addVerification() {
        var violation = IterationViolation(
            session: "v1234", caseID: "fan-out", time: .milliseconds(12_345), statements: ["AE-SP-007"],
            message: "mvpd-3 belongs to sp2, and sp1 had answered before", expected: "mvpd-3 at sp1",
            seen: "mvpd-3 at <sp2> & \"more\"")
        violation.bundle = "violations/v1234"
        violation.command = "assay replay Reports/x/violations/v1234"
        violation.replay = "confirmed in 3 of 3 replays"
        var verification = VerificationFigures()
        verification.violations = [
            violation,
            IterationViolation(
                session: "v1300", caseID: "fan-out", time: .seconds(13), message: "mvpd-9 belongs to nobody"),
        ]
        verification.violationCount = 2
        verification.properties = [
            "fastest responder": .init(instances: 120_000, conclusive: 114_321, violated: 2),
            "one completion callback": .init(instances: 12_000, conclusive: 12_000, violated: 0),
        ]
        report.figures.verification = verification
        var timeouts = ErrorFigures(first: .seconds(20), sample: "nothing came within 5 s from <sp3>")
        for second in 20..<24 { for _ in 0..<10 { timeouts.add(at: .seconds(second)) } }
        var refusals = ErrorFigures(first: .seconds(22), sample: "sp1: 503")
        for _ in 0..<12 { refusals.add(at: .seconds(25)) }
        report.figures.errors = ["timeout": timeouts, "http-503": refusals]
    }

    private mutating func add(_ number: Int, _ rate: Int) {
        var second = LoadFigures.Second()
        let isWarmUp = number < 5
        second.due = rate + Int.random(in: -20...20, using: &numbers)
        second.begun = second.due
        second.underWay = 4 + Int.random(in: 0...6, using: &numbers)
        let isSlow = (20..<24).contains(number)
        if isSlow { second.errors = ["timeout": 10, "http-503": 3] }
        for _ in 0..<second.due {
            let count = Self.counts[Int.random(in: Self.counts.indices, using: &numbers)]
            let providers = Double(count)
            let limit = 2_000_000 * (1 + 0.25 * providers.squareRoot()) * tail()
            let overhead = (120_000 + 31_000 * providers) * tail()
            let lag = 50_000 * tail() * (isSlow ? 400 : 1)
            let service = limit + overhead
            second.completion.record(Int64(service + lag))
            guard !isWarmUp else { continue }
            func time(_ nanoseconds: Double) -> Duration { .nanoseconds(Int64(nanoseconds)) }
            report.figures.record(
                [
                    (.completion, time(service + lag)), (.service, time(service)), (.criticalPath, time(limit)),
                    (.overhead, time(overhead)), (.addedLatency, time(overhead * 1.2)), (.startDelay, time(lag)),
                    (.firstMerge, time(2_100_000 * tail())), (.dispatch, time(0.3 * limit)),
                ], providers: count, isBaseline: false)
            report.figures.record(
                [(.service, time(limit + 0.6 * overhead)), (.addedLatency, time(0.6 * overhead))], providers: count,
                isBaseline: true)
        }
        second.completed = second.due
        report.figures.seconds.append(second)
        let usage = ProcessUsage(
            processorTime: .milliseconds(650 * number), residentBytes: 48_000_000 + number * 10_000, threads: 9,
            descriptors: 120 + Int.random(in: 0...8, using: &numbers))
        report.resources.append(
            ResourceSample(time: .seconds(number), generator: usage, backend: usage, machine: 0.5))
        guard !isWarmUp else {
            report.figures.discarded += second.completed
            return
        }
        report.figures.completed += second.completed
        report.figures.failed += second.errors.values.reduce(0, +)
    }

    private mutating func waterfall(_ count: Int, slow: Double) -> Waterfall {
        func time(_ nanoseconds: Double) -> Duration { .nanoseconds(Int64(nanoseconds)) }
        let branches = (0..<count).map { index -> Waterfall.Branch in
            let received = 100_000 + 20_000 * Double(index)
            let answered = received + 2_000_000 * tail()
            let left = answered + 90_000 * tail()
            return .init(
                provider: index, status: index == 3 ? 503 : 200, isBroken: false, asked: time(received / 2),
                received: time(received), answered: time(answered), left: time(left),
                processed: time(left + 200_000 * tail()))
        }
        let limit = branches.map(\.left).max() ?? .zero
        return Waterfall(
            session: "v\(count)", completed: limit + .microseconds(Int(300 * slow)), startDelay: time(60_000 * slow),
            branches: branches)
    }

    private mutating func winners() -> WinnersMatrix {
        var winners = WinnersMatrix(
            providers: (1...8).map { "sp\($0)" }, mvpds: (1...12).map { "mvpd-\($0)" })
        for provider in 0..<8 {
            for mvpd in 0..<12 where (provider + mvpd) % 3 != 0 {
                let due = Int(1_000 * unit() / Double(provider + 1))
                winners.cells[provider][mvpd].candidate = 1_000
                winners.cells[provider][mvpd].due = due
                winners.cells[provider][mvpd].close = 30
                winners.cells[provider][mvpd].won = due + (provider == 2 && mvpd == 2 ? 60 : 12)
            }
        }
        return winners
    }

    private mutating func unit() -> Double { Double.random(in: 0..<1, using: &numbers) }

    /// Around 1, with a long tail.
    private mutating func tail() -> Double {
        let spread = (0..<4).reduce(0) { sum, _ in sum + unit() } / 2
        let rare = unit()
        return spread * spread + 0.2 + (rare > 0.99 ? 6 * unit() / (1.002 - rare) * 0.004 : 0)
    }
}
