internal import AccessEnablerAPI

/// Where a logout has got to.
///
///     none ── logout ──▶ navigating ── handleExternalURL ──▶ none      (iOS)
///     none ── logout ──▶ none                       (tvOS, before 3.0, or nobody is logged in)
enum LogoutFlow: Sendable, Hashable {
    case none
    /// The logout page is loading, hidden.
    case navigating
}

extension EnablerState {
    /// Local first: from here on nobody is authenticated, whatever the page does (AE-LOG-015, AE-LOG-019).
    mutating func startLogout() {
        let held = validAuthentication()
        leaveAuthentication()
        authentication = AuthenticationFlow()
        store.clear()  // AE-LOG-007, AE-LOG-008
        preauthorizationCache = nil  // AE-PRE-014
        if held?.stored.isFromPlatform ?? false { report(.loggedOutOfPlatform) }  // AE-LOG-009, AE-LOG-010
        guard let held else { return completeLogout() }
        guard settings.platform == .iOS else {
            // Without a page (AE-LOG-003), and so without the MVPD (AE-LOG-017); nobody waits for the answer.
            let ask = ServiceRequest(path: Self.logoutPath, query: logoutQuery(held.mvpd), body: .none)
            request(ask, of: held.mvpd.provider, for: .logout)
            return completeLogout()
        }
        navigate(to: logoutURL(held.mvpd), for: held.mvpd)  // AE-LOG-002
        // Before 3.0 no call tells that the page has ended.
        if isSigned { completeLogout() } else { logout = .navigating }
    }

    /// Status 0 says that the user is not authenticated any more.
    mutating func completeLogout() {
        logout = .none
        callBack(.setAuthenticationStatus(.error, .userNotAuthenticated))  // AE-LOG-004
    }

    private static let logoutPath = "/adobe-services/logout"

    private func logoutURL(_ mvpd: BoundMVPD) -> String {
        var query = logoutQuery(mvpd) + [FormField("redirect_url", redirectURL(for: mvpd))]  // AE-LOG-013
        query += accessToken(for: mvpd.provider).map { [FormField("access_token", $0)] } ?? []
        query += options.browserParameters(of: client)
        return mvpd.provider.url(Self.logoutPath, query)
    }

    private func logoutQuery(_ mvpd: BoundMVPD) -> [FormField] {
        [
            FormField("noflash", "true"), FormField("mso_id", mvpd.id), FormField("requestor_id", requestor),
            FormField("pt_device_id", client.fingerprint),
        ]
    }
}
