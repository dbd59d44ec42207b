internal import Evidence
internal import ServiceProtocol

/// Who takes part in a case, from left to right: the application, the port, the service providers, the browser.
struct SequenceLanes {
    static let application = 0
    static let port = 1

    private(set) var names = ["application", "port"]
    private var providers: [String: Int] = [:]
    private var browser: Int?
    /// Whom the reply of an exchange goes to, and who sends it.
    private var exchanges: [UInt64: (asker: Int, provider: Int)] = [:]

    init(_ observations: [Observation]) {
        for case .request(let request) in observations.lazy.map(\.event) where providers[request.provider] == nil {
            providers[request.provider] = names.count
            names.append(request.provider)
        }
        let hasBrowser = observations.contains { observation in
            switch observation.event {
            case .browser: true
            case .request(let request): request.purpose == .page
            default: false
            }
        }
        if hasBrowser {
            browser = names.count
            names.append("browser")
        }
        for case .request(let request) in observations.lazy.map(\.event) {
            let asker = request.purpose == .page ? browser ?? Self.port : Self.port
            exchanges[request.exchange] = (asker, providers[request.provider] ?? Self.port)
        }
    }

    enum Shape {
        case arrow(from: Int, to: Int, isAnswer: Bool)
        /// Something that one of them does alone.
        case note(at: Int)
        /// Something about all of them.
        case band(isBad: Bool)
    }

    func shape(of event: Event) -> Shape {
        switch event {
        case .call: .arrow(from: Self.application, to: Self.port, isAnswer: false)
        case .callReturned, .callThrew: .arrow(from: Self.port, to: Self.application, isAnswer: true)
        case .callback: .arrow(from: Self.port, to: Self.application, isAnswer: false)
        case .request(let request): arrow(request.exchange, isAnswer: false)
        case .replyLeft(let reply): arrow(reply.exchange, isAnswer: true)
        case .replyReleased(let exchange, _), .replyHeld(let exchange), .replyBroken(let exchange, _):
            .note(at: exchanges[exchange]?.provider ?? Self.port)
        case .replySeen(let content): .note(at: exchanges[content.exchange]?.provider ?? Self.port)
        case .configurationProcessed, .safariPresented, .portOutput, .probeAnswered, .platform: .note(at: Self.port)
        case .browser: .note(at: browser ?? Self.application)
        case .stepBegan, .stepEnded, .refused, .note, .probeSent: .note(at: Self.application)
        case .tokenSeen: .note(at: Self.port)
        case .stepFailed, .portEnded, .fault: .band(isBad: true)
        case .sessionOpened, .sessionClosed, .quiet, .runStarted, .runEnded, .adapterTried: .band(isBad: false)
        }
    }

    private func arrow(_ exchange: UInt64, isAnswer: Bool) -> Shape {
        guard let ends = exchanges[exchange] else { return .note(at: Self.port) }
        return isAnswer
            ? .arrow(from: ends.provider, to: ends.asker, isAnswer: true)
            : .arrow(from: ends.asker, to: ends.provider, isAnswer: false)
    }
}
