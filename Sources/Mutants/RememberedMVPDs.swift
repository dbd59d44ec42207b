internal import AccessEnabler
internal import PortWrapping
internal import XML

/// The MVPDs that any configuration of the session has ever listed.
final class RememberedMVPDs: Sendable {
    private let known = Kept<[ConfigurationMVPD]>([])

    /// The reply with what others listed before.
    func add(to outcome: Mutation.Outcome, from url: String) -> Mutation.Outcome {
        let reply = ConfigurationReply(url: url, outcome: outcome) { _ in }
        guard let document = reply.document else { return outcome }
        let all = known.change { known -> [ConfigurationMVPD] in
            known = document.mvpds + known.filter { old in !document.mvpds.contains { $0.id == old.id } }
            return known
        }
        return reply.listing(all).outcome
    }
}
