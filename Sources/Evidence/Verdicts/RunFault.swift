/// That something other than the port did not do its part.
///
/// A case in which that happened decides nothing, and the run ends with a code of its own.
package struct RunFault: Error, Sendable, Hashable {
    package enum Party: String, Sendable, Hashable, CaseIterable {
        /// The adapter broke its protocol, or could not be started.
        case adapter
        /// It had no more descriptors, memory, threads or ports to give.
        case machine
        /// A service provider that is not simulated failed, or asked for less.
        case provider = "service provider"
        /// The suite broke the adapter protocol, or another rule of its own.
        case suite
    }

    package var party: Party
    /// A sentence without a subject, such as `broke the adapter protocol: ...`.
    package var message: String

    package init(_ party: Party, _ message: String) {
        self.party = party
        self.message = message
    }
}

/// One thing that was tried on an adapter before its port was judged.
package struct AdapterTrial: Sendable, Hashable {
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        case kept, broken, skipped
    }

    /// The probe's id, such as `split-writes`.
    package var probe: String
    package var outcome: Outcome
    /// What came where it is broken, and why it was not tried where it is skipped; else empty.
    package var detail: String

    package init(probe: String, outcome: Outcome, detail: String = "") {
        self.probe = probe
        self.outcome = outcome
        self.detail = detail
    }
}
