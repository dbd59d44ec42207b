import AccessEnablerAPI
import Evidence
import Timing

/// What follows from one `setRequestor`: the requests it sends, their replies, and when it was over.
struct ConfigurationPhase {
    /// One configuration request and what became of it.
    struct Exchange {
        var provider: String
        /// The position of the request.
        var request: Int
        var arrived: MonotonicTime
        /// nil until the reply has left whole.
        var reply: ReplyEvent?
        /// Where the reply could not be written, or was broken on purpose.
        var broken: MonotonicTime?
        var trust: Trust
        /// When and where the port said that it has taken the reply in.
        var taken: (time: MonotonicTime, position: Int)?

        /// How far the body of the reply can be relied on to be a configuration.
        enum Trust { case valid, doubtful, invalid }

        /// Whether a port has to take the reply for a configuration.
        var isValid: Bool { trust == .valid && reply?.status == 200 && broken == nil }
        /// When the reply had left whole; when it was asked for where it has not.
        var end: MonotonicTime { reply?.lastByte ?? arrived }

        /// Whether a port may take it for one.
        var isDoubtful: Bool { trust == .doubtful && reply?.status == 200 && broken == nil }
    }

    /// The positions from the call to the next one, or to the end of the session's part.
    var positions: Range<Int>
    var message: Message
    var exchanges: [Exchange] = []
    /// The positions of `setRequestorComplete:`.
    var completions: [Int] = []
    /// The first phase since the application was started, as its place among all.
    var firstOfProcess = 0
    /// Whether the call before it had not been answered when it was made, so that the two cannot be told apart.
    var overlaps = false

    /// The URLs of the call; nil where it names none and the default provider is meant.
    var urls: [String]? {
        guard let urls = message["urls"]?.arrayValue else { return nil }
        return urls.compactMap(\.stringValue)
    }

    /// The valid or doubtful exchange by which a provider answered first.
    func answer(of provider: String) -> Exchange? {
        responders.first { $0.provider == provider }
    }

    /// Those who answered with something that is or may be a configuration, in the order they were asked; who was asked more
    /// than once, by what was answered first.
    var responders: [Exchange] {
        let answered = exchanges.filter { $0.isValid || $0.isDoubtful }
        return answered.uniqued(by: \.provider).map { first in
            answered.filter { $0.provider == first.provider }.min { $0.end < $1.end } ?? first
        }
    }
}

extension Selector {
    /// Whether the call begins a configuration phase.
    var beginsConfiguration: Bool { Self.beginningConfiguration.contains(self) }

    private static let beginningConfiguration: Set<Selector> = [
        .setRequestor, .setRequestorServiceProviders, .setRequestorSigned, .setRequestorSignedServiceProviders,
        .setRequestorSecret, .setRequestorSecretServiceProviders,
    ]
}
