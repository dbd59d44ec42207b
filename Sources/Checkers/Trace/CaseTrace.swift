import AccessEnablerAPI
import Encodings
import Evidence
import ServiceProtocol
import Specification

/// What one case did and saw, with the case's names for it.
///
/// A *position* is an index into `observations`; reports speak of sequence numbers instead.
struct CaseTrace {
    let testCase: Case
    let header: RunHeader
    let rules: Rulebook
    let observations: [Observation]
    /// What the names of the case stand for in its session.
    let bindings: [String: String]
    /// The case's names of MVPDs, by their IDs.
    let namesOfMVPDs: [ExactText: String]
    /// How a provider lists MVPDs, by its name and their IDs.
    let listings: [String: [ExactText: Fixture.Listing]]
    /// The step that could not be done, where there is one.
    private(set) var failure: (step: Int, failure: StepFailure, position: Int)?
    private var began: [Int: Int] = [:]
    private var ended: [Int: Int] = [:]
    /// By step: the position of what it awaited, or of the call it made.
    private var landmarks: [Int: Int] = [:]
    /// The positions that steps waited for.
    private(set) var awaited: Set<Int> = []

    var api: APITable { rules.api }
    /// The statements that steps and expectations decide which name none of their own.
    var carrying: [String] { rules.weights.carrying(testCase) }

    init(_ testCase: Case, _ observations: [Observation], _ header: RunHeader, rules: Rulebook) {
        self.testCase = testCase
        self.header = header
        self.rules = rules
        self.observations = observations
        let bindings = Self.bindings(of: observations)
        self.bindings = bindings
        // Some lists are of thousands.
        listings = testCase.fixture.providers.reduce(into: [:]) { listings, provider in
            let listed = provider.mvpds.map { (ExactText(bindings[$0.name] ?? $0.name), $0) }
            listings[provider.name] = Dictionary(listed) { first, _ in first }
        }
        namesOfMVPDs = listings.values.reduce(into: [:]) { $0.merge($1.mapValues(\.name)) { first, _ in first } }
        var positionOfCall: [Int: Int] = [:]
        var taken: [Int: Int] = [:]
        for (position, observation) in observations.enumerated() {
            switch observation.event {
            case .stepBegan(let step): began[step] = position
            case .stepEnded(let step, let took):
                ended[step] = position
                if let took { taken[took] = step }
            case .stepFailed(let step, let failure): self.failure = (step, failure, position)
            case .call(let number, _): positionOfCall[number] = position
            default: break
            }
        }
        var calls = 0
        for (index, step) in testCase.steps.enumerated() {
            guard case .call = step.action else { continue }
            landmarks[index] = positionOfCall[calls]
            calls += 1
        }
        for (position, observation) in observations.enumerated() {
            guard let step = taken[observation.sequence] else { continue }
            landmarks[step] = position
            awaited.insert(position)
        }
    }

    private static func bindings(of observations: [Observation]) -> [String: String] {
        for observation in observations {
            if case .sessionOpened(let header) = observation.event { return header.bindings }
        }
        return [:]
    }
}

extension CaseTrace {
    /// What patterns mean at a position of the trace.
    func match(at position: Int) -> PatternMatch {
        var match = PatternMatch(
            rules: rules, name: { binding($0, at: position) }, labelled: { observation(labelled: $0) },
            isUnknownLabelMet: false)
        match.mvpdOfLogin = { mvpdOfLogin(at: $0, before: position) }
        return match
    }

    /// The MVPD that was last told of the page's code, or with which a code was last asked for at its provider.
    private func mvpdOfLogin(at page: String, before position: Int) -> String? {
        let code = URLParts(page)[RequestField.registrationCode.rawValue]
        let provider = provider(of: page)
        let requests = observations[..<position].reversed().compactMap { observation -> RequestEvent? in
            guard case .request(let request) = observation.event, request.purpose == .registrationCode else {
                return nil
            }
            return request[.mvpd] == nil ? nil : request
        }
        // What is told later of another code is of another login.
        let told = requests.first { code != nil && $0.path.split(separator: "/").last.map(String.init) == code }
        return (told ?? requests.first { $0.provider == provider && !$0.path.contains("/sessions/") })?[.mvpd]
    }

    /// - Parameter isForbidden: whether none may come, so that a request does not count that asks for more than that.
    func matches(_ pattern: Pattern, at position: Int, isForbidden: Bool = false) -> Bool {
        var match = match(at: position)
        match.isAskedWithAnother = !isForbidden
        return match.matches(pattern, observations[position])
    }

    /// The names every session binds, and the two that change while it goes on.
    func binding(_ name: String, at position: Int) -> String? {
        switch name {
        case "navigation.url":
            return observations[..<position].lazy.reversed().compactMap(\.event.navigation).first
        case "browser.url":
            return observations[..<position].lazy.reversed().compactMap { observation -> String? in
                guard case .browser(let browser) = observation.event, browser.kind == .customURL else { return nil }
                return browser.url
            }.first
        default:
            return bindings[name]
        }
    }

    /// What the step with the label awaited, or the call it made.
    func observation(labelled label: String) -> Observation? {
        step(labelled: label).flatMap { landmarks[$0] }.map { observations[$0] }
    }

    func landmark(of step: Int) -> Int? { landmarks[step] }

    /// The steps between which an expectation looks.
    func landmarks(of expectation: Expectation) -> [Finding.Landmark] {
        let first = expectation.after.flatMap { label in
            step(labelled: label).flatMap { step in
                start(after: step).map { landmark(label, at: quiet(in: step) ?? $0, isBeginning: true) }
            }
        }
        let last = expectation.before.flatMap { label in
            step(labelled: label).flatMap { quiet(in: $0) ?? landmarks[$0] ?? began[$0] }.map {
                landmark(label, at: $0, isBeginning: false)
            }
        }
        return [first, last].compactMap(\.self)
    }

    /// What a step that waits for quiet is known by.
    private func quiet(in step: Int) -> Int? {
        guard let began = began[step], let ended = ended[step], began <= ended else { return nil }
        return observations[began...ended].lastIndex { if case .quiet = $0.event { true } else { false } }
    }

    private func landmark(_ label: String, at position: Int, isBeginning: Bool) -> Finding.Landmark {
        Finding.Landmark(
            label, at: sequence(position), call: latestSelector(before: position + 1)?.rawValue ?? "",
            isBeginning: isBeginning)
    }

    /// The step of that number; nil where the case has none.
    func step(_ number: Int) -> Step? { testCase.steps.indices.contains(number) ? testCase.steps[number] : nil }

    private func step(labelled label: String) -> Int? {
        testCase.steps.firstIndex { $0.label == label }
    }

    /// Whether every step was done.
    var isComplete: Bool {
        testCase.steps.indices.allSatisfy { ended[$0] != nil }
    }

    /// The positions between the steps that an expectation names.
    ///
    /// Subtle: what a step sets off may be recorded before the step has ended, so a window opens at the call that was
    /// made, at the event that was awaited, or where an action began. It opens at the end of steps that only prepare.
    func window(of expectation: Expectation) -> Range<Int> {
        var lower = 0
        var upper = observations.count
        if let after = expectation.after {
            guard let step = step(labelled: after), let start = start(after: step) else { return 0..<0 }
            lower = start + 1
        }
        if let before = expectation.before {
            guard let step = step(labelled: before), let end = began[step] else { return 0..<0 }
            upper = end
        }
        return lower..<max(lower, upper)
    }

    private func start(after step: Int) -> Int? {
        switch testCase.steps[step].action {
        case .call, .await: landmarks[step]
        case .release, .letGo, .browse, .restart, .kill, .launch, .logOutRemotely, .renewRemotely, .pick: began[step]
        case .hold, .awaitHeld, .fault, .latency, .changePlatform, .decide, .withholdMetadata, .forgetClients, .quiesce,
            .expire:
            ended[step]
        }
    }

    /// Whether it was certain within the window that nothing more would come.
    func isQuiet(in window: Range<Int>) -> Bool {
        observations[window].contains { if case .quiet = $0.event { true } else { false } }
    }

    /// Whether that was so while no reply was held back that the port may wait for.
    func isIdle(in window: Range<Int>) -> Bool {
        window.contains { position in
            guard case .quiet = observations[position].event else { return false }
            return !Idleness(observations[..<position]).isHeldBack
        }
    }

    /// Whether it was certain that nothing more would come of the last thing that the case did.
    var isAtRest: Bool {
        let last = testCase.steps.indices.last { step in
            switch testCase.steps[step].action {
            case .await, .awaitHeld, .quiesce: false
            default: began[step] != nil
            }
        }
        return isQuiet(in: (last.flatMap { began[$0] } ?? 0)..<observations.count)
    }

    func sequence(_ position: Int) -> Int { observations[position].sequence }
}
