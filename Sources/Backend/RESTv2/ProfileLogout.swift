internal import Documents
internal import HTTPServer

/// The end of a profile (service-protocol.md 7.10).
extension SessionState {
    /// `GET /api/v2/{sp}/logout/{mvpd}`: the profile is gone with the answer, which tells what is left to do.
    ///
    /// What the call's identities find goes with the device's own.
    mutating func logOutProfile(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        let device = try call.device()
        let mvpd = try integratedMVPD(call)
        let redirectURL = try redirectURL(call)
        if redirectURL == nil, scenario.isStrict { throw EnhancedError(.invalidRedirectURL) }
        var members: JSONObject = ["mvpd": .string(mvpd.id)]
        func answer(_ name: String, _ type: String) -> ServerReply {
            members["actionName"] = .string(name)
            members["actionType"] = .string(type)
            return .json(["logouts": .members([(mvpd.id, .object(members))])])
        }
        if isDegraded(mvpd.id, call, .authNAll) || mvpd.isTempPass { return answer("complete", "none") }
        guard let first = profile(of: mvpd.id, call, device: device) else { return answer("invalid", "none") }
        var found: Profile? = first
        while let login = found?.login {
            logins[login].standing = .loggedOut
            found = profile(of: mvpd.id, call, device: device)
        }
        if first.kind == .appleSSO { return answer("partner_logout", "partner_interactive") }
        guard mvpd.logout != .none else { return answer("complete", "none") }
        var address = "/adobe-services/logout?noflash=true"
        for (name, value) in [
            ("mso_id", mvpd.id), ("requestor_id", call.requestor), ("pt_device_id", Self.fingerprint(of: device)),
            ("redirect_url", redirectURL),
        ] {
            if let value { address = URLText.adding(name, value, to: address) }
        }
        members["url"] = .string(call.incoming.base + address)
        return answer("logout", "interactive")
    }
}
