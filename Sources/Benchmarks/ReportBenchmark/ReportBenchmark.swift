import AccessEnablerAPI
import Documents
import Evidence
import LoadResults
import Measurement
import Reports
import Timing

/// What it costs to measure a duration, and to write the page of a load run of ten minutes.
@main
struct ReportBenchmark {
    private static let repetitions = 5
    private static let limit = 5.0

    static func main() {
        measureRecording()
        let report = LoadOfTenMinutes().report
        var seconds: [Double] = []
        var bytes = 0
        for _ in 0..<repetitions {
            let start = MonotonicTime.now()
            bytes = LoadPage(report).html.bytes.count
            seconds.append((MonotonicTime.now() - start).milliseconds / 1_000)
        }
        let median = seconds.sorted()[repetitions / 2]
        print(
            "report.html of a load run of ten minutes: \(Decimals.text(median, places: 2)) s, "
                + "\(Decimals.text(limit / median, places: 0)) times as fast as it must be; \(bytes / 1_000) kB")
    }

    private static func measureRecording() {
        let values = (0..<1_000_000).map { Int64($0 &* 7_919 % 50_000_000) }
        var nanoseconds: [Double] = []
        for _ in 0..<repetitions {
            var histogram = Histogram()
            let start = MonotonicTime.now()
            for value in values { histogram.record(value) }
            nanoseconds.append(Double((MonotonicTime.now() - start).wholeNanoseconds) / Double(histogram.count))
        }
        print("a duration recorded: \(Decimals.text(nanoseconds.sorted()[repetitions / 2], places: 1)) ns")
    }
}

/// A run of ten minutes with 500 iterations a second, in which everything was measured.
private struct LoadOfTenMinutes {
    private static let counts = [1, 2, 4, 8, 16, 32, 64]
    private var random = SeededRandom(seed: 1)
    private(set) var report: LoadReport

    init() {
        var profile = LoadReport.Profile(id: "fan-out", title: "Fan-out")
        profile.warmUp = .seconds(10)
        report = LoadReport(
            profile: profile,
            header: RunHeader(
                assayVersion: "0", portName: "reference", portVersion: "3.9.2", implementation: "builtin",
                backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [],
                startedAt: 0),
            figures: LoadFigures())
        report.measured = .seconds(590)
        for second in 0..<600 { add(second) }
        var winners = WinnersMatrix(providers: (1...64).map { "sp\($0)" }, mvpds: (1...64).map { "mvpd-\($0)" })
        for provider in 0..<64 {
            for mvpd in 0..<64 {
                winners.cells[provider][mvpd].candidate = 1_000
                winners.cells[provider][mvpd].won = Int(random.next() % 1_000)
            }
        }
        report.figures.scales[64]?.winners = winners
        var waterfalls = Waterfalls()
        for _ in 0..<3 {
            waterfalls.offer(response: .milliseconds(4)) {
                Waterfall(
                    session: "v1", completed: .milliseconds(4), startDelay: .zero,
                    branches: (0..<64).map { number in
                        .init(
                            provider: number, status: 200, isBroken: false, asked: .zero,
                            received: .microseconds(20 * number), answered: .milliseconds(2), left: .milliseconds(3),
                            processed: nil)
                    })
            }
        }
        report.figures.scales[64]?.waterfalls = waterfalls
    }

    private mutating func add(_ number: Int) {
        var second = LoadFigures.Second()
        second.due = 500
        second.completed = 500
        for _ in 0..<500 {
            let step = Int(random.next() % UInt64(Self.counts.count))
            let limit = Duration.nanoseconds(2_000_000 + random.next() % 20_000_000 / (1 + random.next() % 40))
            let overhead = Duration.nanoseconds(100_000 + 30_000 * UInt64(Self.counts[step]) + random.next() % 200_000)
            second.completion.record((limit + overhead).wholeNanoseconds)
            report.figures.record(
                [
                    (.completion, limit + overhead), (.service, limit + overhead), (.criticalPath, limit),
                    (.overhead, overhead), (.startDelay, overhead),
                ], providers: Self.counts[step], isBaseline: false)
        }
        report.figures.seconds.append(second)
        let usage = ProcessUsage(
            processorTime: .milliseconds(500 * number), residentBytes: 0, threads: 0, descriptors: 0)
        report.resources.append(ResourceSample(time: .seconds(number), generator: usage, backend: nil, machine: 0.5))
    }
}
