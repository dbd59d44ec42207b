import Documents
import Evidence
import LoadResults
import Measurement
import Reports
import SchemaCheck
import Testing

/// What two runs are said to differ in.
@Suite struct LoadComparisonTests {
    /// Iterations whose times are spread as those of a run are: one of them is fast or slow with the moment it is in.
    private func run(
        seed: UInt64, slower: Double = 1, machine: Double = 1, seconds: Int = 60, rate: Int = 20,
        tail: Double = 1, objections: [String] = []
    ) -> LoadComparison.Run {
        var random = SeededRandom(seed: seed)
        func spread() -> Double { (0..<4).reduce(0.4) { sum, _ in sum + random.unit() / 3 } }
        var blocks = TimeBlocks()
        for second in 0..<seconds {
            let moment = machine * (0.95 + 0.1 * random.unit())
            for providers in [1, 4, 16] {
                let overhead = 100_000 + 40_000 * Double(providers)
                for iteration in 0..<rate {
                    let isSlow = iteration % 25 == 0
                    blocks.record(
                        Int64(overhead * moment * slower * spread() * (isSlow ? 3 * tail : 1)),
                        .init(providers: providers, phase: .overhead, side: .implementation), second: second)
                    blocks.record(
                        Int64(80_000 * moment * spread()),
                        .init(providers: providers, phase: .startDelay, side: .implementation), second: second)
                }
                for _ in 0..<rate / 2 {
                    blocks.record(
                        Int64(overhead / 2 * moment * spread()),
                        .init(providers: providers, phase: .overhead, side: .baseline), second: second)
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
        #expect(abs(try #require(comparison.machine[.overhead]) - 0.3) < 0.05)
        #expect(abs(try #require(comparison.chief).change) < 0.05)
    }

    @Test func whatOnlyTheSlowestIterationsShowIsFound() throws {
        let comparison = compare(run(seed: 1, rate: 40), run(seed: 2, rate: 40, tail: 2))
        #expect(comparison.verdict == .slower)
        #expect(comparison.rows.filter { $0.verdict == .slower }.allSatisfy { $0.percentile == 99 })
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
        #expect(comparison.sufficient(for: 0.02, chief) > .seconds(6))
    }

    @Test func nothingIsConcludedFromAMeasurementThatFailed() {
        let failed = compare(run(seed: 1), run(seed: 2, slower: 3, objections: ["it was late"]))
        #expect(failed.verdict == .undecided && failed.exitCode == .incomplete)
        #expect(failed.sentence == "the measurement of run-2 failed: it was late")
        #expect(compare(run(seed: 1, seconds: 3), run(seed: 2)).verdict == .undecided)
    }

    @Test func everyWriterSaysTheSame() throws {
        let comparison = compare(run(seed: 1), run(seed: 2, slower: 1.1))
        let path = LoadFixture.root + "Specs/schema/load-comparison.schema.json"
        let json = LoadComparisonJSON.json(comparison)
        #expect(SchemaCheck(try JSON.parse(try File.read(path), file: path)).problems(of: json) == [])
        #expect(json["verdict"] == "SLOWER")
        #expect(LoadComparisonText(comparison).text.hasPrefix("SLOWER: overhead p50 by +"))
        #expect(LoadComparisonMarkdown(comparison).markdown.contains("## ❌ Load: slower"))
        #expect(LoadComparisonText(comparison, showsAll: true).text.contains("overhead p99"))
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
