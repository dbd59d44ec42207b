internal import Encodings
internal import Timing

/// An authentication that holds now: what it says, how it is stored, and its MVPD.
struct ValidAuthentication: Sendable, Hashable {
    var login: Login
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

    /// Every valid authentication of the present requestor.
    func validAuthentications() -> [ValidAuthentication] {
        guard let configuration = phase.configuration, store.holdsAuthentications else { return [] }
        return configuration.merge.mvpds.compactMap(held)
    }

    private func held(of mvpd: BoundMVPD) -> ValidAuthentication? {
        guard let stored = store.authentication(bucket(of: mvpd)), let login = wire.read(stored),
            isValid(login, for: mvpd)
        else { return nil }
        return ValidAuthentication(login: login, stored: stored, mvpd: mvpd)
    }

    /// Whether the login in storage is still this one: a reply may come after a logout, or after another login.
    func isStored(_ held: ValidAuthentication) -> Bool {
        store.authentication(bucket(of: held.mvpd))?.token == held.stored.token
    }

    /// The login that a reply brings; nil where it brings none that can be used.
    func readAuthentication(_ reply: NetworkReply, of mvpd: BoundMVPD, code: String?) -> ValidAuthentication? {
        guard let stored = wire.login(in: reply, at: mvpd, code: code, for: self), let login = wire.read(stored),
            login.requestor.isExactly(requestor), isValid(login, for: mvpd)
        else { return nil }
        return ValidAuthentication(login: login, stored: stored, mvpd: mvpd)
    }

    /// Not expired (AE-CHKN-007), of that MVPD, and of this device (AE-DEV-008).
    private func isValid(_ login: Login, for mvpd: BoundMVPD) -> Bool {
        login.expires.milliseconds > now && login.mvpd.isExactly(mvpd.id) && login.isBound(to: client)
    }
}
