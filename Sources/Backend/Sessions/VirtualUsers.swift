internal import Evidence
package import ServiceProtocol

/// Sessions that nobody announces: each is opened by its first request.
///
/// Under load a call for every session would cost more than the session does.
package struct VirtualUsers: Sendable {
    /// One session of a virtual user, with what its requests meet.
    package struct Member: Sendable {
        package var scenario: Scenario
        /// Of configuration replies, by provider; nil: those that have none of their own.
        package var latencies: [(provider: String?, latency: Latency)] = []
        package var faults: [Rule] = []

        package init(_ scenario: Scenario) {
            self.scenario = scenario
        }
    }

    package struct Rule: Sendable {
        package var fault: Fault
        /// nil: any.
        package var provider: String?
        package var purpose: Purpose
        /// From 0 to 1.
        package var chance: Double

        package init(fault: Fault, provider: String?, purpose: Purpose, chance: Double) {
            self.fault = fault
            self.provider = provider
            self.purpose = purpose
            self.chance = chance
        }
    }

    /// Who it is that shows this requestor or software statement; nil for strangers.
    package var member: @Sendable (String) -> Member?

    package init(member: @escaping @Sendable (String) -> Member?) {
        self.member = member
    }
}

extension World {
    /// Opens the session that a request begins, where it is one of the virtual users.
    mutating func welcome(_ incoming: Incoming) -> SessionID? {
        guard let virtualUsers else { return nil }
        for value in [incoming.requestor, incoming["software_statement"]] {
            guard let value, let member = virtualUsers.member(value) else { continue }
            let session = member.scenario.session
            guard state(of: session) == nil else { continue }
            open(member.scenario)
            _ = change(session) { state in
                for (provider, latency) in member.latencies {
                    state.latencies.set(latency, provider: provider, purposes: [.configuration])
                }
                for rule in member.faults {
                    state.faults.set(rule.fault, provider: rule.provider, purposes: [rule.purpose], chance: rule.chance)
                }
            }
            return session
        }
        return nil
    }
}

extension InFlight {
    /// Why its reply is no configuration, although it leaves whole; nil where it is one.
    ///
    /// The faults of a case are in its steps; of those of virtual users nobody else could tell which reply met one.
    var brokenWhole: String? {
        switch fault {
        case .refusal, .htmlPage, .malformedXML, .wrongRequestor: fault?.description
        default: nil
        }
    }
}
