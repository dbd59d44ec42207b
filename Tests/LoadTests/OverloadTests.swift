import AccessEnablerAPI
import Documents
import Evidence
import LoadResults
import Measurement
import Reports
import Testing

@testable import Load

/// What is said of a run in which not all that came could be served.
@Suite struct OverloadTests {
    private static let profile = """
        schema: assay/load/2
        id: x
        title: X
        duration: 20s
        arrivals: { rate: 100/s }
        providers: { count: 8 }
        traffic: [{ journey: fan-out }]
        thresholds: [completion.p50 < 1s]
        """

    /// What one second of the run took, in processors.
    private struct Use {
        var port: Double?
        var generator = 0.3
        var backend = 0.2
        var machine = 0.5
        var stall = Duration.zero
    }

    /// 100 iterations were due in each second.
    private func report(
        completed: Int = 100, dropped: Int = 0, unserved: Int = 0, startDelay: Duration = .microseconds(100),
        processors: Int = 4, perSecond: Int = 100, criticalPath: Duration = .milliseconds(20),
        lateIn late: Range<Int> = 0..<20,
        profile: String = profile, _ use: (Int) -> Use = { _ in Use() },
        second change: (Int, inout LoadFigures.Second) -> Void = { _, _ in }
    ) throws -> LoadReport {
        var figures = LoadFigures()
        for index in 0..<20 {
            figures.second(index) { second in
                second.due = 100
                second.completed = completed
                second.dropped = dropped
                change(index, &second)
            }
            figures.completed += completed
            figures.dropped += dropped
            for _ in 0..<perSecond {
                let delay = late.contains(index) ? startDelay : .microseconds(100)
                figures.record(
                    [
                        (.completion, .milliseconds(50)), (.startDelay, delay), (.service, .milliseconds(50)),
                        (.criticalPath, criticalPath),
                    ], providers: 8, isBaseline: false)
            }
        }
        figures.dropped += unserved
        var spent = (port: Duration.zero, generator: Duration.zero, backend: Duration.zero)
        func usage(_ time: Duration) -> ProcessUsage {
            ProcessUsage(processorTime: time, residentBytes: 1, threads: 1, descriptors: 1)
        }
        let resources = (0...20).map { index in
            let use = use(index - 1)
            if index > 0 {
                spent.port += .seconds(1) * (use.port ?? 0)
                spent.generator += .seconds(1) * use.generator
                spent.backend += .seconds(1) * use.backend
            }
            var sample = ResourceSample(
                time: .seconds(index), generator: usage(spent.generator), backend: usage(spent.backend),
                machine: use.machine)
            if use.port != nil { (sample.port, sample.portProcesses) = (usage(spent.port), 1) }
            sample.stall = use.stall
            return sample
        }
        return LoadReport(
            profile: try LoadFixture.profile(profile),
            header: RunHeader(
                assayVersion: "test", portName: "port", portVersion: "1", implementation: "exec:port",
                backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [],
                startedAt: 0),
            figures: figures, resources: resources, measured: .seconds(20), wasStopped: false, isVerified: true,
            maxInstances: 1, machine: .init(processors: processors, descriptorLimit: 0))
    }

    @Test func aPortThatCannotKeepUpIsNamedWithItsRate() throws {
        let report = try report(completed: 60) { Use(port: $0 < 3 ? 0.5 : 0.97) }
        #expect(report.verdict == .overloaded && report.exitCode == .overloaded && report.standing == .underOverload)
        let overload = try #require(report.overload)
        #expect(overload.offered == 100 && overload.sustained == 60)
        #expect(overload.saturated == .port)
        #expect(overload.evidence == "each of its processes used 97% of a processor from second 3 on")
        #expect(overload.signs == ["of 1000 iterations that were due in its second half, 600 came to an end"])
        // What was completed is shown, and its thresholds are decided.
        #expect(report.thresholds.map(\.holds) == [true])
        // It would take very long at this rate, and a lower one is needed first.
        #expect(ThresholdOutcome(try Threshold("completion.p99.9 < 1s"), report.figures, over: 20).sufficient != nil)
        var open = report
        open.decide([
            try Threshold("completion.p99.9 < 1s"), try Threshold("overhead.p50 < 1s"), try Threshold("rate >= 60"),
        ])
        #expect(open.thresholds.map(\.sufficient) == [nil, nil, nil])
        #expect(open.thresholds.map(LoadText.value) == ["2000 of at least 10000 values", "no values", "60.0"])
        let text = LoadSummary.plain(report)
        #expect(text.hasPrefix("OVERLOADED: 60.0 of 100 iterations a second were sustained; the port"))
        #expect(text.contains("the durations are under overload"))
        #expect(
            text.contains("1200 iterations completed, ")
                && text.replacing("\n", with: " ").contains(" 60.0/s without these, "))
        let page = LoadPage(report).html.source
        #expect(page.contains("These figures are under overload.") && page.contains("times under overload are those"))
        #expect(text.replacing("\n  ", with: " ").contains(" s of a processor for a thousand iterations, and had 1"))
    }

    /// What was not correct could not keep up all the same.
    @Test func aViolationUnderOverloadHidesNoOverload() throws {
        var report = try report(completed: 60) { _ in Use(port: 0.97) }
        report.figures.verification.violationCount = 1
        #expect(report.verdict == .violated && report.stall == nil)
        let junit = String(decoding: LoadJUnit.bytes(report), as: UTF8.self)
        let keptUp = try #require(junit.split(separator: "<testcase").first { $0.contains("name=\"kept up\"") })
        #expect(keptUp.contains("<failure message=\"60.0 of 100 iterations a second were sustained; the port"))
    }

    /// Raw fan-outs that went well say nothing of the port.
    @Test func theBaselineIsNotSustainedByThePort() throws {
        let report = try report(
            second: { _, second in
                (second.completed, second.baselineDue, second.baselineCompleted) = (12, 10, 10)
            })
        #expect(report.sentence.hasPrefix("2.00 of 90.0 iterations a second were sustained; "))
    }

    @Test func processesOfOthersInvalidateARun() throws {
        let noise = try report(completed: 60) { _ in Use(port: 0.4, machine: 0.99) }
        #expect(noise.overload == nil && noise.verdict == .invalid)
        #expect(noise.validity.objections == ["other processes used 3.06 of 4 processors"])
        // Nor does the generator keep its schedule then.
        let late = try report(startDelay: .milliseconds(80)) { _ in Use(port: 0.4, machine: 0.99) }
        #expect(late.validity.objections.last == "other processes used 3.06 of 4 processors")
        // A port that has used up its own processor is saturated, whoever else is there.
        #expect(try report(completed: 60) { _ in Use(port: 0.97, machine: 0.99) }.overload?.saturated == .port)
        // Where nothing was late or left, nothing was lost.
        #expect(try report { _ in Use(port: 0.4, machine: 0.99) }.verdict == .passed)
    }

    /// Forty iterations that take a second are forty a second.
    @Test(arguments: [0.5, 0.99]) func aLimitThatSlowProvidersFillIsNamed(machine: Double) throws {
        let report = try report(completed: 80, dropped: 20, criticalPath: .milliseconds(49)) { _ in
            Use(port: 0.3, machine: machine)
        }
        #expect(report.verdict == .overloaded)
        #expect(report.overload?.saturated == .limit)
        #expect(report.sentence.contains(" were sustained; the limit was reached first: the providers took 9"))
    }

    @Test func whoeverIsAtItsLimitFirstIsNamed() throws {
        func saturated(_ use: (Int) -> Use) throws -> Overload.Party? {
            try report(completed: 60, use).overload?.saturated
        }
        #expect(try saturated { _ in Use(port: 0.4, backend: 0.96) } == .backend)
        #expect(try saturated { _ in Use(generator: 3.8) } == .generator)
        #expect(try saturated { Use(port: $0 < 8 ? 0.5 : 0.95, backend: $0 < 2 ? 0.5 : 0.93) } == .backend)
        // The machine is full whenever those that share it are; by itself only where none of them is.
        #expect(try saturated { _ in Use(port: 0.95, machine: 0.99) } == .port)
        #expect(try saturated { _ in Use(port: 0.8, generator: 1.9, backend: 0.8, machine: 0.99) } == .machine)
        // Where everybody had room, the iterations waited for the port.
        #expect(try saturated { _ in Use(port: 0.2) } == .port)
        #expect(try report(completed: 60) { _ in Use(port: 0.2) }.overload?.evidence.contains("nothing else") == true)
    }

    /// Whoever waits when the last has come may have come a moment ago.
    @Test(arguments: [(1, LoadReport.Verdict.passed), (80, .passed), (300, .overloaded)])
    func aQueueAtTheEndIsOverloadWhereItIsMoreThanChanceLeaves(unserved: Int, verdict: LoadReport.Verdict) throws {
        let profile = Self.profile + "\nlimit: 32\nover-limit: queue"
        for use in [Use(port: 0.3), Use(port: 0.97)] {
            let report = try report(unserved: unserved, profile: profile) { _ in use }
            #expect(report.verdict == verdict, "\(report.sentence)")
            let signs = verdict == .overloaded ? ["300 arrivals were still in the queue at the end"] : nil
            #expect(report.overload?.signs == signs)
        }
    }

    /// Hundreds of instances that register at once are too much where the rate is not.
    @Test(arguments: [true, false]) func aQueueOfTheWarmUpIsNoOverloadWhereItIsWorkedOff(isWorkedOff: Bool) throws {
        let profile = Self.profile.replacing("duration: 20s", with: "duration: 15s\nwarm-up: 5s")
        let report = try report(
            profile: profile,
            second: { index, second in
                second.completed = index < 5 ? 60 : !isWorkedOff ? 70 : index < 10 ? 140 : 100
            }
        )
        #expect(report.verdict == (isWorkedOff ? .invalid : .overloaded))
        let said = "the warm-up was too much at once: at its end 200 iterations were waiting"
        #expect(report.validity.objections.first?.hasPrefix(said) == (isWorkedOff ? true : nil))
    }

    @Test func whatIsUnderWayAfterTheWarmUpIsNoQueueOfIt() throws {
        let profile = Self.profile.replacing("duration: 20s", with: "duration: 15s\nwarm-up: 5s")
        /// What was completed in a second, where at its end so many iterations are under way.
        func report(due: (Int) -> Int = { _ in 100 }, dropped: Int = 0, _ waiting: (Int) -> Int) throws -> LoadReport {
            try self.report(
                dropped: dropped, profile: profile,
                second: { index, second in
                    second.due = due(index)
                    second.dropped = dropped > 0 && index > 5 ? dropped : 0
                    second.completed =
                        second.due - second.dropped - waiting(index) + (index > 0 ? waiting(index - 1) : 0)
                })
        }
        // Iterations that take a fifth of a second, a stall in the middle, and a rate that falls.
        #expect(try report { $0 == 10 ? 100 : $0 == 19 ? 1 : 20 }.verdict == .passed)
        #expect(try report(due: { $0 < 12 ? 100 : 10 }, { $0 < 12 ? 60 : 2 }).verdict == .passed)
        // A port that hangs: what comes later is dropped. One that cannot work off its queue, and drops more.
        #expect(try report(dropped: 100) { min($0 + 1, 5) * 100 }.verdict == .overloaded)
        #expect(try report(dropped: 20) { $0 < 10 ? 80 : 4 }.verdict == .overloaded)
    }

    @Test func droppedArrivalsAreOverload() throws {
        let report = try report(completed: 80, dropped: 20)
        #expect(report.verdict == .overloaded)
        #expect(report.overload?.signs.first == "400 arrivals were dropped: 10000 iterations were under way")
    }

    /// A generator that was late on a machine with nothing left was given too much to do; one that was late although
    /// everybody had room measured something else.
    @Test func aGeneratorThatWasLateIsOverloadedOrCouldNotMeasure() throws {
        let late = try report(startDelay: .milliseconds(80)) { _ in Use(port: 0.95) }
        #expect(late.verdict == .overloaded)
        #expect(late.sentence.hasPrefix("100 iterations a second were sustained, but not in time; the port"))
        let more = try report(completed: 102, startDelay: .milliseconds(80)) { _ in Use(port: 0.95) }
        #expect(more.sentence.hasPrefix("102 iterations a second were sustained, but not in time; the port"))
        let stalled = try report(startDelay: .milliseconds(80)) { Use(stall: $0 == 7 ? .milliseconds(900) : .zero) }
        #expect(stalled.verdict == .invalid && stalled.overload == nil)
        #expect(stalled.sentence.contains("the generator fell behind its schedule"))
    }

    /// The hundredth of forty iterations is the slowest of them.
    @Test func ofFewIterationsTenMustBeginLate() throws {
        func report(lateIn late: Range<Int>) throws -> LoadReport {
            try self.report(startDelay: .milliseconds(80), perSecond: 2, lateIn: late) { _ in Use(port: 0.95) }
        }
        #expect(try report(lateIn: 3..<7).verdict == .passed)
        #expect(
            try report(lateIn: 3..<10).overload?.signs.first?.contains(
                "schedule: ten of 40 iterations began more than 80")
                == true)
    }

    @Test func aQueueThatOverflowedInAStallIsNoOverload() throws {
        let report = try report(completed: 99, dropped: 1) { _ in Use(stall: .milliseconds(300)) }
        #expect(report.verdict == .invalid)
    }

    @Test func whoKeepsUpAndUsersWhoWaitAreNotOverloaded() throws {
        #expect(try report(completed: 100) { _ in Use(port: 0.99, machine: 1) }.verdict == .passed)
        let closed = Self.profile.replacing("{ rate: 100/s }", with: "{ users: 4 }")
        #expect(try report(completed: 60, profile: closed) { _ in Use(port: 0.99) }.overload == nil)
    }

    // MARK: - Stalls

    private func seconds(slowIn slow: [Int: Int]) -> [Histogram] {
        (0..<30).map { second in
            var histogram = Histogram()
            for _ in 0..<100 { histogram.record(5_000_000) }
            for _ in 0..<(slow[second] ?? 0) { histogram.record(400_000_000) }
            return histogram
        }
    }

    @Test func theStallThatMadeTheTailIsFound() throws {
        let pauses: [Duration?] = (0..<30).map { $0 == 18 ? .milliseconds(212) : .milliseconds(1) }
        var all = seconds(slowIn: [17: 8, 18: 12, 25: 3])
        // The bound lies at the 99th percentile, beyond which only slow iterations are.
        for index in all.indices { for _ in 0..<2 { all[index].record(6_000_000) } }
        let stall = try #require(Stall(all, pauses: pauses))
        #expect(stall.seconds == 18...18 && stall.pause == .milliseconds(212))
        #expect(abs(stall.worst - 400_000_000) < 400_000)
        #expect(abs(stall.share - 12.0 / 23) < 1e-9)
    }

    @Test func theWorstFanOutIsTheOneThatSomebodyWaitedForLongest() {
        var waterfalls = Waterfalls()
        for (late, completed) in [(90, 5), (0, 40)] {
            let waterfall = Waterfall(
                session: "v\(late)", completed: .milliseconds(completed), startDelay: .milliseconds(late), branches: [])
            waterfalls.offer(response: waterfall.response) { waterfall }
        }
        #expect(waterfalls.slowest?.session == "v90")
        #expect(waterfalls.nearest(to: .milliseconds(45))?.session == "v0")
    }

    @Test func slowIterationsAllOverTheRunAreNoStall() {
        #expect(Stall(seconds(slowIn: Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, 1) })), pauses: []) == nil)
        #expect(Stall([], pauses: []) == nil)
    }
}
