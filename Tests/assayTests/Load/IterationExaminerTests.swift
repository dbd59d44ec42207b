import AccessEnablerAPI
import Checkers
import Documents
import Evidence
import LoadResults
import Runner
import Specification
import Synchronization
import Testing
import Timing

@testable import Load
@testable import assay

/// What an iteration under load fails by, where its service providers tell of it later than the port.
@Suite struct IterationExaminerTests {
    private static let profile = """
        schema: assay/load/2
        id: x
        title: X
        duration: 10s
        arrivals: { rate: 100/s }
        providers: { count: 2 }
        traffic: [{ journey: fan-out }]
        """

    private let users: LoadUsers
    private let instance: Instance
    private let judge: Judge
    /// When the iteration began.
    private let start: MonotonicTime

    init() throws {
        let specifications = try ShippedFolder.read().specifications
        judge = Judge(api: specifications.api, statements: specifications.register.statements)
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(Self.profile.utf8), file: "x.yaml")
        let profile = try #require(
            LoadProfileReader(cases: []).profile(in: document, file: "x.yaml", diagnostics: diagnostics))
        users = LoadUsers(profile, LoadTemplates(profile, cases: []))
        instance = Instances().make(0, of: nil, users, baseURLs: ["http://127.0.0.1:1", "http://127.0.0.1:2"])
        instance.begin()
        start = .now()
    }

    // MARK: - What was seen

    private func observe(_ milliseconds: Int, _ event: Event) {
        instance.take(
            Observation(
                sequence: 0, time: start + .milliseconds(milliseconds), session: instance.session, event: event))
    }

    private func callback(_ milliseconds: Int, _ selector: Selector, _ arguments: [Message.Argument] = []) {
        observe(
            milliseconds,
            .callback(CallbackEvent(number: 0, message: Message(selector, arguments), thread: "main", duringCall: nil)))
    }

    /// A configuration that a provider was asked for then, and gave a millisecond later.
    private func exchange(_ provider: Int, at milliseconds: Int) {
        let time = start + .milliseconds(milliseconds)
        instance.take(
            FeedExchange(
                session: 0, exchange: UInt64(provider + 1), provider: provider, status: 200, asked: time,
                received: time, answered: time + .milliseconds(1), left: time + .milliseconds(1), isBroken: false))
    }

    /// An iteration that gave up its wait: the configuration was complete at last when it was over.
    private func lateCompletion() {
        observe(0, .stepBegan(0))
        observe(
            1,
            .call(
                number: 0,
                Message(
                    .setRequestorServiceProviders,
                    [.init("requestorID", "r"), .init("urls", ["http://127.0.0.1:1", "http://127.0.0.1:2"])])))
        observe(2, .callReturned(number: 0))
        observe(3, .stepEnded(0))
        observe(4, .stepBegan(1))
        observe(100, .stepFailed(1, StepFailure(.noEvidence, "what the step waits for did not come")))
        callback(200, .setRequestorComplete, [.init("status", 1)])
    }

    private func violations(knownUpTo milliseconds: Int?) -> [IterationViolation] {
        var iteration = WalkedIteration(
            instance: instance, due: start, ended: start + .milliseconds(110), isWarmUp: false,
            failure: StepFailure(.noEvidence, "what the step waits for did not come"))
        if let milliseconds { iteration.known = start + .milliseconds(milliseconds) }
        return examiner.examine(iteration).violations
    }

    private var examiner: IterationExaminer { examiner { _ in } }

    private func examiner(keeping: @escaping @Sendable ([Observation]) -> Void) -> IterationExaminer {
        IterationExaminer(
            users: users, header: header, start: start,
            providers: LoadProviders(
                baseURLs: ["http://127.0.0.1:1", "http://127.0.0.1:2"], areSimulated: true, close: { _ in }),
            verifies: true, deadline: .seconds(10),
            verdict: { judge.verdict(for: $0, observations: $1, header: $2) },
            nominate: { _, _, observations, _ in
                keeping(observations)
                return nil
            })
    }

    private var header: RunHeader {
        RunHeader(
            assayVersion: "1", portName: "port", portVersion: "1", implementation: "builtin",
            backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [],
            calls: [.setRequestorServiceProviders, .getAuthentication, .setSelectedProvider], startedAt: 0)
    }

    // MARK: - The tests

    /// The port has said that it is complete, and the requests that it followed from are still on their way here.
    @Test func whatCameAfterTheBackendsLastNewsIsNotLookedAt() {
        lateCompletion()
        #expect(violations(knownUpTo: 120).isEmpty)
        // Were it looked at, the port would have made its configuration up; and even that would have to be seen again.
        let unwarranted = violations(knownUpTo: nil)
        #expect(unwarranted.map(\.statements) == [["AE-REQ-006", "AE-REQ-008"]])
        #expect(unwarranted.map(\.ground) == [.order])
    }

    @Test func whatIsKnownInTimeExplainsTheCompletion() {
        lateCompletion()
        exchange(0, at: 150)
        #expect(violations(knownUpTo: 250).isEmpty)
    }

    /// A request that an earlier iteration of the same instance made explains nothing, and counts for nothing.
    @Test func whatHappenedBeforeTheIterationIsOfAnother() throws {
        lateCompletion()
        exchange(0, at: -50)
        #expect(violations(knownUpTo: 250).map(\.statements) == [["AE-REQ-006", "AE-REQ-008"]])
    }

    /// What a port writes may have the password of its user in it.
    @Test func thePasswordOfAnIterationIsNotKept() throws {
        let password = instance.canaries.password
        lateCompletion()
        observe(210, .portOutput(stream: "stderr", line: "hello \(password)"))
        let kept = Mutex<[Observation]>([])
        var iteration = WalkedIteration(
            instance: instance, due: start, ended: start + .milliseconds(110), isWarmUp: false)
        iteration.failure = StepFailure(.noEvidence, "what the step waits for did not come")
        let examiner = examiner { observations in kept.withLock { $0 += observations } }
        #expect(!examiner.examine(iteration).violations.isEmpty)
        let lines = kept.withLock { $0 }.compactMap { observation in
            if case .portOutput(_, let line) = observation.event { line } else { nil }
        }
        #expect(lines == ["hello \(Redactor.digest(of: password))"])
    }

    /// The backend is heard, and nothing else is seen of the iteration for longer than is waited; before that it goes
    /// on.
    @Test(arguments: [(seen: 2_900, complete: 3_200, settles: false), (seen: 100, complete: 3_200, settles: true)])
    func anIterationOfWhichSomethingIsStillSeenIsNotOver(seen: Int, complete: Int, settles: Bool) {
        exchange(0, at: seen)
        let settled = Mutex<[WalkedIteration]>([])
        let settler = Settler(examiner, shortage: { nil })
        settler.take(
            WalkedIteration(
                instance: instance, due: start, ended: start + .milliseconds(50), isWarmUp: false, failure: nil,
                whenSettled: { iteration in settled.withLock { $0.append(iteration) } }))
        settler.backendIsComplete(upTo: start + .milliseconds(complete))
        #expect(settled.withLock { $0.count } == (settles ? 1 : 0))
        // Nobody else gets an instance that may still be asking.
        #expect(settled.withLock { $0.allSatisfy(\.hasRest) })
    }
}
