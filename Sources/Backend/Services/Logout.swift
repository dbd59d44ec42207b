internal import HTTPServer

/// The end of a login (wire-protocol.md 3.10).
extension SessionState {
    /// `GET /adobe-services/logout`: ends the logins of requestor, MVPD and device as far as they are named.
    mutating func logOut(_ incoming: Incoming) -> ServerReply {
        let device = incoming["pt_device_id"]
        logOut { login in
            (incoming.requestor == nil || login.requestor == incoming.requestor)
                && (incoming.mvpd == nil || login.mvpd == incoming.mvpd)
                && (device == nil || login.device == device || Self.fingerprint(of: login.device) == device)
        }
        guard let redirectURL = incoming["redirect_url"], URLText.isDestination(redirectURL) else {
            return .html(Page.message("Signed out", "You are signed out."))
        }
        return .redirect(to: redirectURL)
    }

    mutating func logOut(where isMeant: (Login) -> Bool) {
        for index in logins.indices where logins[index].standing == .active && isMeant(logins[index]) {
            logins[index].standing = .loggedOut
        }
    }
}
