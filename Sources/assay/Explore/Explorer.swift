import AccessEnablerAPI
import Checkers
import Cryptography
import Documents
import Encodings
import Evidence
import Exploration
import Model
import Runner
import Specification
import Synchronization
import Timing

/// Explores one port as one release on one platform.
struct Explorer {
    let specifications: Specifications
    let choice: ImplementationChoice
    let leg: Leg
    var wire = Wire.sdk
    var seed: UInt64 = 1
    var focus: Focus?
    var statement: String?
    var corpus: [Choices] = []
    var jobs = 96
    /// How many rounds of scenarios are under way at once; they share the jobs.
    var lanes = 24
    /// Whether what fails is made small and seen once more with full care.
    var shrinks = true
    /// How long something is waited for before it is looked whether the port is still at it.
    var deadline = Duration.milliseconds(700)
    var interrupt: Interrupt?
    /// Tells the user what to do for an adapter to dial in.
    var tell: @Sendable (String) -> Void = { _ in }
    /// When nothing more is begun; nil where only the number of scenarios counts.
    var end: MonotonicTime?
    /// When what is under way is broken off; what was not judged by then is not known.
    var cutOff: MonotonicTime?
    /// Whether the first failure is enough.
    var stopsAtFirst = false
    /// Whether what the documents advise is looked for, too.
    var isAdvised = false

    /// The search when it is over; a scenario that is no contract ends it.
    ///
    /// - Parameter found: told of each failure, when it has been made small.
    func explore(
        atMost limit: Int = .max, found: (Explored) -> Void = { _ in }
    ) async throws(ToolError) -> Exploration {
        let arena = Arena(specifications: specifications, choice: choice, leg: leg, wire: wire)
        let field = try await arena.open(
            endpoints: 8, processes: choice.isProgram ? 2 : 1, interrupt: interrupt, tell: tell)
        let stage = Stage(isTelevision: leg.platform == .tvOS, wire: wire)
        let jobs = min(jobs, field.sessionLimit ?? .max)
        let lanes = min(lanes, jobs)
        let bench = Bench(explorer: self, field: field, storage: arena.storageFolder, jobs: jobs, lanes: lanes)
        var exploration = Exploration(
            Generator(
                seed: seed, on: stage,
                abilities: abilities(field.header.features), calls: calls(field.header.calls),
                focus: focus, statement: statement, corpus: corpus, isAdvised: isAdvised,
                processCost: choice.isProgram ? 20 : 0),
            digest: { Hex.encode(Digest.sha256(Array($0.utf8))) },
            judge: { await bench.judge($0, $1) })
        exploration.lanes = lanes
        (exploration.width, exploration.maxWidth) = (min(4, 2 * jobs), max(2, 2 * jobs / lanes))
        exploration.stopsAtFirst = stopsAtFirst
        exploration.isAdvised = isAdvised
        exploration.shrinks = shrinks
        exploration.isOver = { [interrupt, end] in
            interrupt?.hasCome == true || end.map { MonotonicTime.now() >= $0 } == true || !bench.mistakes.isEmpty
        }
        await exploration.explore(atMost: limit, found: found)
        await field.close()
        exploration.mistakes = bench.mistakes
        return exploration
    }
}

extension Exploration {
    func checkForMistakes() throws(ToolError) {
        guard !mistakes.isEmpty else { return }
        throw ToolError(exitCode: .suite, message: "a scenario is no contract\n" + mistakes.joined(separator: "\n"))
    }
}

extension Explorer {
    /// The names of a port's calls; nil where it has all that there are.
    private func calls(_ own: Set<Selector>) -> Set<String>? {
        let all = specifications.api.calls.filter {
            $0.platforms.contains(leg.platform) && $0.versions.contains(leg.version)
        }
        return own.isSuperset(of: all.map(\.selector)) ? nil : Set(own.map(\.rawValue))
    }

    /// What scenarios may ask of a port with these features.
    private func abilities(_ features: Set<PortFeature>) -> Set<Ability> {
        Set(
            Ability.allCases.filter { ability in
                switch ability {
                case .expiry: features.isSuperset(of: [.clockAdvance, .clockAhead])
                case .account: features.contains(.platformSSO)
                case .safari: features.contains(.safariViewController) && wire.traits.contains(.loginHints)
                case .defaultProvider: features.contains(.defaultServiceProvider)
                case .optionalCallbacks: features.contains(.optionalCallbacks)
                case .damage: features.isSuperset(of: [.persistentStorage, .storageDamage])
                case .update: features.contains(.storageUpgrade)
                case .applications: features.contains(.applications)
                }
            })
    }
}

/// Where contracts that were just made are judged.
private final class Bench: Sendable {
    private struct State {
        var nextNumber = 0
        var mistakes: [String] = []
    }

    private let explorer: Explorer
    private let field: Arena.Field
    private let storage: String
    private let jobs: Int
    private let lanes: Int
    private let state = Mutex(State())
    private let contracts: ForeignContracts
    private let caseJudge: Judge
    private let consistency: Consistency

    init(explorer: Explorer, field: Arena.Field, storage: String, jobs: Int, lanes: Int) {
        self.explorer = explorer
        self.field = field
        self.storage = storage
        self.jobs = jobs
        self.lanes = lanes
        let specifications = explorer.specifications
        contracts = ForeignContracts(specifications, SpecFolder.dialect)
        caseJudge = Judge(api: specifications.api, statements: specifications.register.statements)
        consistency = Consistency(specifications.register)
    }

    var mistakes: [String] { state.withLock { $0.mistakes } }

    func judge(_ trials: [Exploration.Trial], _ care: Exploration.Care) async -> [Verdict?] {
        let cases = cases(of: trials)
        let first = state.withLock { state in
            defer { state.nextNumber += cases.count }
            return state.nextNumber
        }
        var configuration = RunConfiguration(
            platform: explorer.leg.platform, version: explorer.leg.version, seed: explorer.seed,
            // What is judged alone may have sessions that belong together, and has the port to itself.
            jobs: trials.count == 1 ? jobs : jobs / lanes, deadline: explorer.deadline, storageFolder: storage)
        configuration.firstNumber = first
        if care != .hasty { configuration.deadline = .seconds(5) }
        if care != .full {
            configuration.looks = 0
            configuration.maxWait = configuration.deadline * 6
            configuration.repetition = RepetitionPlan(trials: 0)
        }
        let work = Task { [configuration] in
            await field.run(cases, configuration, judging: CaseEvaluator(caseJudge).judging)
        }
        let listener = explorer.interrupt?.listen { work.cancel() }
        defer { if let listener { explorer.interrupt?.forget(listener) } }
        let timer = explorer.cutOff.map { cutOff in
            Task {
                try? await Task.sleep(for: cutOff - MonotonicTime.now())
                work.cancel()
            }
        }
        let result = await work.value
        timer?.cancel()
        let verdicts = Dictionary(consistency.applied(to: result.verdicts).map { ($0.contractID, $0) }) {
            $0.decides(over: $1) ? $0 : $1
        }
        return trials.map { verdicts[$0.id] }
    }

    private func cases(of trials: [Exploration.Trial]) -> [Case] {
        let diagnostics = Diagnostics()
        let files = trials.map {
            Catalog.File(path: "\($0.id).yaml", area: SpecFolder.foreignArea, bytes: Array($0.text.utf8))
        }
        let cases = contracts.cases(in: files, diagnostics)
        guard !diagnostics.isEmpty else { return cases }
        let wrong = diagnostics.sorted
        let texts = trials.filter { trial in wrong.contains { $0.file == "\(trial.id).yaml" } }.prefix(1).map(\.text)
        state.withLock { $0.mistakes += wrong.prefix(5).map(\.description) + texts }
        return []
    }
}

extension Verdict {
    /// Whether it says more of a contract than the verdict on another of its cases.
    func decides(over other: Verdict) -> Bool {
        let order: [Outcome] = [.crash, .fail, .warn, .inconclusive, .notTestable]
        return (order.firstIndex(of: outcome) ?? order.count) <= (order.firstIndex(of: other.outcome) ?? order.count)
    }
}
