internal import AccessEnablerAPI

/// Where a logout has got to.
///
///     none ── logout ──▶ navigating ── handleExternalURL ──▶ none      (iOS)
///               └──▶ asking ──▶ navigating, or none where there is no page
///     none ── logout ──▶ none                       (tvOS, before 3.0, or nobody is logged in)
enum LogoutFlow: Sendable, Hashable {
    case none
    /// The service is asked for the logout page.
    case asking(BoundMVPD)
    /// The logout page is loading, hidden.
    case navigating
}

extension EnablerState {
    /// Local first: from here on nobody is authenticated, whatever the page does (AE-LOG-015, AE-LOG-019).
    mutating func startLogout() {
        let held = validAuthentication()
        let isFromPlatform = validAuthentications().contains(where: \.stored.isFromPlatform)
        let waiting = authentication.waiting
        openLogouts += 1
        leaveAuthentication()
        authentication = AuthenticationFlow()
        store.clear()  // AE-LOG-007, AE-LOG-008
        preauthorizationCache = nil  // AE-PRE-014
        for flow in waiting { failAuthorization(flow, .userNotAuthenticated, "the user logged out") }  // AE-GETZ-012
        if isFromPlatform { report(.loggedOutOfPlatform) }  // AE-LOG-009, AE-LOG-010
        guard let held else {
            // Of a logout whose page is still open, the page ends both (AE-LOG-005).
            return logout == .none ? completeLogout() : ()
        }
        switch wire.startLogout(of: held, for: self) {
        case .page(let url):
            navigate(to: url, for: held.mvpd)  // AE-LOG-002
            // Before 3.0 no call tells that the page has ended.
            if isSigned { completeLogout() } else { logout = .navigating }
        case .ask(let ask):
            request(ask, of: held.mvpd.provider, for: .logout)
            // Where there is no page (AE-LOG-003), nobody waits for the answer.
            if settings.platform == .iOS { logout = .asking(held.mvpd) } else { completeLogout() }
        }
    }

    /// What the service has to say of a logout; without a page nothing is left to do.
    mutating func takeLogout(_ reply: ServiceReply) {
        guard case .asking(let mvpd) = logout else { return }
        guard case .success(let reply) = reply, let url = wire.logoutPage(in: reply, of: mvpd, for: self) else {
            return completeLogout()
        }
        navigate(to: url, for: mvpd)  // AE-LOG-002
        logout = .navigating
    }

    /// Status 0 says that the user is not authenticated any more: to each call of logout.
    mutating func completeLogout() {
        logout = .none
        for _ in 0..<openLogouts { callBack(.setAuthenticationStatus(.error, .userNotAuthenticated)) }  // AE-LOG-004
        openLogouts = 0
    }
}
