import Documents
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

/// A run of ten minutes with 500 visits a second, in which everything was measured.
private struct LoadOfTenMinutes {
    private static let counts = [1, 2, 4, 8, 16, 32, 64]
    private var state: UInt64 = 1
    private(set) var report: LoadReport

    init() {
        let setting = LoadReport.Setting(
            profile: "fan-out", title: "Fan-out", implementation: "builtin", portName: "reference",
            portVersion: "3.9.2", backend: "embedded", seed: 1, assayVersion: "0",
            startedAt: WallTime(milliseconds: 0), duration: .seconds(600), warmUp: .seconds(10), arrivals: "Poisson",
            oracle: "the backend's history", command: "assay load fan-out")
        report = LoadReport(result: .passed, setting: setting)
        report.scale = Self.counts.map { ScaleStep(providers: $0) }
        var completion = PhaseTimes(name: "completion")
        for _ in 0..<600 { addSecond(&completion) }
        report.phases = [completion]
        report.lag = completion.overhead
        report.winners = WinnersMatrix(providers: (1...64).map { "sp\($0)" }, mvpds: (1...64).map { "mvpd-\($0)" })
        for provider in 0..<64 {
            for mvpd in 0..<64 {
                report.winners.cells[provider][mvpd].candidate = 1_000
                report.winners.cells[provider][mvpd].won = Int(next() % 1_000)
            }
        }
        report.samples = ["median", "p99", "worst"].map { name in
            FanOutSample(
                name: name, session: "v1", called: .zero, firstMerge: nil, limit: .milliseconds(3),
                completed: .milliseconds(4),
                providers: (1...64).map { number in
                    .init(
                        name: "sp\(number)", requested: .microseconds(20 * number), firstByte: .milliseconds(2),
                        lastByte: .milliseconds(3), merged: nil, status: 200)
                })
        }
    }

    private mutating func addSecond(_ completion: inout PhaseTimes) {
        var second = LoadSecond()
        second.offered = 500
        second.completed = 500
        second.resources.generatorCPU = 0.5
        for _ in 0..<500 {
            let step = Int(next() % UInt64(Self.counts.count))
            let limit = Int64(2_000_000 + next() % 20_000_000 / (1 + next() % 40))
            let overhead = Int64(100_000 + 30_000 * Self.counts[step]) + Int64(next() % 200_000)
            second.response.record(limit + overhead)
            completion.response.record(limit + overhead)
            completion.service.record(limit + overhead)
            completion.limit.record(limit)
            completion.overhead.record(overhead)
            report.scale[step].completion.record(limit + overhead)
            report.scale[step].limit.record(limit)
            report.scale[step].overhead.record(overhead)
        }
        report.seconds.append(second)
    }

    private mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
