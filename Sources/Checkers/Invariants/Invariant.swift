import Evidence

/// A rule that every trace of every case must keep.
struct Invariant: Sendable {
    /// For reports and tests.
    let id: String
    let title: String
    /// The statements the rule stands for.
    let statements: [String]
    /// Whether the rule is about what the service providers were asked, which is not known of providers elsewhere.
    var isAboutRequests = false
    /// What its findings rest on.
    var ground = Finding.Ground.content
    let findings: @Sendable (CaseTrace) -> [Finding]

    /// In the order of reports.
    static let all: [Invariant] = [
        callbacksAsDocumented, providerNotSelected, requestorCompletesOnce, preauthorizeAnswersOnce,
        nothingBeforeConfiguration, askedBeforeTold, routing, noCrosstalk, silenceAfterClose, callsReturn,
        oneNavigation, securePages, resourceEcho, freshMediaTokens, soundTokens,
    ]
}

extension Invariant {
    /// The rules that a run's traces can be held against.
    static func all(for header: RunHeader) -> [Invariant] {
        all.filter { !$0.isAboutRequests || header.seesRequests }
    }
}

extension CaseTrace {
    var callbacks: [(position: Int, event: CallbackEvent)] {
        observations.enumerated().compactMap { position, observation in
            if case .callback(let callback) = observation.event { (position, callback) } else { nil }
        }
    }

    /// The observations of each session, one for each time the application was started, as positions.
    var parts: [[Int]] {
        observations.indices.filter { observations[$0].session != .none }
            .grouped { observations[$0].session }.map(\.values)
    }

    /// What `review` finds in each session by itself, place by place; what it keeps of those before begins as `start`.
    func findings<State>(
        from start: State, _ review: (_ state: inout State, _ position: Int, _ event: Event) -> Finding?
    ) -> [Finding] {
        parts.flatMap { positions in
            var state = start
            return positions.compactMap { review(&state, $0, observations[$0].event) }
        }
    }

    /// A finding about one place of the trace.
    func finding(
        _ statements: [String], at position: Int, _ message: String, expected: String
    ) -> Finding {
        Finding(
            statements: statements, message: message, expected: expected, seen: words(at: position),
            observations: [sequence(position)])
    }
}
