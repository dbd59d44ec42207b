import AccessEnablerAPI
import Evidence
import Load
import LoadResults
import Testing
import Timing

/// What the port's own processes are said to have taken of the machine.
@Suite struct PortCostTests {
    /// Ten seconds, two of them to warm up, in each of which a hundred iterations ended.
    ///
    /// - Parameter hasProcess: whether the port has a process of its own: it takes a whole processor to warm up, and 0.3 of
    ///   one from then on, and has 70 MB once and 50 MB otherwise.
    private func report(baseline: Int = 0, other: Int = 0, failed: Int = 0, hasProcess: Bool = true) -> LoadReport {
        var figures = LoadFigures()
        for index in 0..<10 {
            figures.second(index) { second in
                second.completed = 100
                second.failed = index < 2 ? 0 : failed / 8
            }
        }
        (figures.completed, figures.failed) = (800, failed)
        (figures.baselineIterations, figures.otherIterations) = (baseline, other)
        var profile = LoadReport.Profile(id: "x", title: "X")
        profile.warmUp = .seconds(2)
        var report = LoadReport(
            profile: profile,
            header: RunHeader(
                assayVersion: "test", portName: "port", portVersion: "1", implementation: "exec:port",
                backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [],
                startedAt: 0),
            figures: figures)
        func usage(_ time: Duration, _ megabytes: Int) -> ProcessUsage {
            ProcessUsage(processorTime: time, residentBytes: megabytes * 1_000_000, threads: 1, descriptors: 1)
        }
        report.resources = (0...10).map { second in
            var sample = ResourceSample(
                time: .seconds(second), generator: usage(Duration.seconds(9) * second, 900), backend: nil, machine: 1)
            let spent = Duration.seconds(min(second, 2)) + Duration.milliseconds(300) * max(0, second - 2)
            if hasProcess { (sample.port, sample.portProcesses) = (usage(spent, second == 5 ? 70 : 50), 2) }
            return sample
        }
        return report
    }

    private func expect(
        _ seconds: Double, for iterations: Int, _ report: LoadReport, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let cost = try #require(report.portCost, sourceLocation: location)
        #expect(cost.iterations == iterations, sourceLocation: location)
        #expect(abs(cost.processorTime / Duration.seconds(1) - seconds) < 1e-6, "\(cost)", sourceLocation: location)
        #expect(cost.memory == 70_000_000, sourceLocation: location)
    }

    /// 2.4 seconds of a processor for 800 iterations; what it took to warm up is nobody's.
    @Test func itIsOfTheMeasuredIterations() throws {
        try expect(3, for: 800, report())
    }

    @Test func iterationsOfOthersAndThoseThatFailedDoNotCount() throws {
        try expect(4, for: 600, report(baseline: 200))
        try expect(6, for: 400, report(other: 400))
        try expect(12, for: 200, report(baseline: 200, other: 400, failed: 800))
    }

    /// The generator takes nine processors and the port 0.3 of one.
    @Test func theWorkIsOfAllProcessesAndAllIterations() throws {
        #expect(abs(try #require(report().workCost).milliseconds - 93_000) < 1)
        #expect(abs(try #require(report(failed: 800, hasProcess: false).workCost).milliseconds - 45_000) < 1)
        var unmeasured = report()
        unmeasured.resources = []
        #expect(unmeasured.workCost == nil)
    }

    /// Sixteen processors were busy: nine with the generator, and the port took 4.4 seconds in ten.
    @Test func whatIsLeftIsOfOtherProcesses() throws {
        func others(_ change: (inout LoadReport) -> Void = { _ in }) -> Double? {
            var report = report()
            report.machine = .init(processors: 16, descriptorLimit: 0)
            change(&report)
            return LoadPart(report, .init(share: .whole, command: [], specs: "")).otherProcessors
        }
        #expect(abs(try #require(others()) - (16 - 9 - 0.44)) < 1e-6)
        // What two clocks disagree about is no less than nothing.
        #expect(others { $0.machine = .init(processors: 9, descriptorLimit: 0) } == 0)
        #expect(others { $0.resources = [] } == nil)
        // What nobody knows the processes of may be among the others.
        #expect(others { $0.header.implementation = "listen:127.0.0.1:4000" } == nil)
        #expect(others { $0.header.backend = "https://sp.example.com" } == nil)
    }

    @Test func whatNobodyMeasuredHasNoCost() {
        #expect(report(hasProcess: false).portCost == nil)
        #expect(report(baseline: 800).portCost == nil)
    }
}
