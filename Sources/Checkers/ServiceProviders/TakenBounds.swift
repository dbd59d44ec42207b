import AccessEnablerAPI
import Encodings
import Evidence
import Timing

/// Finds for each reply the times by which the port had certainly taken it in.
struct TakenBounds {
    let trace: CaseTrace
    let routes: Routes
    private let pings: [(sent: MonotonicTime, answered: MonotonicTime, position: Int)]
    private let barriers: [(sent: MonotonicTime, answered: MonotonicTime, position: Int)]

    /// Below this time even three round trips say little about a thread that was not scheduled.
    private static let quietTime = Duration.milliseconds(20)

    init(_ trace: CaseTrace, _ routes: Routes) {
        self.trace = trace
        self.routes = routes
        var sent: [Probe: [Int: MonotonicTime]] = [:]
        var pairs: [Probe: [(sent: MonotonicTime, answered: MonotonicTime, position: Int)]] = [:]
        for (position, observation) in trace.observations.enumerated() {
            switch observation.event {
            case .probeSent(let probe, let number):
                sent[probe, default: [:]][number] = observation.time
            case .probeAnswered(let probe, let number):
                guard let start = sent[probe]?[number] else { continue }
                pairs[probe, default: []].append((start, observation.time, position))
            default:
                break
            }
        }
        pings = pairs[.ping] ?? []
        barriers = pairs[.barrier] ?? []
    }

    func bounds(of exchange: ConfigurationPhase.Exchange) -> [ResponderRace.Bound] {
        guard let reply = exchange.reply else { return [] }
        let candidates = [
            tap(exchange), choice(of: exchange.provider), dialog(exchange), barrier(after: reply.lastByte),
            roundTrips(after: reply.lastByte),
        ]
        return candidates.compactMap(\.self)
    }

    /// The earliest bound that rests on round trips alone.
    func roundTrips(of exchange: ConfigurationPhase.Exchange) -> ResponderRace.Bound? {
        guard let reply = exchange.reply else { return nil }
        return [barrier(after: reply.lastByte), roundTrips(after: reply.lastByte)].compactMap(\.self)
            .min { $0.time < $1.time }
    }

    private func bound(
        _ time: MonotonicTime, _ evidence: EvidenceClass, _ reason: String, _ position: Int
    ) -> ResponderRace.Bound {
        ResponderRace.Bound(time, evidence, reason: reason, observation: trace.sequence(position))
    }

    private func tap(_ exchange: ConfigurationPhase.Exchange) -> ResponderRace.Bound? {
        exchange.taken.map { bound($0.time, .causal, "reported by the port", $0.position) }
    }

    /// An MVPD can be sent to a provider only once the provider's reply has been processed.
    private func choice(of provider: String) -> ResponderRace.Bound? {
        guard let first = routes.sightings.first(where: { $0.provider == provider }) else { return nil }
        return bound(
            trace.observations[first.position].time, .causal, "it had sent \(trace.named(first.mvpd)) there by then",
            first.position)
    }

    /// An MVPD can be shown only once the reply of someone who lists it has been processed.
    private func dialog(_ exchange: ConfigurationPhase.Exchange) -> ResponderRace.Bound? {
        for position in routes.positions {
            guard case .callback(let callback) = trace.observations[position].event,
                callback.message.selector == .displayProviderDialog
            else { continue }
            let time = trace.observations[position].time
            let others = routes.phase.responders.filter { other in
                guard other.provider != exchange.provider, let reply = other.reply else { return false }
                return reply.lastByte <= time
            }
            let onlyHere = others.reduce(trace.listings(of: exchange.provider)) {
                $0.subtracting(trace.listings(of: $1.provider))
            }
            let shown = (callback.message["mvpds"]?.arrayValue ?? []).compactMap { MVPD($0)?.id }
            guard let id = shown.first(where: { onlyHere.contains(ExactText($0)) }) else { continue }
            return bound(time, .causal, "it had shown \(trace.named(id)) by then", position)
        }
        return nil
    }

    /// A barrier counts like round trips, and not as a cause.
    ///
    /// Subtle: it comes back when all that the port *had read* is dealt with, and a reply that left before the barrier
    /// was sent may still wait in a socket.
    private func barrier(after time: MonotonicTime) -> ResponderRace.Bound? {
        let answered = barriers.filter { $0.sent > time }.min { $0.answered < $1.answered }
        return answered.map { bound($0.answered, .roundTrips, "a barrier was answered in between", $0.position) }
    }

    private func roundTrips(after time: MonotonicTime) -> ResponderRace.Bound? {
        let answers = pings.filter { $0.sent > time }.sorted { $0.answered < $1.answered }
        guard answers.count >= 3 else { return nil }
        let proof = answers.dropFirst(2).first { $0.answered - time >= Self.quietTime }
        return proof.map { bound($0.answered, .roundTrips, "three pings were answered in between", $0.position) }
    }
}
