import AccessEnablerAPI
import Encodings
import Evidence
import ServiceProtocol
import Specification
import Timing

/// Finds the configuration phases of a trace.
struct ConfigurationPhaseReader {
    private let trace: CaseTrace
    private var phases: [ConfigurationPhase] = []
    private var isOpen = false
    /// The first phase since the application was started.
    private var start = 0
    /// The first since it was quiet after the end of a phase: those before are over, however often they were answered.
    private var firstOpen = 0
    /// By exchange: which phase it belongs to, and its place there.
    private var placeOfExchange: [UInt64: (phase: Int, exchange: Int)] = [:]
    private var faults: [String: ActiveFault] = [:]

    private struct ActiveFault {
        var trust: ConfigurationPhase.Exchange.Trust
        /// How many replies it still breaks; nil for all.
        var left: Int?
    }

    static func phases(of trace: CaseTrace) -> [ConfigurationPhase] {
        var reader = ConfigurationPhaseReader(trace)
        reader.readRequests()
        reader.readReplies()
        return reader.phases
    }

    private init(_ trace: CaseTrace) {
        self.trace = trace
    }

    private mutating func readRequests() {
        for (position, observation) in trace.observations.enumerated() {
            switch observation.event {
            case .sessionOpened:
                isOpen = false
            case .stepBegan(let step):
                takeFault(of: step)
            case .stepEnded(let step, _):
                if isQuiesce(step), phases.last?.completions.isEmpty == false { firstOpen = phases.count }
            case .call(_, let message) where message.selector.beginsConfiguration:
                var phase = ConfigurationPhase(positions: position..<position, message: message)
                // Each call is answered once, by whichever completion.
                let open = isOpen ? phases[max(start, firstOpen)...] : []
                phase.overlaps = open.reduce(0) { $0 + $1.completions.count } < open.count
                if !isOpen { start = phases.count }
                phase.firstOfProcess = start
                phases.append(phase)
                isOpen = true
            case .request(let request) where isOpen && request.purpose == .configuration:
                add(request, observation, position)
            case .callback(let callback) where isOpen && callback.message.selector == .setRequestorComplete:
                phases[phases.count - 1].completions.append(position)
            default:
                break
            }
            if isOpen {
                let last = phases.count - 1
                phases[last].positions = phases[last].positions.lowerBound..<(position + 1)
            }
        }
    }

    private func isQuiesce(_ step: Int) -> Bool {
        if case .quiesce = trace.step(step)?.action { true } else { false }
    }

    private mutating func add(_ request: RequestEvent, _ observation: Observation, _ position: Int) {
        let exchange = ConfigurationPhase.Exchange(
            provider: request.provider, request: position, arrived: observation.time,
            trust: trust(ofNextReplyOf: request.provider))
        let last = phases.count - 1
        placeOfExchange[request.exchange] = (last, phases[last].exchanges.count)
        phases[last].exchanges.append(exchange)
    }

    /// Replies are recorded by other threads than what they cause, so they are read after everything else.
    private mutating func readReplies() {
        for observation in trace.observations {
            switch observation.event {
            case .replyLeft(let reply):
                guard let place = placeOfExchange[reply.exchange] else { continue }
                phases[place.phase].exchanges[place.exchange].reply = reply
            case .replyBroken(let exchange, _):
                guard let place = placeOfExchange[exchange] else { continue }
                phases[place.phase].exchanges[place.exchange].broken = observation.time
            default:
                break
            }
        }
        for (position, observation) in trace.observations.enumerated() {
            guard case .configurationProcessed(let url) = observation.event else { continue }
            guard let provider = trace.provider(of: url) else { continue }
            take(from: provider, at: observation.time, position)
        }
    }

    private mutating func take(from provider: String, at time: MonotonicTime, _ position: Int) {
        for phase in phases.indices {
            for index in phases[phase].exchanges.indices {
                let exchange = phases[phase].exchanges[index]
                let end = exchange.reply?.lastByte ?? exchange.broken ?? exchange.arrived
                guard exchange.provider == provider, exchange.taken == nil, end <= time else { continue }
                phases[phase].exchanges[index].taken = (time, position)
                return
            }
        }
    }

    // MARK: - Faults

    private mutating func takeFault(of step: Int) {
        guard case .fault(let kind, let providers, let fault, let times) = trace.step(step)?.action,
            kind.includes(.configuration)
        else { return }
        for provider in providers {
            faults[provider] = fault.map { ActiveFault(trust: Self.trust(under: $0), left: times) }
        }
    }

    private mutating func trust(ofNextReplyOf provider: String) -> ConfigurationPhase.Exchange.Trust {
        guard let fault = faults[provider] else { return .valid }
        if let left = fault.left {
            faults[provider] = left > 1 ? ActiveFault(trust: fault.trust, left: left - 1) : nil
        }
        return fault.trust
    }

    /// Slow and repeated replies are whole all the same; whether the type of the content matters is not documented.
    private static func trust(under fault: Fault) -> ConfigurationPhase.Exchange.Trust {
        switch fault {
        case .slow, .duplicateResponse: .valid
        // A page may be taken for an empty list.
        case .wrongContentType, .htmlPage: .doubtful
        case .refuse, .resetAfterHeaders, .truncate, .stall, .status, .refusal, .malformedXML, .redirectLoop,
            .wrongRequestor, .foreignDevice:
            .invalid
        }
    }
}

extension CaseTrace {
    /// The case's name of the service provider that a URL points to; the scheme is not looked at.
    func provider(of url: String) -> String? {
        let authority = URLParts.authority(of: url)
        return testCase.fixture.providers.map(\.name).first { name in
            bindings[name].map { URLParts.authority(of: $0) == authority } ?? false
        }
    }

    /// The case's name of the MVPD with this ID.
    func mvpd(withID id: String) -> String? { namesOfMVPDs[ExactText(id)] }

    func isListed(_ id: String, by provider: String) -> Bool { listings[provider]?[ExactText(id)] != nil }

    /// The IDs of the MVPDs that a provider lists.
    func listings(of provider: String) -> Set<ExactText> { Set((listings[provider] ?? [:]).keys) }
}
