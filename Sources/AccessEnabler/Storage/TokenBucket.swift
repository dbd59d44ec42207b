/// Where the tokens of a login are kept.
struct TokenBucket: Sendable, Hashable {
    /// nil where the token is everybody's.
    var programmer: String?
    var mvpd: String
    /// Whether only this application sees it.
    var isOwn = false
}

extension EnablerState {
    /// Programmer, then MVPD: the same whether or not the MVPD authenticates per requestor (AE-STO-010, AE-STO-015).
    ///
    /// Before 1.7 one token serves all programmers and applications (AE-STO-012, AE-STO-013), but that of an MVPD that
    /// authenticates per requestor, which is its programmer's and in a file of the application's own (AE-STO-014).
    func bucket(of mvpd: BoundMVPD) -> TokenBucket {
        // No other application has the login where it is the registered client's.
        if wire.keepsClients { return TokenBucket(programmer: requestor, mvpd: mvpd.id, isOwn: true) }
        guard settings.version < .severalTokens else { return TokenBucket(programmer: requestor, mvpd: mvpd.id) }
        return mvpd.authenticatesPerRequestor
            ? TokenBucket(programmer: requestor, mvpd: mvpd.id, isOwn: true)
            : TokenBucket(programmer: nil, mvpd: mvpd.id)
    }

    /// The token importer: what a release before 1.7 has left goes to the buckets (AE-STO-019).
    ///
    /// Only where the programmer has no valid token yet (AE-STO-020), and once: what other programmers have got since
    /// stays (AE-STO-011).
    func importTokens() {
        guard settings.version >= .severalTokens, !wire.keepsClients, validAuthentication() == nil else { return }
        for (earlier, stored) in store.authenticationsOfEarlierReleases() {
            guard let login = wire.read(stored) else { continue }
            let bucket = TokenBucket(programmer: login.requestor, mvpd: login.mvpd)
            if store.authentication(bucket) == nil { store.store(stored, bucket) }
            if earlier.programmer == nil { store.removeAuthentication(earlier) }
        }
    }
}
