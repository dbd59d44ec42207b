internal import Cryptography
internal import Documents
internal import Encodings
internal import HTTPServer
internal import Timing

/// Whether a request may be served: access tokens, signed requests, signed requestor identifiers.
extension SessionState {
    /// Why a protected call is not served; nil when it may be (service-protocol.md 2.4).
    ///
    /// A signed request has been checked before, whatever it is for.
    func refusal(of incoming: Incoming) -> ServerReply? {
        if incoming.signed != nil { return nil }
        guard let token = incoming.accessToken else {
            return scenario.isStrict ? .error("access_denied", status: 401) : refusalOfSignedRequestor(incoming)
        }
        guard let known = accessTokens[token], incoming.now < known.expires else {
            return .error("access_denied", status: 401)
        }
        return nil
    }

    /// Which of the headers that current clients send with an authorization is missing; nil where the service is not strict,
    /// or where it serves the scenario of a case, which says itself what clients have to send (service-protocol.md 0.5.3).
    func missingHeader(_ incoming: Incoming) -> String? {
        guard isOpen, scenario.isStrict, incoming.signed == nil else { return nil }
        return ["ap_42", "ap_11", "ap_z", "ap_21", "pass_sfp"].first { incoming.header($0) == nil }
    }

    /// Checks a signed request against the requestor's keys (service-protocol.md 6).
    ///
    /// By default only key and signature count, as the clients in the field write method and URI in ways of their own;
    /// a strict service also wants them, the clock and a fresh nonce to be right.
    mutating func refusalOfSignature(_ incoming: Incoming) -> ServerReply? {
        guard let signed = incoming.signed else { return nil }
        let keys = script(of: signed.requestor)?.keys ?? []
        if keys.isEmpty {
            return scenario.welcome.olderClients && !scenario.isStrict && accepts(requestor: signed.requestor)
                ? nil : Self.unauthorized("there is no key for the requestor")
        }
        guard let key = keys.first(where: { $0.publicKey == signed.publicKey }) else {
            return Self.unauthorized("the public key is unknown")
        }
        guard signed.isSigned(with: key.privateKey) else {
            return Self.unauthorized("the signature is not that of the public key")
        }
        guard scenario.isStrict else { return nil }
        guard signed.isFor(method: incoming.request.method, path: incoming.request.path) else {
            return Self.unauthorized("the signature is for another method or URI")
        }
        guard signed.isFresh(at: incoming.now) else {
            return Self.unauthorized("request_time is more than five minutes away from the service's clock")
        }
        if nonces.count > 100_000 { nonces = nonces.filter { $0.value > incoming.now } }
        let used = nonces.updateValue(incoming.now + .seconds(600), forKey: signed.nonce)
        return used == nil ? nil : Self.unauthorized("the nonce was used before")
    }

    /// Clients of the first generation prove themselves with the requestor's identifier, signed by the programmer; it
    /// is checked where the requestor has a certificate (service-protocol.md 3.4).
    private func refusalOfSignedRequestor(_ incoming: Incoming) -> ServerReply? {
        guard let requestor = incoming.requestor, let certificate = script(of: requestor)?.certificate,
            let key = try? PublicKey(pem: certificate)
        else { return nil }
        let text = incoming["signed_requestor_id"]
        guard text != nil || scenario.requiresSignedRequestor && incoming.destination.has(.signed) else {
            return nil
        }
        let signature = text.flatMap { Base64.decode($0) } ?? []
        guard key.verifies(signature, over: Array(requestor.utf8)) else {
            return .xmlError("The signed requestor id is not that of the requestor", status: 401)
        }
        return nil
    }

    /// A client in the field needs a document here, and takes the word for what to show (service-protocol.md 6).
    private static func unauthorized(_ details: String) -> ServerReply {
        .json(
            ["status": 401, "message": "Unauthorized", "details": .string(details), "error": "access_denied"],
            status: 401)
    }
}
