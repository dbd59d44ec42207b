import AccessEnablerAPI
import Documents
import Evidence
import LoadResults
import Measurement
import Reports
import SchemaCheck
import Testing
import Timing

@testable import Load

/// Putting the parts of a run together.
@Suite struct LoadMergeTests {
    private static let profile = """
        providers: { count: [1, 2] }
        traffic: [{ journey: fan-out }]
        thresholds: [violations == 0, completion.p99 < 1s]
        """

    /// What was measured of the iterations with these numbers.
    private func figures(_ iterations: some Sequence<Int>) -> LoadFigures {
        var figures = LoadFigures()
        for iteration in iterations {
            let time = Duration.nanoseconds(Int64(iteration) * 7_919 % 9_000_001 + 100)
            figures.record(
                [(.completion, time), (.startDelay, time / 50)], providers: 1 + iteration % 2, isBaseline: false)
            figures.record([(.completion, time / 2)], providers: 1 + iteration % 2, isBaseline: true)
            figures.second(iteration / 100) { second in
                second.due += 1
                second.completed += 1
                second.baselineDue += iteration % 3 == 0 ? 1 : 0
                second.baselineCompleted += iteration % 6 == 0 ? 1 : 0
                second.errors["timeout", default: 0] += iteration % 10 == 0 ? 1 : 0
                second.completion.record(time.wholeNanoseconds)
            }
            figures.completed += 1
            figures.scales[1 + iteration % 2]?.completed += 1
            figures.scales[1 + iteration % 2]?.failed += iteration % 10 == 0 ? 1 : 0
            figures.iterations["fan-out", default: 0] += 1
            figures.verification.note("fastest responder", instances: 3, conclusive: 2)
            figures.verification.iterations += 1
        }
        return figures
    }

    private func result(_ figures: LoadFigures, stopped: Bool = false, busy: Double = 0.1) throws -> LoadReport {
        func usage(_ time: Duration) -> ProcessUsage {
            ProcessUsage(processorTime: time, residentBytes: 1_000_000, threads: 4, descriptors: 20)
        }
        return LoadReport(
            profile: try LoadFixture.profile(Self.profile),
            header: RunHeader(
                assayVersion: "1", portName: "port", portVersion: "1", implementation: "builtin",
                backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [],
                startedAt: 1_000),
            figures: figures,
            resources: [
                ResourceSample(time: .zero, generator: usage(.zero), backend: nil, machine: 0),
                ResourceSample(
                    time: .seconds(10), generator: usage(.seconds(20) * busy), backend: usage(.seconds(1)),
                    machine: busy),
            ],
            measured: .seconds(10), wasStopped: stopped, isVerified: true, maxInstances: 3,
            machine: .init(processors: 2, descriptorLimit: 1_024))
    }

    private func part(
        _ index: Int, of count: Int = 3, stopped: Bool = false, busy: Double = 0.1, specs: String = "abc"
    ) throws -> LoadPart {
        let share = try #require(MachineShare(index: index, count: count))
        return LoadPart(
            try result(figures((0..<3_000).filter { $0 % count == index }), stopped: stopped, busy: busy),
            .init(
                share: share, command: ["x", "--seed", "1"], specs: specs, host: "host-\(index)",
                start: .init(asked: 5, late: .milliseconds(3), clockOffset: .milliseconds(-2))))
    }

    @Test func connectionsThatAMachineRefusedSpeakAgainstTheWhole() throws {
        var refusing = try part(1)
        refusing.machine.refusedConnections = 2
        let read = try LoadPartRecord.part(LoadPartRecord.json(refusing))
        #expect(read.machine.refusedConnections == 2)
        #expect(
            try merged([part(0), read, part(2)]).validity.objections == [
                "the machine ran out of resources: the service providers refused 2 connections"
            ])
    }

    /// Files of other machines may say anything.
    @Test(arguments: [("machine", 1e300), ("machine", -1e300), ("stolen", 1.01)])
    func aShareIsNoMoreThanAll(key: String, value: Double) throws {
        var record = try #require(LoadPartRecord.json(try part(0)).object)
        var sample = try #require(record["resources"]?.array?.last?.object)
        sample[key] = .double(value)
        record["resources"] = .array([.object(sample)])
        let read = try LoadPartRecord.part(.object(record)).resources[0]
        #expect((0...1).contains(read.machine) && (0...1).contains(read.stolen))
    }

    /// A run is not longer than what was seen of it.
    @Test(arguments: [Int64.max, -1_000_000_000]) func aSampleOfTheEndOfTimeCostsNothing(time: Int64) throws {
        var end = try part(0)
        end.resources[1].time = .nanoseconds(time)
        let read = try LoadPartRecord.part(LoadPartRecord.json(end))
        #expect(read.otherProcessors.map { $0.isFinite } ?? true)
    }

    @Test func suspicionsAndWhatWasAskedForAreKept() throws {
        var parts = try (0..<3).map { try part($0) }
        let suspicion = IterationViolation(
            session: "s1", caseID: "c", time: .seconds(1), statements: ["AE-SP-007"], message: "m")
        for index in 0..<2 { parts[index].figures.verification.suspicions = [suspicion] }
        let read = try parts.map { try LoadPartRecord.part(LoadPartRecord.json($0)) }
        #expect(read[0].demand == parts[0].demand && parts[0].demand?.isEmpty == false)
        #expect(try merged(read).figures.verification.suspicions.map(\.session) == ["s1", "s1"])
    }

    private func merged(_ parts: [LoadPart]) throws -> LoadReport {
        try LoadMerge(parts).result(of: try LoadFixture.profile(Self.profile))
    }

    @Test func partsAddUpToWhatOneMachineWouldHaveRecorded() throws {
        let whole = figures(0..<3_000)
        let read = try [2, 0, 1].map { try LoadPartRecord.part(LoadPartRecord.json(try part($0))) }
        let sum = try merged(read)
        #expect(Set(sum.figures.phases.keys) == Set(whole.phases.keys))
        for (phase, histogram) in whole.phases {
            #expect(sum.figures.phases[phase]?.payload == histogram.payload)
        }
        for (providers, scale) in whole.scales {
            #expect(sum.figures.scales[providers]?.phases == scale.phases)
            #expect(sum.figures.scales[providers]?.baseline == scale.baseline)
            #expect(sum.figures.scales[providers]?.completed == scale.completed)
            #expect(sum.figures.scales[providers]?.failed == scale.failed)
        }
        #expect(sum.figures.seconds.map(\.completion.payload) == whole.seconds.map(\.completion.payload))
        #expect(sum.figures.seconds.map(\.errors) == whole.seconds.map(\.errors))
        #expect(sum.figures.seconds.map(\.baselineDue) == whole.seconds.map(\.baselineDue))
        #expect(sum.figures.seconds.map(\.baselineCompleted) == whole.seconds.map(\.baselineCompleted))
        #expect(sum.figures.completed == 3_000)
        #expect(sum.figures.verification.conclusiveShare == whole.verification.conclusiveShare)
        #expect(sum.verdict == .passed)
        #expect(sum.exitCode == .conformant)
        #expect(sum.maxInstances == 9)
        #expect(sum.machine.processors == 6)
    }

    /// A part that has kept all of its fan-outs has them in the order in which they came.
    @Test func fanOutsOfAPartAreKeptWheneverTheyCame() {
        func part(_ name: String) -> LoadFigures {
            var figures = LoadFigures()
            for number in 0..<200 {
                let waterfall = Waterfall(
                    session: "\(name)\(number)", completed: .zero, startDelay: .zero, branches: [])
                figures.scales[1, default: .init()].waterfalls.offer(response: .zero) { waterfall }
            }
            return figures
        }
        var whole = part("a")
        whole.add(part("b"))
        let kept = whole.scales[1]?.waterfalls.kept.map(\.session) ?? []
        for name in ["a", "b"] {
            let numbers = kept.filter { $0.hasPrefix(name) }.compactMap { Int($0.dropFirst()) }
            #expect(numbers.count == 100 && numbers.contains { $0 >= 150 })
        }
    }

    /// Thresholds are about the whole: a part has too few iterations for them.
    @Test func thresholdsAreDecidedOverAllParts() throws {
        let parts = try (0..<3).map { try part($0) }
        #expect(try merged(parts).thresholds.map(\.samples).max() == 3_000)
        #expect(try merged(parts).thresholds.allSatisfy { $0.holds == true })
    }

    @Test func aMissingPartMakesTheRunIncompleteAndIsNamed() throws {
        let result = try merged([try part(0), try part(2)])
        #expect(result.verdict == .incomplete)
        #expect(result.exitCode == .incomplete)
        #expect(result.missing == ["2/3"])
        #expect(LoadPage(result).html.source.contains("Part 2/3 is missing;"))
    }

    @Test func aPartWhoseMachineWasTooSlowMakesTheRunInvalidAndIsNamed() throws {
        let result = try merged([try part(0), try part(1, busy: 0.99), try part(2)])
        #expect(result.verdict == .invalid)
        #expect(result.validity.objections.contains { $0.hasPrefix("part 2/3 (host-1): the generator used") })
    }

    /// Samples were taken at the beginning and after ten seconds.
    @Test func whatMachinesTookIsAddedUpSecondBySecond() throws {
        let report = try merged([try part(0), try part(1), try part(2)])
        #expect(report.uses[3].generatorCPU.map { abs($0 - 0.6) < 0.001 } == true)
        #expect(report.uses[3].backendCPU == nil)
        #expect(report.uses[3].memory == 3_000_000)
        #expect(report.uses[15] == ResourceUse())
        #expect(report.parts.map(\.memory) == [1_000_000, 1_000_000, 1_000_000])
        var silent = try part(1)
        silent.resources = []
        // A sum over some of the machines would look like a run that took less.
        #expect(try merged([try part(0), silent]).uses[3] == ResourceUse())
    }

    @Test func partsOfDifferentRunsAreRefusedWithWhatIsDifferent() throws {
        func problem(_ parts: [LoadPart]) -> String? {
            do throws(LoadMerge.Problem) {
                _ = try LoadMerge(parts)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(problem([try part(0), try part(1, specs: "other")])?.contains("the specs is 'digest abc'") == true)
        #expect(problem([try part(0), try part(1, of: 4)])?.contains("the share is 'of 3' and 'of 4'") == true)
        #expect(problem([try part(1), try part(1)]) == "part 2/3 is there twice: from 'host-1' and from 'host-1'")
        #expect(problem([]) == "there is no part to merge")
    }

    @Test func aRecordKeepsEverything() throws {
        let part = try part(1, stopped: true)
        let json = LoadPartRecord.json(part)
        #expect(LoadPartRecord.json(try LoadPartRecord.part(json)) == json)
        let path = LoadFixture.root + "Specs/schema/load-part.schema.json"
        #expect(SchemaCheck(try JSON.parse(try File.read(path), file: path)).problems(of: json) == [])
    }

    /// Each member in turn is taken away or is something else: that is told, and nothing ends the process.
    @Test func aRecordThatIsNoneIsRefused() throws {
        let json = LoadPartRecord.json(try part(0))
        let members = try #require(json.object?.members)
        for index in members.indices {
            var without = members
            without.remove(at: index)
            #expect(throws: RecordError.self) { _ = try LoadPartRecord.part(.object(JSONObject(without))) }
            for wrong in [JSON.null, .string("x"), .int(.max), .int(.min), .array([.int(1)])]
            where !(members[index].key == "host" || members[index].key == "specs") || wrong.string == nil {
                var changed = members
                changed[index].value = wrong
                #expect(throws: RecordError.self) { _ = try LoadPartRecord.part(.object(JSONObject(changed))) }
            }
        }
    }

    @Test func progressAddsUpToTheRun() throws {
        var progress = LoadProgress()
        var completed = 0
        var sum = Histogram()
        for end in [10, 700, 701, 3_000] {
            let line = progress.line(
                figures(0..<end), at: .seconds(end), underWay: 2, sample: try result(figures(0..<1)).resources.last)
            completed += try #require(line["completed"]?.int?.within(0...1_000_000))
            if let payload = line["phases"]?["completion"]?.string {
                sum.add(try #require(Histogram(payload: payload)))
            }
            let path = LoadFixture.root + "Specs/schema/load-progress.schema.json"
            #expect(SchemaCheck(try JSON.parse(try File.read(path), file: path)).problems(of: line) == [])
        }
        #expect(completed == 3_000)
        #expect(sum.payload == figures(0..<3_000).phases[.completion]?.payload)
    }
}
