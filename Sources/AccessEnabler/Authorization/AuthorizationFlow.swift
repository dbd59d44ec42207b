internal import AccessEnablerAPI

/// One authorization, from the call to `setToken:forResource:` or `tokenRequestFailed:…`.
///
///     (waits for a login) ──▶ authorizing ── permitted ──▶ fetchingMediaToken ──▶ done
///                                  │                              ▲
///                                  └── denied: done      cached authorization
struct AuthorizationFlow: Sendable {
    enum State: Sendable {
        case waiting
        /// `isCached`: an authorization was in storage already (AE-TRK-015).
        case authorizing(ValidAuthentication, isCached: Bool)
        case fetchingMediaToken(ValidAuthentication)
        /// The permit is there, and what the MVPD tells of the user is asked for once more.
        case refreshing(ValidAuthentication, mediaToken: String?)
    }

    var resource: String
    var data: Value.Members?
    var state = State.waiting
}
