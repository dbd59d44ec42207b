internal import Timing
internal import Tokens
internal import XML

/// An authentication that holds now: the token, what is stored with it, and its MVPD.
struct ValidAuthentication: Sendable, Hashable {
    var token: AuthenticationToken
    var stored: StoredAuthentication
    var mvpd: BoundMVPD
}

extension EnablerState {
    /// A valid authentication of the present requestor in storage, that of the MVPD in use before others.
    ///
    /// No MVPD has to be selected (AE-CHKN-012), and several may have left tokens (AE-STO-010).
    func validAuthentication() -> ValidAuthentication? {
        guard let configuration = phase.configuration, store.holdsAuthentications else { return nil }
        let preferred = [authentication.selected, store.currentMVPD(configuration.requestor)]
        // The issuer has to be among the allowed identity providers (AE-CHKN-008).
        return preferred.lazy.compactMap { $0.flatMap { configuration.merge[$0] } }.compactMap(held).first
            ?? configuration.merge.mvpds.lazy.compactMap(held).first
    }

    private func held(of mvpd: BoundMVPD) -> ValidAuthentication? {
        guard let stored = store.authentication(bucket(of: mvpd)), let token = stored.read(), isValid(token, for: mvpd)
        else { return nil }
        return ValidAuthentication(token: token, stored: stored, mvpd: mvpd)
    }

    /// Reads the answer of `/adobe-services/session`; nil where it holds no token that can be used.
    func readAuthentication(_ reply: NetworkReply, of mvpd: BoundMVPD, code: String?) -> ValidAuthentication? {
        guard reply.isSuccess, let result = try? XMLReader.read(reply.body, limits: .token),
            let text = result.text(of: "authnToken")
        else { return nil }
        let stored = StoredAuthentication(
            token: text, registrationCode: code, userMetadata: result.text(of: "userMeta"))
        guard let token = stored.read(), token.requestor == requestor, isValid(token, for: mvpd) else { return nil }
        return ValidAuthentication(token: token, stored: stored, mvpd: mvpd)
    }

    /// Not expired (AE-CHKN-007), of that MVPD, and of this device (AE-DEV-008).
    private func isValid(_ token: AuthenticationToken, for mvpd: BoundMVPD) -> Bool {
        token.expires.milliseconds > now && token.mvpd == mvpd.id && token.isBound(to: client)
    }
}

extension AuthenticationToken {
    /// A token without a fingerprint is bound to no device.
    func isBound(to client: ClientIdentity) -> Bool {
        fingerprint.isEmpty || fingerprint.lowercased() == client.fingerprint
    }
}

extension StoredAuthentication {
    func read() -> AuthenticationToken? {
        try? AuthenticationToken(parsing: token)
    }
}
