internal import AccessEnablerAPI
internal import Encodings

/// Apple SSO from the chosen provider to the authentication token: the service asks, the MVPD answers through the
/// platform, and the service takes the answer for a login (AE-SSO-017).
extension EnablerState {
    mutating func fetchProfileRequest(_ mvpd: BoundMVPD, _ purpose: PlatformSSOFlow.Occasion) {
        platformSSO = .fetchingRequest(mvpd, purpose)
        let path = "\(PercentEncoding.encode(requestor))/profile-requests/\(PercentEncoding.encode(mvpd.id))"
        var ask = ServiceRequest.get("/api/v1/\(path)")
        ask.query = [FormField("deviceType", client.system)]
        request(ask, of: mvpd.provider, for: .profileRequest)
    }

    mutating func takeProfileRequest(_ reply: ServiceReply) {
        guard case .fetchingRequest(let mvpd, let purpose) = platformSSO else { return }
        guard case .success(let reply) = reply, reply.isSuccess, !reply.body.isEmpty else {
            return endPlatformLogin(purpose)
        }
        let id = PlatformQuestionID(number: nextNumber())
        platformSSO = .askingProvider(id, mvpd, purpose)
        let question = AccountRequest(providers: [mvpd.id], mayAskUser: false, profileRequest: reply.text)
        actions.append(.askAccount(id, question))
    }

    mutating func takeProviderAnswer(_ news: AccountNews, _ mvpd: BoundMVPD, _ purpose: PlatformSSOFlow.Occasion) {
        guard news.isLast else { return }
        guard case .account(let account) = news, account.provider == mvpd.id, let response = account.response else {
            return endPlatformLogin(purpose, .platformFailed(news.failure))
        }
        platformSSO = .exchanging(mvpd, purpose)
        let form = [
            FormField("requestor", requestor), FormField("deviceId", client.deviceID), FormField("mvpd", mvpd.id),
            FormField("deviceType", client.system), FormField("SAMLResponse", response),
        ]
        request(.post("/api/v1/tokens/authn", form), of: mvpd.provider, for: .profileExchange)
    }

    mutating func takeProfileExchange(_ reply: ServiceReply) {
        guard case .exchanging(let mvpd, let purpose) = platformSSO else { return }
        guard case .success(let reply) = reply, reply.isSuccess else { return endPlatformLogin(purpose) }
        platformSSO = .collecting(mvpd, purpose)
        request(sessionRequest(nil), of: mvpd.provider, for: .platformSession)
    }

    /// The token counts as any other, but that its logout has more to say (AE-LOG-009).
    mutating func takePlatformSession(_ reply: ServiceReply) {
        guard case .collecting(let mvpd, let purpose) = platformSSO else { return }
        guard case .success(let reply) = reply, var fresh = readAuthentication(reply, of: mvpd, code: nil) else {
            return endPlatformLogin(purpose)
        }
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
