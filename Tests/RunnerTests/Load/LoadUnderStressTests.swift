import AccessEnabler
import AccessEnablerAPI
import LoadResults
import Reports
import Mutants
import Dispatch
import Documents
import Driver
import Evidence
import Load
import Measurement
import SchemaCheck
import Synchronization
import Testing
import Variants

extension WholeRuns {
    /// A load run says what it saw, whatever happens.
    @Suite struct LoadUnderStressTests {
        private static func profile(
            _ traffic: String, length: String = "iterations: 300", arrivals: String = "users: 8",
            providers: String = "count: 3, latency: 'uniform(1ms, 6ms)'", more: String = ""
        ) -> String {
            """
            schema: assay/load/2
            id: test
            title: Test
            \(length)
            arrivals: { \(arrivals) }
            providers: { \(providers) }
            mvpds: { each: 4, overlap: 50% }
            traffic: [\(traffic)]
            \(more)
            """
        }

        @Test func theReferenceIsMeasuredAndFoundRight() async throws {
            let rig = try LoadRig(
                Self.profile(
                    "{ journey: fan-out, weight: 6, reuse: 10 }, { journey: watch }, { contract: same-requestor }",
                    length: "iterations: 150", more: "baseline: 20%"))
            let result = try await rig.run(port: try ReferencePort())
            #expect(result.figures.verification.violations.map(\.message) == [])
            #expect(result.figures.errors.mapValues(\.sample) == [:])
            #expect(result.figures.completed == 150)
            for phase in Phase.allCases {
                #expect((result.figures.phases[phase]?.count ?? 0) > 0, "\(phase)")
            }
            let scale = try #require(result.figures.scales[3])
            #expect((scale.baseline[.service]?.count ?? 0) > 0)
            #expect((result.figures.verification.conclusiveShare ?? 0) > 0)
            let report = LoadJSON.report(result)
            let path = Workbench.packageFolder + "/Specs/schema/load-report.schema.json"
            let schema = SchemaCheck(try JSON.parse(try File.read(path), file: path))
            #expect(schema.problems(of: report) == [])
        }

        @Test(arguments: ["users: 8", "rate: 400/s"])
        func iterationsAreWalkedOnTheThreadThatRepliesArriveOn(arrivals: String) async throws {
            let rig = try LoadRig(
                Self.profile(
                    "{ journey: fan-out, weight: 6, reuse: 10 }, { journey: watch }", length: "iterations: 150",
                    arrivals: arrivals, more: "baseline: 20%"))
            let result = try await rig.run { recorder in
                let network = try CurlNetwork(sendsDirectly: true)
                return InProcessImplementation(
                    port: ReferencePort(network: network), recorder: recorder, isTrusted: true,
                    executor: network.executor)
            }
            #expect(result.figures.verification.violations.map(\.message) == [])
            #expect(result.figures.errors.mapValues(\.sample) == [:])
            #expect(result.figures.completed == 150)
            #expect(result.figures.baselineIterations > 0)
            #expect(result.figures.scales.values.reduce(0) { $0 + $1.completed } == result.figures.ownCompleted)
        }

        @Test func eachUserHasAnApplicationOfTheirOwnWhileTheyThink() async throws {
            let rig = try LoadRig(
                Self.profile(
                    "{ journey: configure, reuse: 1000, think: 200ms }", length: "iterations: 150",
                    arrivals: "users: 30"))
            let result = try await rig.run(port: try ReferencePort())
            #expect(result.figures.completed == 150)
            #expect(result.maxInstances >= 30)
        }

        /// What says a picker or an answer twice is right, or breaks what it only should keep: no iteration is held
        /// against it.
        @Test(arguments: ["picker-twice", "picker-again"])
        func aRightPortThatSaysThingsTwiceIsSuspectedOfNothing(id: String) async throws {
            let rig = try LoadRig(
                Self.profile("{ journey: sign-in }, { journey: watch }, { journey: fan-out }", length: "iterations: 60")
            )
            let variant = try #require(Variant.named(id))
            let result = try await rig.run(port: variant.port(over: try CurlNetwork()))
            #expect(result.figures.verification.violations.map(\.message) == [])
            #expect(result.figures.completed == 60)
        }

        /// No order of replies is enforced, and yet each of these shows within a thousand fan-outs.
        @Test(
            arguments: [
                "last-wins", "url-order", "random", "attributes-of-the-slowest", "one-mvpd-wrong",
                "one-mvpd-missing", "skips-a-provider",
            ])
        func aWrongMergeIsCaughtWithinAThousandFanOuts(id: String) async throws {
            let rig = try LoadRig(
                Self.profile(
                    "{ journey: fan-out, reuse: 20 }", length: "iterations: 1000",
                    providers: "count: 3, latency: 'uniform(1ms, 60ms)'"))
            let mutant = try #require(Mutant.named(id))
            let result = try await rig.run(until: { $0.verification.violationCount > 0 }, port: try mutant.port())
            #expect(result.figures.verification.violationCount > 0)
            #expect(result.verdict == (result.validity.isValid ? .violated : .invalid))
            #expect(result.exitCode == .failed)
        }

        /// Who waits for a stalled service without being served yet has waited all the same.
        @Test func aStallOfTheBackendShowsInTheResponseTimeAndNotInTheServiceTime() async throws {
            let stalled = Mutex(0)
            let never = DispatchSemaphore(value: 0)
            let rig = try LoadRig(
                Self.profile(
                    "{ journey: configure, reuse: 1000 }", length: "iterations: 800",
                    arrivals: "process: constant, rate: 200/s", providers: "count: 1",
                    more: "limit: 4\nover-limit: queue"))
            let result = try await rig.run(
                disturb: { observation in
                    guard case .request = observation.event else { return }
                    let isTheOne = stalled.withLock { count in
                        count += 1
                        return count == 300
                    }
                    if isTheOne { _ = never.wait(timeout: .now() + .seconds(3)) }
                }, port: try BaselinePort())
            let response = try #require(result.figures.phases[.completion])
            let service = try #require(result.figures.phases[.service])
            // So long that a slow machine is nothing beside it.
            #expect(response.value(at: 99) > 1_500_000_000)
            #expect(service.max > 2_900_000_000)
            #expect(service.value(at: 95) < response.value(at: 99) / 2)
        }

        @Test(arguments: ["drop", "queue"])
        func tenTimesTheCapacityIsOverloadAndNeverFastEnough(overLimit: String) async throws {
            // Ten iterations at once of a tenth of a second each are a hundred a second.
            let rig = try LoadRig(
                Self.profile(
                    "{ journey: configure, reuse: 1000 }", length: "duration: 1s",
                    arrivals: "process: constant, rate: 1000/s", providers: "count: 1, latency: 100ms",
                    more: "limit: 10\nover-limit: \(overLimit)\nthresholds: [completion.p50 < 100s]"))
            let result = try await rig.run(port: try BaselinePort())
            #expect(result.figures.dropped > 500)
            #expect(result.verdict == .overloaded || overLimit == "queue" && result.verdict == .invalid)
            // What was completed is told, and so is that it was under overload.
            let json = LoadJSON.report(result)
            #expect(json["phases"]?.object?.keys.contains("completion") ?? false)
            #expect(json["verdict"]?.string == result.verdict.rawValue)
        }

        @Test func aRunThatIsStoppedReportsWhatItSaw() async throws {
            let rig = try LoadRig(Self.profile("{ journey: fan-out, reuse: 20 }", length: "duration: 1h"))
            let result = try await rig.run(until: { $0.completed >= 50 }, port: try ReferencePort())
            #expect(result.wasStopped)
            #expect(result.figures.completed >= 50)
            #expect(result.figures.verification.violationCount == 0)
            #expect(result.figures.failed == 0)
        }

        /// Their time to wait would be over long after the test.
        @Test func iterationsThatWaitInVainAreBrokenOffWhenTheRunIsStopped() async throws {
            let rig = try LoadRig(
                Self.profile("{ journey: configure }", length: "duration: 1h", arrivals: "rate: 100/s"))
            let port = try #require(Mutant.named("silent")).port()
            let result = try await rig.run(
                until: { figures in
                    figures.seconds.reduce(0) { $0 + $1.begun } >= 20
                }, deadline: .seconds(3_600), port: port)
            #expect(result.verdict == .stopped || result.verdict == .invalid)
            #expect(result.figures.errors.mapValues(\.sample) == [:])
            #expect(result.figures.discarded >= 20)
            #expect(result.figures.verification.iterations == 0)
        }

        /// An adapter is told calls in numbers that rise, through all the iterations that a session serves.
        @Test func aSessionOfAnAdapterServesManyIterations() async throws {
            let command = ["python3", "-B", Workbench.packageFolder + "/Examples/python/adapter.py"]
            let rig = try LoadRig(
                Self.profile("{ journey: fan-out, reuse: 10 }", length: "iterations: 60", arrivals: "users: 2"))
            let result = try await rig.run { recorder in
                try await ProcessImplementation.start(
                    .command(command), recorder: recorder, suiteVersion: "test", version: .newest, platform: .iOS)
            }
            #expect(result.figures.errors.mapValues(\.sample) == [:])
            #expect(result.figures.verification.violations.map(\.message) == [])
            #expect(result.figures.completed == 60)
        }

        /// What a later iteration of a session shows is judged as if the session had begun with it.
        @Test func aWrongIterationIsFoundWhicheverOfItsSessionItIs() async throws {
            let rig = try LoadRig(
                Self.profile("{ journey: fan-out, reuse: 1000 }", length: "iterations: 400", arrivals: "users: 1"))
            let port = try #require(Mutant.named("one-mvpd-missing")).port()
            let result = try await rig.run(until: { $0.verification.violationCount >= 12 }, port: port)
            #expect(result.figures.verification.violationCount >= 12)
            let sessions = Set(result.figures.verification.violations.map(\.session))
            #expect(sessions.count < result.figures.verification.violationCount)
        }

        /// The implementation dies again and again; what others did before and after is recorded.
        @Test func aCrashOfTheImplementationLosesNothingRecorded() async throws {
            let script = """
                import os, runpy, sys
                folder = sys.argv.pop(1)
                sys.path.insert(0, folder)
                import accessenabler
                calls = [0]
                original = accessenabler.AccessEnabler.set_requestor
                def replaced(self, *arguments, **more):
                    calls[0] += 1
                    if calls[0] == 60: os._exit(9)
                    return original(self, *arguments, **more)
                accessenabler.AccessEnabler.set_requestor = replaced
                runpy.run_path(folder + "/adapter.py", run_name="__main__")
                """
            let command = ["python3", "-B", "-c", script, Workbench.packageFolder + "/Examples/python"]
            let rig = try LoadRig(
                Self.profile("{ journey: configure, reuse: 10 }", length: "iterations: 120", arrivals: "users: 4"))
            let result = try await rig.run { recorder in
                try await ProcessImplementation.start(
                    .command(command), recorder: recorder, suiteVersion: "test", version: .newest, platform: .iOS)
            }
            let figures = result.figures
            #expect(figures.errors["portGone"] != nil)
            // It dies in its 60th call, and the iterations of all four users with it.
            #expect(figures.completed >= 56)
            #expect(figures.completed + figures.failed == 120)
            #expect(figures.phases[.completion]?.count == figures.completed)
            #expect(result.verdict == (result.validity.isValid ? .violated : .invalid))
        }
    }
}
