import AccessEnablerAPI
import Driver
import Evidence
import Runner
import Specification
import Synchronization
import Testing
import Timing

/// What is made of instances that are never made.
@Suite struct OpeningsTests {
    private let plain: Case
    private let stored: Case

    init() throws {
        let bench = try Workbench()
        plain = try #require(bench.cases { $0.id == "sign-in" }.first)
        stored = try #require(bench.cases { $0.fixture.persistentStorage }.first)
    }

    private func seen(_ testCase: Case, _ events: [Event]) -> CaseOpenings {
        let observations = events.enumerated().map { number, event in
            Observation(
                sequence: number, time: MonotonicTime(nanoseconds: Int64(number)), session: SessionID("s"), event: event
            )
        }
        return CaseOpenings(in: observations, of: testCase)
    }

    private func opened(_ part: Int) -> Event {
        .sessionOpened(SessionHeader(caseID: "c", attempt: Attempt(0), part: part, bindings: [:]))
    }
    private var hung: Event { .stepFailed(0, StepFailure(.portGone, "no instance was made within 10 seconds")) }

    @Test func whatIsMadeIsKnownByTheStepAfterIt() {
        let first = OpeningKind(stored, part: 0)
        let again = OpeningKind(stored, part: 1)
        #expect(first != again && first != OpeningKind(plain, part: 0))
        #expect(seen(stored, [opened(0), hung]).lost == first)
        #expect(seen(stored, [opened(0), hung]).made == [])
        let restarted = seen(stored, [opened(0), .stepBegan(0), .sessionClosed, opened(1), hung])
        #expect(restarted.made == [first] && restarted.lost == again)
        let lostLater = seen(stored, [opened(0), .stepBegan(0), hung])
        #expect(lostLater.made == [first] && lostLater.lost == nil)
        let refused = seen(stored, [opened(0), .stepFailed(0, StepFailure(.unsupported, "no"))])
        #expect(refused.lost == nil && refused.made == [])
    }

    @Test func threeOfAKindAloneAreBelievedUnlessOneWasEverMade() {
        let (kind, other) = (OpeningKind(plain, part: 0), OpeningKind(stored, part: 0))
        let lost = seen(plain, [opened(0), hung])
        var openings = Openings()
        openings.take(seen(stored, [opened(0), .stepBegan(0)]), isAlone: false)
        for _ in 0..<32 { openings.take(lost, isAlone: false) }
        #expect(!openings.isHopeless(kind))
        for _ in 0..<2 { openings.take(lost, isAlone: true) }
        #expect(!openings.isHopeless(kind))
        openings.take(lost, isAlone: true)
        #expect(openings.isHopeless(kind) && !openings.isHopeless(other))
        openings.take(seen(plain, [opened(0), .stepBegan(0)]), isAlone: true)
        #expect(!openings.isHopeless(kind))
    }

    /// Where none was ever made, one of each further kind is enough.
    @Test func aPortThatHasNeverMadeAnInstanceIsBelievedSooner() {
        var openings = Openings()
        for _ in 0..<3 { openings.take(seen(plain, [opened(0), hung]), isAlone: true) }
        #expect(!openings.isHopeless(OpeningKind(stored, part: 0)))
        openings.take(seen(stored, [opened(0), hung]), isAlone: true)
        #expect(openings.isHopeless(OpeningKind(stored, part: 0)))
    }
}

extension WholeRunsThatWait {
    /// Ports that hang where an instance is to be made.
    @Suite struct HangingOpeningTests {
        /// The port in Python, with something else before an instance on a storage is made, or any is.
        private func run(
            _ body: String, where condition: String, jobs: Int, _ cases: [Case]
        ) async throws -> (verdicts: [Verdict], opened: Int) {
            let command = AdaptersAtFaultTests.adapter(opening: "if \(condition): \(body)")
            let opened = Mutex(0)
            var limits = ProcessLimits()
            limits.start = .seconds(120)
            // Long enough for an instance on a busy machine.
            limits.session = .seconds(3)
            limits.ping = .seconds(1)
            limits.grace = .milliseconds(500)
            let verdicts = try await Workbench().run(cases, jobs: jobs) { observation in
                if case .sessionOpened = observation.event { opened.withLock { $0 += 1 } }
            } _: { [limits] recorder in
                try await ProcessImplementation.start(
                    .command(command), recorder: recorder, suiteVersion: "test", version: .newest, platform: .iOS,
                    limits: limits)
            }
            return (verdicts, opened.withLock { $0 })
        }

        /// Whoever hangs so is a crash, each of them; the others have their verdicts (P-58).
        @Test(arguments: ["return", "time.sleep(1000)"])
        func whereOneKindHangsTheOthersKeepTheirVerdicts(body: String) async throws {
            let bench = try Workbench()
            let stored = try #require(bench.cases { $0.id == "storage-survives-restart" }.first)
            let others = bench.cases { AdaptersAtFaultTests.contracts.contains($0.contractID) }
            let (verdicts, _) = try await run(
                body, where: #""storage" in configuration"#, jobs: 32,
                Array(repeating: stored, count: 6) + others)
            let hanging = verdicts.filter { $0.caseID == stored.id }
            #expect(hanging.count == 6 && verdicts.count == 6 + others.count && others.count > 3)
            for verdict in hanging { #expect(verdict.outcome == .crash, "\(verdict)") }
            for verdict in verdicts where verdict.caseID != stored.id {
                #expect(verdict.outcome == .pass, "\(verdict)")
            }
            let known = hanging.filter { $0.findings.contains { $0.message == Openings.finding.message } }
            #expect(known.count == 3, "three were tried alone")
        }

        /// P-59.
        @Test func whereAllHangThreeAreTriedAloneAndTheRestIsLeft() async throws {
            let one = try #require(try Workbench().cases { $0.id == "sign-in" }.first)
            let (verdicts, opened) = try await run("return", where: "True", jobs: 4, Array(repeating: one, count: 40))
            #expect(verdicts.count >= 4 && verdicts.count < 12)
            for verdict in verdicts { #expect(verdict.outcome == .crash, "\(verdict)") }
            #expect(opened == verdicts.count + 3)
        }
    }
}
