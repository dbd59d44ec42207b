import AccessEnablerAPI
package import Evidence

/// That a case lost its port, or a call of it was late: which may be the doing of cases that ran beside it.
///
/// Such a case is run again alone in a fresh process, and what is seen there is what counts.
package struct PortLoss: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The port's process ended, or answered no more.
        case lost
        /// The adapter, or the suite, did not do its part.
        case fault
        /// A call did not return in time; the process was there all the while.
        case late
    }

    package let kind: Kind
    /// How the process ended, what was broken, or which call was late.
    package let reason: String

    /// How the port was lost in a case; nil where it was not.
    package init?(in observations: [Observation]) {
        var found: (kind: Kind, reason: String)?
        var calls: [Int: String] = [:]
        for observation in observations {
            switch observation.event {
            case .fault(let fault):
                if found?.kind != .fault { found = (.fault, fault.message) }
            case .portEnded(let end):
                if found?.kind != .fault { found = (.lost, end) }
            case .stepFailed(_, let failure) where failure.kind == .portGone || failure.kind == .portSilent:
                found = found ?? (.lost, failure.message)
            case .call(let number, let message): calls[number] = message.selector.rawValue
            case .callReturned(let number), .callThrew(let number, _): calls[number] = nil
            default: break
            }
        }
        if found == nil, Self.isOver(observations), let call = calls.min(by: { $0.key < $1.key }) {
            found = (.late, "the call \(call.value) did not return")
        }
        guard let found else { return nil }
        kind = found.kind
        reason = found.reason
    }

    private static func isOver(_ observations: [Observation]) -> Bool {
        observations.contains { $0.event == .sessionClosed }
    }

    /// So many of a kind are believed.
    package static let enough = 3

    /// What losses have in common whose port hung or was out of memory: each costs as long as a process is borne.
    ///
    /// Nil for a port that ended by itself, which costs nothing to see again.
    package var costly: String? {
        guard kind == .lost else { return nil }
        return (Self.ofTheIdle + [Self.ofTheGreedy]).first { reason.contains($0) }
    }

    /// Whether several such ports take nothing from each other, or from others, while they are borne.
    package var isIdle: Bool { costly.map(Self.ofTheIdle.contains) ?? false }

    private static let ofTheIdle = ["did not answer", "closed its standard output", "no longer read"]
    /// What the system does to those who eat its memory.
    private static let ofTheGreedy = "by signal 9"

    /// Whether the case need not be run again, because others that were show what it would.
    package func isKnown(from repeated: Set<PortLoss>) -> Bool {
        kind == .late && repeated.contains(self)
    }

    /// What is said of a case that lost the port beside others and not alone, where nobody else lost it so again.
    ///
    /// Nothing of a call that was late once: a machine may be busy.
    package func finding(repeated: Set<PortLoss>) -> Finding? {
        guard kind != .late, !repeated.contains(self) else { return nil }
        let what =
            kind == .lost ? "crash under concurrency: the port was lost" : "something other than the port failed"
        var finding = Finding(
            message: "\(what) while other cases ran, and not when this case ran alone", seen: reason)
        finding.standing = .noticed
        return finding
    }

    /// The verdict on a case that may not have done it: nobody knows whose doing it was.
    package func unconfirmed(
        _ verdict: Verdict,
        _ reason: String = "the port was lost while other cases ran; this case was not run again alone"
    ) -> Verdict {
        guard verdict.outcome == .crash || verdict.outcome == .fail else { return verdict }
        var verdict = verdict
        verdict.outcome = .inconclusive
        verdict.findings = [Finding(message: "\(reason), so nothing is known about it", seen: self.reason)]
        return verdict
    }
}
