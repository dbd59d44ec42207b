extension EnablerState {
    /// A repeated setRequestor asks whether the logins in storage still stand, one after the other (AE-REQ-013).
    ///
    /// False when there is nothing to ask about.
    mutating func synchronise(
        _ configuration: ConfigurationPhase.Configuration, _ logins: ArraySlice<ValidAuthentication>
    ) -> Bool {
        guard let held = logins.first, let ask = wire.synchronisationRequest(of: held, for: self) else { return false }
        phase = .synchronising(configuration, of: logins)
        request(ask, of: held.mvpd.provider, for: .synchronisation)
        return true
    }

    mutating func takeSynchronisation(_ reply: ServiceReply) {
        guard case .synchronising(let configuration, let logins) = phase else { return }
        if let held = logins.first { take(reply, onLogin: held) }
        if !synchronise(configuration, logins.dropFirst()) { endSynchronisation() }
    }

    private mutating func take(_ reply: ServiceReply, onLogin held: ValidAuthentication) {
        // Another login may have ended since.
        guard isStored(held), case .success(let reply) = reply else { return }
        if wire.saysNobody(reply) {
            // A logout happened elsewhere (AE-REQ-015).
            store.removeAuthentication(bucket(of: held.mvpd))
        } else if var fresh = readAuthentication(reply, of: held.mvpd, code: held.stored.registrationCode) {
            // The remote token replaces the local one (AE-REQ-014).
            fresh.stored.isFromPlatform = held.stored.isFromPlatform
            store.store(fresh.stored, bucket(of: held.mvpd))
        }
    }

    /// The token sanitizer: removes tokens that were issued to another device (AE-STO-021, AE-STO-022).
    mutating func removeForeignTokens(of requestor: String) {
        var removed = false
        for bucket in store.authenticatedBuckets(of: requestor) {
            guard let stored = store.authentication(bucket), let login = wire.read(stored) else { continue }
            if !login.isBound(to: client) {
                store.removeAuthentication(bucket)
                removed = true
            }
        }
        if removed { report(.foreignDevice) }
    }
}
