import AccessEnablerAPI
import Documents
import Evidence
import Specification
import Testing

@testable import Checkers

/// The shipped tables of the API, read once, and cases written as contracts are.
struct Bench {
    let api: APITable
    let statements: [Statement]
    private let vocabulary: Vocabulary

    static let shared: Result<Bench, any Error> = Result { try Bench() }

    private init() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .map { $0 + "/" }.joined()
        let diagnostics = Diagnostics()
        let register = Register.read(
            try RegisterFile.yaml(below: root + "Specs/statements"), diagnostics: diagnostics)
        statements = register.statements
        api = APITable.read(
            try RegisterFile.yaml(below: root + "Specs/api"), register: register, diagnostics: diagnostics)
        var parameters: [String: [String]] = [:]
        for call in api.calls where !call.isConstructor {
            parameters[call.selector.rawValue] = call.arguments.map(\.name)
        }
        vocabulary = Vocabulary(
            calls: parameters.keys.sorted(), callbacks: api.callbacks.map(\.selector.rawValue),
            parameters: parameters, statements: Set(register.statements.map(\.id)), checks: Judge.checks)
        try #require(diagnostics.sorted.isEmpty)
    }

    var judge: Judge { Judge(api: api) }

    /// A case from the part of a contract that follows its head.
    func makeCase(_ body: String) throws -> Case {
        let text = """
            schema: assay/contract/2
            id: a-case
            title: A case
            level: MUST
            cites: [AE-CHKN-004]

            """ + body
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(text.utf8), file: "case.yaml")
        let cases = ContractReader(vocabulary: vocabulary)
            .cases(in: document, area: "area", file: "case.yaml", diagnostics: diagnostics)
        let mistakes = diagnostics.sorted.map(\.description)
        try #require(mistakes.isEmpty, "\(mistakes)")
        return try #require(cases.first)
    }

    func verdict(_ body: String, _ tape: Tape, _ header: RunHeader = .sample()) throws -> Verdict {
        let testCase = try makeCase(body)
        return judge.verdict(for: testCase, observations: walked(tape, by: testCase), header: header)
    }

    /// What a runner would record of the tape: each step that awaits something takes the first that no earlier one took.
    func walked(_ tape: Tape, by testCase: Case) -> [Observation] {
        var observations = tape.observations
        var taken: Set<Int> = []
        for (index, observation) in observations.enumerated() {
            guard case .stepEnded(let step, nil) = observation.event,
                case .await(let pattern, _) = testCase.steps[step].action
            else { continue }
            let began = observations.firstIndex { $0.event == .stepBegan(step) } ?? index
            let passed = taken.union(judge.repeated(in: Array(observations[..<began])))
            let took = observations[..<index].first { observation in
                !passed.contains(observation.sequence) && judge.matches(pattern, observation, Tape.bindings)
            }
            taken.formUnion([took?.sequence].compactMap(\.self))
            observations[index].event = .stepEnded(step, took: took?.sequence)
        }
        return observations
    }

    /// What one rule finds in a tape, for a case with a fixture.
    func findings(_ invariant: Invariant, _ tape: Tape, _ header: RunHeader = .sample()) throws -> [Finding] {
        invariant.findings(CaseTrace(try makeCase(Self.plain), tape.observations, header, rules: Rulebook(api: api)))
    }

    static let plain = """
        fixture:
          providers: { sp1: [A, B], sp2: [B, C] }
          resources: { news: granted }
        steps:
          - call: checkAuthentication
          - await: "setAuthenticationStatus:errorCode:"
        """
}

extension RunHeader {
    static func sample(
        _ platform: Platform = .iOS, _ version: SDKVersion = .newest, features: Set<PortFeature> = [.httpTap],
        without missing: Set<Selector> = []
    ) -> RunHeader {
        let calls: Set<Selector> = [
            .setRequestorServiceProviders, .checkAuthentication, .getAuthentication, .setSelectedProvider,
            .handleExternalURL, .logout, .getAuthorization, .checkAuthorization,
        ]
        return RunHeader(
            assayVersion: "1", portName: "port", portVersion: "1", implementation: "in process", backend: "embedded",
            platform: platform, version: version, seed: 1, features: features, calls: calls.subtracting(missing),
            startedAt: 0)
    }
}
