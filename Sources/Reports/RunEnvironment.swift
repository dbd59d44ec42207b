package import Evidence

/// What was seen in a run beside its cases: who did not do their part, and how the adapter behaved.
package struct RunEnvironment: Sendable, Hashable {
    /// Each once, in the order in which they came up.
    package private(set) var faults: [RunFault] = []
    /// What came of trying the adapter; empty where nobody did.
    package private(set) var trials: [AdapterTrial] = []
    /// The first lines on the adapter's standard output that were no messages.
    package private(set) var noise: [String] = []
    package private(set) var noiseCount = 0

    /// So many of the lines that were no messages are quoted.
    private static let quoted = 3
    /// Of an adapter that breaks its protocol in every case, the rest is more of the same.
    private static let maxFaults = 8

    package init() {}

    package init(_ observations: some Sequence<Observation>) {
        for observation in observations { take(observation) }
    }

    package mutating func take(_ observation: Observation) {
        switch observation.event {
        case .fault(let fault):
            let isSuitesFirst = fault.party == .suite && !faults.contains { $0.party == .suite }
            guard faults.count < Self.maxFaults || isSuitesFirst, !faults.contains(fault) else { return }
            faults.append(fault)
        case .adapterTried(let trial): trials.append(trial)
        case .portOutput("stdout", let line) where observation.session == .none:
            noiseCount += 1
            if noise.count < Self.quoted { noise.append(line) }
        default: break
        }
    }

    /// Whether an observation is of any interest here.
    package static func concerns(_ event: Event) -> Bool {
        switch event {
        case .fault, .adapterTried, .portOutput: true
        default: false
        }
    }

    package var brokenTrials: [AdapterTrial] { trials.filter { $0.outcome == .broken } }

    /// Who did not do their part; the suite before the adapter.
    package var culprit: RunFault.Party? {
        if faults.contains(where: { $0.party == .suite }) { return .suite }
        if faults.contains(where: { $0.party == .machine }) { return .machine }
        // Providers that fail leave cases undecided; the run itself is as good as any.
        return faults.allSatisfy { $0.party == .provider } && brokenTrials.isEmpty ? nil : .adapter
    }
}
