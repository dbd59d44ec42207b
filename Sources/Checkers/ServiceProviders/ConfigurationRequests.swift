import AccessEnablerAPI
import Encodings
import Evidence
import Specification
import Timing

/// Who is asked for a configuration, for whom, and how often that is answered.
struct ConfigurationRequests {
    let trace: CaseTrace
    let phase: ConfigurationPhase
    /// The phases before, since the application was started.
    let earlier: [ConfigurationPhase]

    var violations: [Finding] {
        // Of phases that overlap nobody knows whose a request is.
        strangers + otherRequestors + (phase.overlaps ? [] : omissions + [waiting].compactMap(\.self))
    }

    /// The case's names of the providers in the array; nil where the array has what the case does not know.
    private var named: [String]? {
        guard let urls = phase.urls, !urls.isEmpty else { return nil }
        let names = urls.compactMap { trace.provider(of: $0) }
        return names.count == urls.count ? names : nil
    }

    /// Nobody but those in the array is asked, not even the default provider (AE-SP-003).
    private var strangers: [Finding] {
        guard let named else { return [] }
        return phase.exchanges.filter { exchange in
            !named.contains(exchange.provider) && !earlier.contains { mayStillAsk(exchange.provider, $0) }
        }.map { exchange in
            trace.finding(
                ["AE-SP-003"], at: exchange.request,
                "a service provider that is not in the array was asked for a configuration",
                expected: "configuration requests at \(named.joined(separator: ", ")) only")
        }
    }

    /// Whether what an earlier phase asks a provider, or asks once more, may arrive now: it was not answered.
    private func mayStillAsk(_ provider: String, _ former: ConfigurationPhase) -> Bool {
        let urls = former.urls ?? []
        let isNamed =
            urls.isEmpty
            ? trace.testCase.fixture.defaultProvider.map { $0 == provider } ?? true
            : urls.contains { trace.provider(of: $0) == provider }
        return isNamed && former.answer(of: provider) == nil
    }

    /// Everybody in the array is asked (AE-SP-001).
    private var omissions: [Finding] {
        guard let named, !phase.completions.isEmpty else { return [] }
        let asked = phase.exchanges.map(\.provider)
        let missing = named.filter { !asked.contains($0) }
        guard !missing.isEmpty else { return [] }
        return [
            Finding(
                statements: ["AE-SP-001"],
                message: "no configuration was requested from \(missing.joined(separator: ", "))",
                expected: "configuration requests at \(named.joined(separator: ", "))",
                seen: asked.isEmpty ? "none" : "configuration requests at \(asked.joined(separator: ", "))",
                observations: [trace.sequence(phase.positions.lowerBound)])
        ]
    }

    /// Everybody is asked about the requestor of the call (AE-SP-019).
    private var otherRequestors: [Finding] {
        guard let requestor = phase.message["requestorID"]?.stringValue else { return [] }
        return phase.exchanges.compactMap { exchange in
            guard case .request(let request) = trace.observations[exchange.request].event,
                let asked = request[.requestor], !asked.isExactly(requestor),
                !earlier.contains(where: { former in
                    former.message["requestorID"]?.stringValue?.isExactly(asked) == true
                        && mayStillAsk(exchange.provider, former)
                })
            else { return nil }
            return Finding(
                statements: ["AE-SP-019"], message: "\(exchange.provider) was asked about another requestor",
                expected: "the requestor '\(trace.named(requestor))'",
                seen: "'\(trace.named(asked))'", observations: [trace.sequence(exchange.request)])
        }
    }

    /// While no reply was let go, everybody was asked (AE-SP-002).
    ///
    /// Only a reply that was held says so: one that came by itself may come sooner than the port can write.
    private var waiting: Finding? {
        guard let named,
            let fastest = phase.exchanges.filter({ $0.reply != nil }).min(by: { responded($0) < responded($1) }),
            wasHeld(fastest)
        else { return nil }
        let first = responded(fastest)
        let late = phase.exchanges.filter { exchange in
            named.contains(exchange.provider) && exchange.arrived >= first
                && !phase.exchanges.contains { $0.provider == exchange.provider && $0.arrived < first }
        }
        guard !late.isEmpty else { return nil }
        let names = late.map(\.provider).joined(separator: ", ")
        return Finding(
            statements: ["AE-SP-002"],
            message: "\(names) was asked only after another service provider had answered",
            expected: "all configuration requests before the first reply",
            seen: late.map { trace.words(at: $0.request) }.joined(separator: "; "),
            observations: late.map { trace.sequence($0.request) })
    }

    private func responded(_ exchange: ConfigurationPhase.Exchange) -> MonotonicTime {
        exchange.reply?.firstByte ?? exchange.arrived
    }

    private func wasHeld(_ exchange: ConfigurationPhase.Exchange) -> Bool {
        guard case .request(let request) = trace.observations[exchange.request].event else { return false }
        return trace.observations.contains { $0.event == .replyHeld(exchange: request.exchange) }
    }
}
