import AccessEnablerAPI
import Documents
import Evidence
import Measurement
import Reports
import SchemaCheck
import Testing

@testable import LoadResults

/// What two runs are said to differ in.
@Suite struct LoadComparisonTests {
    /// Iterations whose times are spread as those of a run are: one of them is fast or slow with the moment it is in.
    private func run(
        seed: UInt64, slower: Double = 1, machine: Double = 1, machineOf: [Int: Double] = [:], seconds: Int = 60,
        rate: Int = 20, tail: Double = 1, stalls: Set<Int> = [], objections: [String] = [], hasBaseline: Bool = true
    ) -> LoadComparison.Run {
        var random = SeededRandom(seed: seed)
        func spread() -> Double { (0..<4).reduce(0.4) { sum, _ in sum + random.unit() / 3 } }
        var blocks = TimeBlocks()
        for second in 0..<seconds {
            let moment = machine * (0.95 + 0.1 * random.unit())
            for providers in [1, 4, 16] {
                let overhead = (100_000 + 40_000 * Double(providers)) * machineOf[providers, default: 1]
                for iteration in 0..<rate {
                    let isSlow = iteration % 25 == 0
                    blocks.record(
                        Int64(overhead * moment * slower * spread() * (isSlow ? 3 * tail : 1))
                            + (stalls.contains(second) && iteration % 2 == 0 ? 5_000_000 : 0),
                        .init(providers: providers, phase: .overhead, side: .implementation), second: second)
                    blocks.record(
                        Int64(80_000 * moment * spread()),
                        .init(providers: providers, phase: .startDelay, side: .implementation), second: second)
                }
                for _ in 0..<(hasBaseline ? rate / 2 : 0) {
                    blocks.record(
                        Int64(overhead / 2 * moment * spread()),
                        .init(providers: providers, phase: .dispatch, side: .baseline), second: second)
                }
            }
        }
        return LoadComparison.Run(
            name: "run-\(seed)", blocks: blocks, measured: .seconds(seconds), objections: objections)
    }

    private func compare(_ old: LoadComparison.Run, _ new: LoadComparison.Run) -> LoadComparison {
        LoadComparison(old, new, draws: 200)
    }

    @Test func aPortThatIsATenthSlowerIsFound() throws {
        let comparison = compare(run(seed: 1), run(seed: 2, slower: 1.1))
        #expect(comparison.verdict == .slower && comparison.exitCode == .failed)
        let chief = try #require(comparison.chief)
        #expect(chief.phase == .overhead && chief.providers == nil)
        #expect(chief.verdict == .slower && chief.interval.contains(0.1) && chief.interval.lowerBound > 0)
        #expect(comparison.sentence.hasPrefix("overhead p50 by +"))
        // It is corrected for two questions, however many there are: 2.24 and 1.28 deviations to be told nine times of ten.
        #expect(chief.adjusted <= 2 * chief.probability)
        let half = (chief.interval.upperBound - chief.interval.lowerBound) / 2
        #expect(abs(comparison.detectable(chief) / half - (2.2414 + 1.28) / 1.96) < 0.001)
        #expect(compare(run(seed: 2, slower: 1.1), run(seed: 1)).verdict == .faster)
    }

    @Test func runsOfOnePortDifferByChanceOnly() {
        // Of 40 pairs one in twenty may be told at most.
        let alarms = (0..<40).count { pair in
            compare(run(seed: UInt64(100 + 2 * pair), seconds: 20), run(seed: UInt64(101 + 2 * pair), seconds: 20))
                .verdict
                != .none
        }
        #expect(alarms <= 2)
    }

    @Test func aSlowerMachineIsNoSlowerPort() throws {
        let comparison = compare(run(seed: 1), run(seed: 2, machine: 1.3))
        #expect(comparison.verdict == .none)
        #expect(abs(try #require(comparison.machine).change - 0.3) < 0.05)
        #expect(abs(try #require(comparison.chief).change) < 0.05)
        // Longer runs would meet the same two machines.
        // Nor would more runs of one implementation, of which the old build is gone.
        #expect(comparison.sentence.hasSuffix("differ by as much here: measure both in one run (load ab)"))
        var other = run(seed: 2, machine: 1.3)
        other.implementation = "exec:other"
        #expect(
            compare(run(seed: 1), other).sentence.hasSuffix(
                "repeat them in turns (--repeat), or measure both in one run (load ab)"))
        #expect(LoadComparisonText(comparison).text.contains("own change, subtracted: +"))
    }

    @Test func whatOnlyTheSlowestIterationsShowIsFound() throws {
        let comparison = compare(run(seed: 1, rate: 40), run(seed: 2, rate: 40, tail: 2))
        #expect(comparison.verdict == .slower)
        #expect(comparison.rows.filter { $0.verdict == .slower }.allSatisfy { $0.percentile == 99 })
    }

    /// It may be slower for a few fan-outs and faster for many, and so the same in the mean.
    @Test func aMachineThatDiffersByNumberOfProvidersIsNoSlowerPort() {
        let comparison = compare(run(seed: 1), run(seed: 2, machineOf: [1: 1.25, 4: 1, 16: 0.8]))
        #expect(comparison.verdict == .none)
        #expect(abs(comparison.machine?.change ?? 1) < 0.05)
        // What the machine does not explain is.
        #expect(
            compare(run(seed: 1), run(seed: 2, slower: 1.8, machineOf: [1: 1.25, 4: 1, 16: 0.8])).verdict == .slower)
    }

    /// Three moments in which the machine stood still decide the percentile of a minute, and they come by chance.
    @Test func aFewMomentsThatStoodStillAreNoSlowerPort() throws {
        let comparison = compare(run(seed: 1), run(seed: 2, stalls: [7, 30, 52]))
        let row = try #require(comparison.rows.first { $0.counts && $0.providers == 4 && $0.percentile == 99 })
        #expect(row.change > 1 && row.verdict == .none)
        #expect(comparison.verdict == .none)
        let often = compare(run(seed: 1), run(seed: 2, stalls: Set(stride(from: 1, to: 60, by: 3))))
        #expect(often.verdict == .slower)
    }

    /// The generator's delay is not the port's, however much it changes.
    @Test func startDelayIsShownAndDoesNotCount() throws {
        let rows = compare(run(seed: 1), run(seed: 2, slower: 1.1)).rows
        #expect(rows.contains { $0.phase == .startDelay })
        #expect(rows.allSatisfy { $0.counts == ($0.phase != .startDelay) })
    }

    @Test func tooLittleDataSaysHowMuchWouldDo() throws {
        let comparison = compare(run(seed: 1, seconds: 6), run(seed: 2, slower: 1.02, seconds: 6))
        #expect(comparison.verdict == .none)
        #expect(comparison.sentence.contains("no difference that this much data can show: overhead p50 by"))
        let chief = try #require(comparison.chief)
        #expect(comparison.detectable(chief) > 0.02)
        #expect(try #require(comparison.sufficient(for: 0.1, chief)) > .seconds(6))
    }

    @Test func nothingIsConcludedFromAMeasurementThatFailed() {
        let failed = compare(run(seed: 1), run(seed: 2, slower: 3, objections: ["it was late"]))
        #expect(failed.verdict == .undecided && failed.exitCode == .incomplete)
        #expect(failed.sentence == "the measurement of run-2 failed: it was late")
        let short = compare(run(seed: 1, seconds: 3), run(seed: 2))
        #expect(short.verdict == .undecided)
        #expect(short.sentence == "run-1 was measured for 3 s, and at least 5 s are needed")
    }

    @Test func whatIsWrongIsNotFaster() {
        var wrong = run(seed: 2, slower: 0.5)
        #expect(compare(run(seed: 1), wrong).verdict == .faster)
        wrong.isViolated = true
        let violated = compare(run(seed: 1), wrong)
        #expect(violated.verdict == .undecided && violated.sentence.hasPrefix("run-2 was not correct (VIOLATED)"))
    }

    /// The slowest may be those of which there are no durations.
    @Test func whatFailsMoreOftenIsNotFaster() {
        var (old, new) = (run(seed: 1), run(seed: 2, slower: 0.5))
        (old.completed, old.failed, new.completed, new.failed) = (1_000, 10, 990, 10)
        #expect(compare(old, new).verdict == .faster)
        new.failed = 30
        let failing = compare(old, new)
        #expect(failing.verdict == .undecided)
        #expect(failing.sentence.contains("1% of run-1, 2.9% of run-2"), "\(failing.sentence)")
        // A few may be chance, and who is slower without the slowest of its iterations is slower.
        (old.failed, new.failed) = (0, 4)
        #expect(compare(old, new).verdict == .faster)
        var slow = run(seed: 2, slower: 2)
        (slow.completed, slow.failed) = (900, 100)
        #expect(compare(old, slow).verdict == .slower && compare(slow, old).verdict == .undecided)
    }

    /// Without raw fan-outs a slower machine looks like a slower port.
    @Test func withoutABaselineNothingIsConcluded() {
        let alone = compare(run(seed: 1, hasBaseline: false), run(seed: 2, slower: 3))
        #expect(alone.verdict == .undecided && alone.sentence.hasPrefix("run-1 has no raw fan-outs ('baseline'"))
        #expect(!alone.rows.isEmpty)
    }

    @Test func tooFewOfAnythingIsSaidWithWhatWouldDo() {
        let few = compare(run(seed: 1, seconds: 6, rate: 4), run(seed: 2, seconds: 6, rate: 6))
        #expect(
            few.sentence
                == "there are too few raw fan-outs ('baseline' in the profile) with 1 provider: 12 in run-1 and 18 "
                + "in run-2, and 20 in each are needed (runs of 11 s would do), so a slower machine cannot be told from a "
                + "slower port")
        let fewer = compare(run(seed: 1, seconds: 6, rate: 2), run(seed: 2, seconds: 6, rate: 2))
        #expect(
            fewer.sentence
                == "there are too few iterations with 1 provider: 12 in run-1 and 12 in run-2, and 20 in each are "
                + "needed (runs of 11 s would do)")
        // Under overload nothing may come to its end, and what began is no iteration that was made.
        var begun = run(seed: 1)
        begun.blocks = TimeBlocks()
        for second in 0..<60 {
            begun.blocks.record(1, .init(providers: 4, phase: .startDelay, side: .implementation), second: second)
        }
        let none = compare(begun, begun)
        #expect(!none.rows.isEmpty)
        #expect(none.sentence == "no iteration with the same number of providers came to its end in both runs")
    }

    /// It is the generator's, however slow the machine is.
    @Test func ofTheDelayOfTheStartNothingIsSubtracted() throws {
        let comparison = compare(run(seed: 1), run(seed: 2, machineOf: [1: 2, 4: 2, 16: 2]))
        let row = try #require(comparison.rows.first { $0.phase == .startDelay && $0.percentile == 50 })
        #expect(abs(row.change) < 0.05)
    }

    /// What differs between two runs of a program of its own shows in no baseline.
    @Test func aPortInAProcessOfItsOwnHasToDifferMore() throws {
        var (old, new) = (run(seed: 1), run(seed: 2, slower: 1.06))
        #expect(compare(old, new).verdict == .slower)
        (old.isInProcess, new.isInProcess) = (false, false)
        let alone = compare(old, new)
        #expect(alone.verdict == .none && alone.sentence.contains("a change of "))
        for seed in UInt64(0)..<8 {
            old.append(run(seed: 10 + seed))
            new.append(run(seed: 20 + seed, slower: 1.06))
        }
        #expect(old.runs == 9)
        #expect(compare(old, new).verdict == .slower)
    }

    /// A port that computes much is slower beside another program, and raw fan-outs, which mostly wait, are not.
    @Test func aRunBesideAnotherProgramIsNotComparedWithOneWithout() {
        var (old, new) = (run(seed: 1), run(seed: 2, slower: 1.3))
        (old.others, new.others) = ((0.03, 2), (0.98, 2))
        let comparison = compare(old, new)
        #expect(comparison.verdict == .undecided)
        #expect(
            comparison.sentence == "other processes used 0.0300 of 2 processors beside run-1 and 0.980 of 2 processors "
                + "beside run-2: make both again on a quiet machine")
        old.others = (0.95, 2)
        #expect(compare(old, new).verdict == .slower)
        // Both met it in one run.
        old.others = (0.03, 2)
        #expect(LoadComparison(old, new, isPaired: true, draws: 200).verdict == .slower)
        // Repeats count as long as they were.
        var repeated = new
        new.others = (0.04, 2)
        repeated.append(new)
        #expect(abs((repeated.others?.busy ?? 0) - 0.51) < 1e-9 && repeated.measured == .seconds(120))
    }

    @Test func everyWriterSaysTheSame() throws {
        let comparison = compare(run(seed: 1), run(seed: 2, slower: 1.1))
        let path = LoadFixture.root + "Specs/schema/load-comparison.schema.json"
        let json = LoadComparisonJSON.json(comparison)
        #expect(SchemaCheck(try JSON.parse(try File.read(path), file: path)).problems(of: json) == [])
        #expect(json["verdict"] == "SLOWER")
        #expect(LoadComparisonText(comparison).text.hasPrefix("SLOWER: overhead p50 by +"))
        #expect(comparison.markdown.contains("## ❌ Load: slower"))
        #expect(
            comparison.markdown.contains(
                "\n\n| | old | new | change | 95 % | chance |\n|---|---:|---:|---:|---|---:|\n| "))
        let all = LoadComparisonText(comparison, showsAll: true).text
        #expect(all.contains("\noverhead p99  ") && all.contains(" slower\n"))
        let large = LoadComparisonText(compare(run(seed: 1), run(seed: 2, slower: 300)), showsAll: true).text
        #expect(all.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(large.contains("%  +") && !large.split(separator: " ").contains { $0.contains("%+") })
    }

    /// A run of two implementations is not green where the second is slower.
    @Test(arguments: [(1.1, "failure"), (1, nil)] as [(Double, String?)])
    func theTestCasesOfAPairTellOfASlowerOne(slower: Double, problem: String?) throws {
        let header = RunHeader(
            assayVersion: "test", portName: "port", portVersion: "1", implementation: "builtin",
            backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [],
            startedAt: 0)
        let report = LoadReport(profile: .init(id: "x", title: "X"), header: header, figures: LoadFigures())
        let comparison = compare(run(seed: 1), run(seed: 2, slower: slower))
        let junit = String(decoding: LoadJUnit.bytes(report, comparison), as: UTF8.self)
        let own = try #require(junit.split(separator: "<testcase").first { $0.contains("name=\"not slower\"") })
        #expect(own.contains("<failure") == (problem != nil) && !own.contains("<error"))
        #expect(!String(decoding: LoadJUnit.bytes(report), as: UTF8.self).contains("not slower"))
    }

    // MARK: - Blocks

    @Test func aLongRunHasLongerBlocks() {
        var blocks = TimeBlocks()
        let key = TimeBlocks.Key(providers: 1, phase: .service, side: .implementation)
        for second in 0..<1_000 { blocks.record(Int64(second) * 1_000, key, second: second) }
        #expect(blocks.length == 16 && blocks.blocks.count == 63)
        #expect(blocks.tallies(of: key).reduce(0) { $0 + $1.count } == 1_000)
        #expect(blocks.tallies(of: key).dropLast().allSatisfy { $0.count == 16 })
    }
}

/// What baselines tell of the machine at each number of providers.
@Suite struct MachineChangeTests {
    private func change(_ changes: [Double], deviation: Double) -> MachineChange {
        MachineChange(
            changes.enumerated().map {
                .init(providers: 1 << $0.offset, change: $0.element, variance: deviation * deviation)
            }, unseen: 0.0001)
    }

    /// What differs by no more than chance is taken for one change.
    @Test func uncertainChangesAreDrawnToTheirMean() {
        let machine = change([0.08, 0.1, 0.12], deviation: 0.05)
        for providers in [1, 2, 4, 8] { #expect(abs(machine.estimate(at: providers).change - 0.1) < 1e-9) }
        // Each is as certain as all three together.
        #expect(abs(machine.estimate(at: 1).chance - 0.0025 / 3) < 1e-9)
        #expect(abs(machine.overall.chance - 0.0025 / 3) < 1e-9 && abs(machine.overall.change - 0.1) < 1e-9)
    }

    @Test func certainChangesStayWhatTheyAre() {
        let machine = change([-0.2, 0, 0.2], deviation: 0.01)
        #expect(abs(machine.estimate(at: 1).change + 0.2) < 0.005 && abs(machine.estimate(at: 4).change - 0.2) < 0.005)
        #expect(abs(machine.overall.change) < 1e-9)
        // Where no baseline was measured, it may be any of these.
        #expect(abs(machine.estimate(at: 8).change) < 1e-9 && machine.estimate(at: 8).chance > 0.03)
    }

    /// How much of it the port met is unknown, and some shows in no baseline.
    @Test func aPartOfTheChangeStaysUnknown() {
        #expect(abs(change([0.2], deviation: 0.01).estimate(at: 1).model - 0.0101) < 1e-9)
        #expect(abs(MachineChange([], unseen: 0.0001).estimate(at: 1).variance - 0.0001) < 1e-9)
        #expect(!MachineChange([], unseen: 0).isKnown && change([0], deviation: 0).isKnown)
        #expect(change([0, 0], deviation: 0).estimate(at: 1).change == 0)
    }
}
