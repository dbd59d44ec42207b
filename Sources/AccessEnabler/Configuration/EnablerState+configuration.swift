internal import AccessEnablerAPI
internal import Encodings
internal import Timing
internal import XML

extension EnablerState {
    /// setRequestor: asks every service provider for the requestor's configuration (AE-REQ-006, AE-SP-001).
    mutating func configure(_ requestor: String, serviceProviders urls: [String]?, proof: RequestorProof?) {
        self.proof = proof
        let isRepeated = phase.configuration != nil
        if requestor != self.requestor { abandonFlows() }
        withdraw { $0 == .configuration || $0 == .synchronisation }
        let providers = providers(urls ?? [])
        phase = .configuring(
            .init(requestor: requestor, isRepeated: isRepeated, awaited: providers))
        startTimer(.configurationLimit, settings.limits.configuration)
        request(wire.configurationRequest(of: requestor), of: providers, for: .configuration)
        if case .configuring(let configuring) = phase, configuring.awaited.isEmpty {
            completeConfiguration(configuring)
        }
    }

    /// Those of the given URLs, each once: nothing else is asked (AE-SP-003); without any it is the default (AE-REQ-011).
    private mutating func providers(_ urls: [String]) -> [ServiceProvider] {
        guard !urls.isEmpty else { return [settings.defaultProvider] }
        // Applications give the same again and again.
        if urls == known.urls { return known.providers }
        var providers: [ServiceProvider] = []
        for url in urls {
            guard let provider = ServiceProvider(url) else {
                report(.configurationFailed("404", "'\(url)' is not the URL of a service provider"))
                continue
            }
            if !providers.contains(provider) { providers.append(provider) }
        }
        if providers.count == urls.count { known = (urls, providers) }
        return providers
    }

    /// One provider's reply, in the order the replies were processed.
    mutating func takeConfiguration(_ reply: ServiceReply, from provider: ServiceProvider) {
        // Held once, what was merged so far grows in its place and is not copied for every reply.
        var current = ConfigurationPhase.unconfigured
        swap(&current, &phase)
        switch consume current {
        case .configuring(var configuring):
            configuring.awaited.removeAll { $0 == provider }
            if let read = readConfiguration(
                reply, of: configuring.requestor, from: provider, into: configuring.merge)
            {
                if configuring.merge.isValid {
                    configuring.merge.take(read, from: provider)
                } else {
                    configuring.merge = configurations.merge(of: read, from: provider)
                }
            }
            if configuring.merge.isValid, !configuring.isGraceRunning, !configuring.awaited.isEmpty {
                configuring.isGraceRunning = true
                startTimer(.configurationGrace, settings.limits.configurationGrace)
            }
            if configuring.awaited.isEmpty {
                completeConfiguration(configuring)
            } else {
                phase = .configuring(configuring)
            }
        case .synchronising(var configuration, let logins):
            takeLate(reply, from: provider, into: &configuration)
            phase = .synchronising(configuration, of: logins)
        case .ready(var configuration):
            takeLate(reply, from: provider, into: &configuration)
            phase = .ready(configuration)
        case .unconfigured: break
        case .failed(let requestor): phase = .failed(requestor: requestor)
        }
    }

    /// The time for slow providers is over: what is there is the configuration (AE-SP-017, AE-SP-020).
    mutating func endConfigurationWait() {
        guard case .configuring(let configuring) = phase else { return }
        if !configuring.merge.isValid {
            report(.configurationFailed("404", "no service provider answered in time"))
            withdraw { $0 == .configuration }
        }
        completeConfiguration(configuring)
    }

    /// The service was asked about the token in storage, or there was none to ask about.
    mutating func endSynchronisation() {
        guard case .synchronising(let configuration, _) = phase else { return }
        becomeReady(configuration)
    }

    // MARK: - Transitions

    private mutating func completeConfiguration(_ configuring: ConfigurationPhase.Configuring) {
        cancelTimer(.configurationGrace)
        cancelTimer(.configurationLimit)
        guard configuring.merge.isValid else {
            // AE-REQ-009, AE-SP-016.
            phase = .failed(requestor: configuring.requestor)
            callBack(.setRequestorComplete(.error))
            // No MVPD is known any more with which a login could go on (AE-AUTHN-017).
            if authentication.state != .idle { failAuthentication() }
            serveQueue()
            return
        }
        let configuration = ConfigurationPhase.Configuration(
            requestor: configuring.requestor, merge: configuring.merge, awaited: configuring.awaited)
        phase = .synchronising(configuration)
        importTokens()
        // The sanitizer is of 1.7.5 (AE-STO-021).
        if settings.version >= .tokenSanitizer { removeForeignTokens(of: configuring.requestor) }
        if configuring.isRepeated, synchronise(configuration, validAuthentications()[...]) { return }
        if startPlatformAdoption() { return }
        becomeReady(configuration)
    }

    /// AE-REQ-008, and then the calls that waited (AE-Q-003).
    private mutating func becomeReady(_ configuration: ConfigurationPhase.Configuration) {
        phase = .ready(configuration)
        callBack(.setRequestorComplete(.success))
        serveQueue()
    }

    private mutating func takeLate(
        _ reply: ServiceReply, from provider: ServiceProvider,
        into configuration: inout ConfigurationPhase.Configuration
    ) {
        configuration.awaited.removeAll { $0 == provider }
        if let read = readConfiguration(
            reply, of: configuration.requestor, from: provider, into: configuration.merge)
        {
            configuration.merge.take(read, from: provider)
        }
    }

    // MARK: - Reading

    /// nil, and reported, where the reply is no configuration of the requestor; without the MVPDs that are bound.
    private mutating func readConfiguration(
        _ reply: ServiceReply, of requestor: String, from provider: ServiceProvider, into merge: ConfigurationMerge
    ) -> ReadConfiguration? {
        switch reply {
        case .success(let reply) where reply.isSuccess:
            // Mostly all say the same, and taking header lines apart takes as long as all the rest of a reply.
            if !merge.isValid { compareClocks(reply) }
            guard
                let read = try? configurations.read(
                    reply.body, from: provider, by: wire, leavingOut: { merge.isBound($0) })
            else {
                report(.configurationFailed("500", "\(provider) sent no readable configuration"))
                return nil
            }
            guard read.document.requestorID.isExactly(requestor) else {
                report(.configurationFailed("400", "\(provider) sent the configuration of another requestor"))
                return nil
            }
            return read
        case .success(let reply):
            report(.configurationFailed(Self.suffix(for: reply.status), "\(provider) answered \(reply.status)"))
        case .failure(.serverError(let status)):
            report(.configurationFailed(String(status), "\(provider) answered \(status)"))
        case .failure(.network(let failure)):
            report(.configurationFailed("404", "\(provider): \(failure.message)"))
        case .failure(.registrationRefused), .failure(.accessRefused), .failure(.unreadable):
            // Reported where it happened, as R400 or R401.
            break
        }
        return nil
    }

    /// Reports once that the device's time is another than the service's by more than a quarter of an hour (AE-EST-010).
    private mutating func compareClocks(_ reply: NetworkReply) {
        guard !isClockReported,
            let date = reply.headers.first(where: { $0.name.lowercased() == "date" })?.value,
            let time = WallTime(httpDate: date), abs(time.milliseconds - now) > 900_000
        else { return }
        isClockReported = true
        report(.clockIsWrong(date))
    }

    /// The documented codes are 400, 404 and 5xx (AE-REQ-023, AE-REQ-024).
    ///
    /// 404 is the requestor that was not found, not the server; an answer that is none of the service's own is
    /// as good as no server.
    private static func suffix(for status: Int) -> String {
        switch status {
        case 400, 404: "400"
        case 500...599: String(status)
        default: "404"
        }
    }
}
