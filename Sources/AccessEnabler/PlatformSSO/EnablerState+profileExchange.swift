internal import AccessEnablerAPI

/// Apple SSO from the chosen provider to the authentication token: the service asks, the MVPD answers through the
/// platform, and the service takes the answer for a login (AE-SSO-017).
extension EnablerState {
    mutating func fetchProfileRequest(_ mvpd: BoundMVPD, _ purpose: PlatformSSOFlow.Occasion) {
        platformSSO = .fetchingRequest(mvpd, purpose)
        request(wire.profileRequest(of: mvpd, for: self), of: mvpd.provider, for: .profileRequest)
    }

    mutating func takeProfileRequest(_ reply: ServiceReply) {
        guard case .fetchingRequest(let mvpd, let purpose) = platformSSO else { return }
        guard case .success(let reply) = reply, let profileRequest = wire.profileQuestion(in: reply) else {
            return endPlatformLogin(purpose)
        }
        let id = PlatformQuestionID(number: nextNumber())
        platformSSO = .askingProvider(id, mvpd, purpose)
        let question = AccountRequest(providers: [mvpd.id], mayAskUser: false, profileRequest: profileRequest)
        actions.append(.askAccount(id, question))
    }

    mutating func takeProviderAnswer(_ news: AccountNews, _ mvpd: BoundMVPD, _ purpose: PlatformSSOFlow.Occasion) {
        guard news.isLast else { return }
        guard case .account(let account) = news, account.provider == mvpd.id, let response = account.response else {
            return endPlatformLogin(purpose, .platformFailed(news.failure))
        }
        platformSSO = .exchanging(mvpd, purpose)
        let ask = wire.profileExchange(of: mvpd, response: response, for: self)
        request(ask, of: mvpd.provider, for: .profileExchange)
    }

    mutating func takeProfileExchange(_ reply: ServiceReply) {
        guard case .exchanging(let mvpd, let purpose) = platformSSO else { return }
        guard case .success(let reply) = reply, reply.isSuccess else { return endPlatformLogin(purpose) }
        if let fresh = readAuthentication(reply, of: mvpd, code: nil) { return keepPlatformLogin(fresh, purpose) }
        platformSSO = .collecting(mvpd, purpose)
        request(wire.loginRequest(at: mvpd, code: nil, for: self), of: mvpd.provider, for: .platformSession)
    }

    mutating func takePlatformSession(_ reply: ServiceReply) {
        guard case .collecting(let mvpd, let purpose) = platformSSO else { return }
        guard case .success(let reply) = reply, let fresh = readAuthentication(reply, of: mvpd, code: nil) else {
            return endPlatformLogin(purpose)
        }
        keepPlatformLogin(fresh, purpose)
    }

    /// The login counts as any other, but that its logout has more to say (AE-LOG-009).
    private mutating func keepPlatformLogin(_ fresh: ValidAuthentication, _ purpose: PlatformSSOFlow.Occasion) {
        var fresh = fresh
        platformSSO = .none
        fresh.stored.isFromPlatform = true
        switch purpose {
        case .login:
            completeAuthentication(fresh)
        case .launch:
            keep(fresh)
            endSynchronisation()
        }
    }

    /// A login that has come so far ends with a status, whatever happens (AE-AUTHN-028).
    private mutating func endPlatformLogin(_ purpose: PlatformSSOFlow.Occasion, _ status: StatusReport? = nil) {
        platformSSO = .none
        switch purpose {
        case .login: failAuthentication(status)
        case .launch: endSynchronisation()
        }
    }
}

extension AccountNews {
    fileprivate var failure: String {
        if case .failed(let failure) = self { failure.code.rawValue } else { "no answer of the provider" }
    }
}
