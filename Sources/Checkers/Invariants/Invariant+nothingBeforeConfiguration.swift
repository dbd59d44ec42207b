import Evidence
import ServiceProtocol
import Timing

extension Invariant {
    /// No authentication or authorization request leaves before there is a configuration (AE-Q-002).
    ///
    /// A port may use a configuration before it has said so, so what counts is that one had been sent. A request for a
    /// session is left out: passive authentication and synchronisation belong to the configuration phase.
    static let nothingBeforeConfiguration = Invariant(
        id: "nothing-before-configuration", title: "No entitlement request leaves before configuration completes",
        statements: ["AE-Q-002"], isAboutRequests: true, ground: .order
    ) { trace in
        trace.parts.flatMap { positions -> [Finding] in
            let configured = firstConfiguration(in: trace, positions)
            return positions.compactMap { position -> Finding? in
                guard case .request(let request) = trace.observations[position].event,
                    request.purpose.needsConfiguration, configured.map({ request.firstByte < $0 }) ?? true
                else { return nil }
                return trace.finding(
                    ["AE-Q-002"], at: position,
                    "a request of the kind \(request.purpose.rawValue) left before any configuration had come",
                    expected: "no such request before a service provider has answered with a configuration")
            }
        }
    }

    /// When the first configuration reply of a part had left.
    private static func firstConfiguration(in trace: CaseTrace, _ positions: [Int]) -> MonotonicTime? {
        var exchanges: Set<UInt64> = []
        for position in positions {
            if case .request(let request) = trace.observations[position].event, request.purpose == .configuration {
                exchanges.insert(request.exchange)
            }
        }
        let times = trace.observations.compactMap { observation -> MonotonicTime? in
            guard case .replyLeft(let reply) = observation.event, exchanges.contains(reply.exchange),
                reply.status == 200
            else { return nil }
            return reply.lastByte
        }
        return times.min()
    }
}

extension Purpose {
    fileprivate var needsConfiguration: Bool {
        switch self {
        case .registrationCode, .authenticate, .freePreview, .authorize, .mediaToken, .preauthorize: true
        default: false
        }
    }
}
