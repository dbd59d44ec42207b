internal import Cryptography
internal import Evidence
internal import HTTPServer

extension SessionState {
    /// What the provider replies, sound or at fault.
    ///
    /// - Parameter refusal: what is answered instead, because the caller asks too much.
    mutating func reply(
        to incoming: Incoming, passage: Passage, refusal: ServerReply?
    ) -> (reply: ServerReply, fault: Fault?) {
        forgetIfFull(incoming)
        let fault = faults.take(provider: passage.provider, purpose: passage.purpose, random: &chanceRandom)?.value
        if fault == nil, refusal == nil, let reply = configurations.reply(to: incoming) { return (reply, nil) }
        var reply: ServerReply
        if incoming.request.method == "OPTIONS" {
            reply = .empty(status: 204)
            reply.headers = [("Allow", incoming.endpoint.allowedMethods.joined(separator: ", "))]
        } else if let refusal {
            reply = refusal
        } else if let refused = fault?.replyWithoutService(to: incoming) {
            reply = refused
        } else {
            let alias =
                fault == .wrongRequestor
                ? Fault.wrongRequestor(insteadOf: incoming.requestor ?? scenario.requestor) : nil
            isBindingToAnotherDevice = fault == .foreignDevice
            reply = answer(incoming, base: incoming.base, alias: alias)
            let isFinished = reply.isPrepared
            fault?.spoil(&reply)
            if isFinished { return (reply, fault) }
        }
        allowOrigin(of: incoming, in: &reply)
        return (reply, fault)
    }

    /// Lets the page that asks read the reply.
    func allowOrigin(of incoming: Incoming, in reply: inout ServerReply) {
        if isOpen {
            reply.allow(origin: incoming.origin ?? "*")
        } else if let origin = incoming.origin {
            reply.allow(origin: origin)
        }
    }

    /// How long the provider takes for the reply; nil: no longer than it takes.
    mutating func delay(provider: String, purpose: RequestEvent.Purpose) -> Duration? {
        latencies.take(provider: provider, purpose: purpose, random: &chanceRandom)
            .map { $0.value.delay(request: $0.number, random: &delayRandom) }
    }

    /// The reply of the service that the request is for, if nothing is wrong with the service itself.
    ///
    /// - Parameters:
    ///   - base: where the caller reached us, for addresses in replies.
    ///   - alias: the requestor of which replies speak instead of the right one; nil in a healthy service.
    mutating func answer(_ incoming: Incoming, base: String, alias: String?) -> ServerReply {
        let methods = incoming.endpoint.methods
        guard !methods.isEmpty else {
            return Dialect(incoming).refusal(404, "Not Found", details: "there is nothing at this path")
        }
        guard methods.contains(incoming.method) else {
            var reply = Dialect(incoming).refusal(
                405, "Method Not Allowed", details: "this path answers \(methods.joined(separator: " and "))")
            reply.headers.append(("Allow", incoming.endpoint.allowedMethods.joined(separator: ", ")))
            return reply
        }
        if let refusal = refusalOfSignature(incoming) ?? refusalOfFormat(incoming) { return refusal }
        switch incoming.endpoint {
        case .registration: return register(incoming)
        case .accessToken: return issueAccessToken(incoming)
        case .individualization: return individualize(incoming)
        case .configuration: return configure(incoming, alias: alias)
        case .registrationCodes: return issueRegistrationCode(incoming)
        case .registrationCode(_, let code): return tellRegistrationCode(incoming, code: code)
        case .authenticate: return authenticate(incoming, base: base)
        case .secondScreen: return sendSecondScreen(incoming)
        case .ssoPage: return showLoginPage(incoming)
        case .loginPage: return logIn(incoming, base: base)
        case .cancelPage: return cancelLogin(incoming, base: base)
        case .assertionConsumer: return consumeAssertion(incoming)
        case .oauth2Callback: return takeAuthorizationCode(incoming)
        case .backgroundLogin: return .html(Page.message("Signed in", "You can close this window."))
        case .consentPage: return consent(incoming, base: base)
        case .mvpdLogout: return logOutAtMVPD(incoming, base: base)
        case .logoutResponse: return finishLogout(incoming)
        case .activation: return showActivation(incoming)
        case .activationChoice: return chooseProvider(incoming, base: base)
        case .activationEnd: return endActivation(incoming)
        case .serviceProviderMetadata: return tellServiceProvider(base: base)
        case .mvpdMetadata(let mvpd): return tellIdentityProvider(mvpd, base: base)
        case .publicKey: return .text(signer.key.publicKey.pem)
        case .tempPassReset: return resetTempPass(incoming)
        case .session: return tellSession(incoming, alias: alias)
        case .profileRequest(let requestor, let mvpd):
            return issueProfileRequest(incoming, requestor: requestor, mvpd: mvpd, base: base)
        case .authenticationToken where incoming.method == "POST": return exchangeProfile(incoming)
        case .loginOfCode, .authenticationCheck, .authenticationToken: return tellLogin(incoming)
        case .userMetadata: return tellMetadata(incoming)
        case .deviceAuthorization, .authorizationToken: return authorizeDevice(incoming)
        case .deviceMediaToken: return issueDeviceMediaToken(incoming)
        case .devicePreauthorization: return preauthorizeDevice(incoming)
        case .deviceLogout: return logOutDevice(incoming)
        case .freePreview: return grantFreePreview(incoming)
        case .authorize: return authorize(incoming, alias: alias)
        case .mediaToken: return issueMediaToken(incoming, alias: alias)
        case .preauthorize: return preauthorize(incoming)
        case .logout: return logOut(incoming, base: base)
        case .front: return showFront(base: base)
        case .unknown: preconditionFailure("what is unknown has no methods")
        }
    }
}
