internal import AccessEnablerAPI
internal import Documents
internal import Timing
internal import Transport

/// One request under way.
enum Exchange: Sendable {
    case registration(ServiceProvider)
    case accessToken(ServiceProvider)
    /// With the number of the access token that it was sent with (``ServiceAccess/Token/number``); 0 without one.
    case service(PendingRequest, url: String, token: Int)
}

extension EnablerState {
    /// Sends a request as soon as the provider has granted an access token.
    mutating func request(_ request: ServiceRequest, of provider: ServiceProvider, for purpose: ReplyUse) {
        advance(PendingRequest(question: Question(request), provider: provider, purpose: purpose))
    }

    /// Asks several providers the same.
    mutating func request(_ request: ServiceRequest, of providers: [ServiceProvider], for purpose: ReplyUse) {
        let question = Question(request)
        for provider in providers {
            advance(PendingRequest(question: question, provider: provider, purpose: purpose))
        }
    }

    /// Gives up requests whose flow has ended; what comes back for them is not heard any more (AE-SEL-017).
    mutating func withdraw(_ isMeant: (ReplyUse) -> Bool) {
        for index in access.values.indices where !access.values[index].waiting.isEmpty {
            access.values[index].waiting.removeAll { isMeant($0.purpose) }
        }
        for (id, exchange) in exchanges {
            guard case .service(let pending, _, _) = exchange, isMeant(pending.purpose) else { continue }
            exchanges[id] = nil
            actions.append(.cancel(id))
        }
    }

    /// The options are in the header lines of every request (AE-OPT-003).
    mutating func setOptions(_ values: Value.Members) {
        options.merge(values)
        for index in access.values.indices { access.values[index].plainLines = nil }
    }

    /// The text of an access token, for a URL that a browser opens.
    func accessToken(for provider: ServiceProvider) -> String? {
        // Looked at in its place, because a copy would count the references of all that is known of the provider.
        access.index(forKey: provider).flatMap { access.values[$0].validToken(at: now) }
    }

    mutating func takeReply(_ id: ExchangeID, _ result: Result<NetworkReply, NetworkFailure>) {
        switch exchanges.removeValue(forKey: id) {
        case .registration(let provider): takeRegistration(result, from: provider)
        case .accessToken(let provider): takeAccessToken(result, from: provider)
        case .service(let pending, let url, let token): takeService(result, for: pending, url: url, sent: token)
        case nil: break
        }
    }

    // MARK: - Steps

    private mutating func advance(_ pending: PendingRequest) {
        let provider = pending.provider
        guard !isSigned else { return send(pending, lines(of: pending.question.request), token: 0) }
        if let place = access.index(forKey: provider), let grant = access.values[place].grant(at: now) {
            let isPlain = pending.question.request.isPlain
            if isPlain, let lines = grant.plainLines { return send(pending, lines, token: grant.number) }
            let lines = lines(of: pending.question.request, accessToken: access.values[place].token?.text)
            if isPlain { access.values[place].plainLines = lines }
            return send(pending, lines, token: grant.number)
        }
        access[provider, default: ServiceAccess()].waiting.append(pending)
        guard access[provider]?.stage == .resting else { return }
        if wire.keepsClients, access[provider]?.client == nil {
            let kept = store.client(provider, statement: statement)
            access[provider]?.client = kept
        }
        if access[provider]?.client == nil { register(at: provider) } else { obtainToken(of: provider) }
    }

    private var statement: String { settings.softwareStatement ?? "" }

    private mutating func register(at provider: ServiceProvider) {
        access[provider]?.client = nil
        access[provider]?.token = nil
        let statement: JSON = ["software_statement": .string(statement)]
        let id = sendPlain(.post("/o/client/register", json: statement), to: provider, .registration(provider))
        access[provider]?.stage = .registering(id)
    }

    private mutating func obtainToken(of provider: ServiceProvider) {
        guard let client = access[provider]?.client else { return register(at: provider) }
        let form = [
            FormField("grant_type", "client_credentials"), FormField("client_id", client.id),
            FormField("client_secret", client.secret),
        ]
        let id = sendPlain(.post("/o/client/token", form), to: provider, .accessToken(provider))
        access[provider]?.stage = .obtaining(id)
    }

    private mutating func takeRegistration(
        _ result: Result<NetworkReply, NetworkFailure>, from provider: ServiceProvider
    ) {
        switch result {
        case .success(let reply) where reply.status >= 500 || reply.status == 429:
            failWaiting(at: provider, .serverError(reply.status))
        case .success(let reply):
            guard reply.isSuccess, let client = ServiceAccess.Client(reading: reply.body) else {
                report(.registrationRefused)
                return failWaiting(at: provider, .registrationRefused)
            }
            access[provider]?.client = client
            access[provider]?.isClientFresh = true
            if wire.keepsClients { store.store(client, provider, statement: statement) }
            obtainToken(of: provider)
        case .failure(let failure):
            failWaiting(at: provider, .network(failure))
        }
    }

    private mutating func takeAccessToken(
        _ result: Result<NetworkReply, NetworkFailure>, from provider: ServiceProvider
    ) {
        let wasFresh = access[provider]?.isClientFresh ?? false
        access[provider]?.isClientFresh = false
        switch result {
        case .success(let reply):
            if reply.isSuccess, let body = try? JSON.parse(reply.body), let text = body["access_token"]?.string {
                // Counted from now, because the service's clock may be another (seconds on the wire).
                let expires = WallTime(milliseconds: now) + max(.seconds(1), body["expires_in"]?.int?.seconds ?? .zero)
                let number = nextNumber()
                access[provider]?.token = .init(number: number, text: text, expires: expires.milliseconds)
                access[provider]?.stage = .resting
                for pending in takeWaiting(at: provider) { advance(pending) }
            } else if reply.errorName == "invalid_client", !wasFresh {
                register(at: provider)
            } else {
                report(.accessRefused)
                failWaiting(at: provider, .accessRefused)
            }
        case .failure(let failure):
            failWaiting(at: provider, .network(failure))
        }
    }

    private mutating func takeService(
        _ result: Result<NetworkReply, NetworkFailure>, for pending: PendingRequest, url: String, sent token: Int
    ) {
        guard !isSigned, case .success(let reply) = result, reply.status == 401 || reply.status == 403,
            let renewal = wire.renewals(askedForBy: reply)
        else { return conclude(result, of: pending, url: url) }
        guard !pending.renewals.contains(renewal) else {
            report(.accessRefused)
            return deliver(.failure(.accessRefused), to: pending, url: url)
        }
        // Another request may have renewed it meanwhile.
        if access[pending.provider]?.token?.number == token {
            access[pending.provider]?.token = nil
            if renewal == .client {
                access[pending.provider]?.client = nil
                if wire.keepsClients { store.removeClient(pending.provider, statement: statement) }
            }
        }
        advance(
            PendingRequest(
                question: pending.question, provider: pending.provider, purpose: pending.purpose,
                renewals: pending.renewals.union(renewal), answer: pending.answer))
    }

    /// The answer goes to the flow once all of it is there.
    private mutating func conclude(
        _ result: Result<NetworkReply, NetworkFailure>, of pending: PendingRequest, url: String
    ) {
        if let answer = pending.answer {
            let whole = (try? result.get()).map { wire.adding($0, to: answer) } ?? answer
            return deliver(.success(whole), to: pending, url: url)
        }
        guard pending.purpose != .configuration, case .success(let reply) = result,
            let more = wire.continuation(after: reply, to: pending.question.request, for: self)
        else { return deliver(result.mapError(ServiceFailure.network), to: pending, url: url) }
        switch more {
        case .instead(let ask):
            request(ask, of: pending.provider, for: pending.purpose)
        case .beside(let ask):
            advance(
                PendingRequest(
                    question: Question(ask), provider: pending.provider, purpose: pending.purpose, answer: reply))
        }
    }

    private mutating func failWaiting(at provider: ServiceProvider, _ failure: ServiceFailure) {
        access[provider]?.stage = .resting
        for pending in takeWaiting(at: provider) { deliver(.failure(failure), to: pending, url: nil) }
    }

    private mutating func takeWaiting(at provider: ServiceProvider) -> [PendingRequest] {
        let waiting = access[provider]?.waiting ?? []
        access[provider]?.waiting = []
        return waiting
    }

    // MARK: - Sending

    private mutating func sendPlain(
        _ request: ServiceRequest, to provider: ServiceProvider, _ exchange: Exchange
    ) -> ExchangeID {
        send(addressed(request, to: provider, lines(of: request)), exchange)
    }

    private mutating func send(_ pending: PendingRequest, _ lines: RequestHeaders, token: Int) {
        let outgoing = addressed(pending.question.request, to: pending.provider, lines)
        // Moved on, here and on the way to the network: a copy counts the references of all its parts.
        let exchange = Exchange.service(pending, url: outgoing.url, token: token)
        send(consume outgoing, exchange)
    }

    private func lines(of request: ServiceRequest, accessToken: String? = nil) -> RequestHeaders {
        request.lines(as: client, options: options, accessToken: accessToken)
    }

    private func addressed(
        _ request: ServiceRequest, to provider: ServiceProvider, _ lines: RequestHeaders
    ) -> NetworkRequest {
        request.addressed(to: provider, options: options, lines: lines, timeLimit: settings.limits.request)
    }

    @discardableResult
    private mutating func send(_ request: consuming NetworkRequest, _ exchange: consuming Exchange) -> ExchangeID {
        let id = ExchangeID(number: nextNumber())
        exchanges[id] = exchange
        actions.append(.send(id, request))
        return id
    }

    // MARK: - Delivering

    /// Gives a reply to the flow that asked; `url` is nil where the request was never sent.
    private mutating func deliver(_ reply: ServiceReply, to pending: PendingRequest, url: String?) {
        switch pending.purpose {
        case .configuration:
            // Actions follow the whole transition: the tap speaks when the reply is merged, before the callbacks.
            if let url { actions.append(.configurationProcessed(url)) }
            takeConfiguration(reply, from: pending.provider)
        case .synchronisation: takeSynchronisation(reply)
        case .registrationCode: takeRegistrationCode(reply)
        case .tempPass: takeTempPass(reply)
        case .profileRequest: takeProfileRequest(reply)
        case .profileExchange: takeProfileExchange(reply)
        case .platformSession: takePlatformSession(reply)
        case .session: takeSession(reply)
        case .authorization(let id): takeAuthorization(reply, for: id)
        case .mediaToken(let id): takeMediaToken(reply, for: id)
        case .metadata(let id): takeMetadata(reply, for: id)
        case .preauthorization(let id): takePreauthorization(reply, for: id)
        case .logout: takeLogout(reply)
        }
    }
}

extension ServiceAccess.Client {
    /// nil where the reply to a registration lacks the credentials.
    init?(reading body: [UInt8]) {
        guard let document = try? JSON.parse(body), let id = document["client_id"]?.string,
            let secret = document["client_secret"]?.string
        else { return nil }
        self.init(id: id, secret: secret)
    }
}
