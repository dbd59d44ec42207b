internal import HTTPServer
internal import Timing

/// Temporary passes: logins that need no user, for a while (service-protocol.md 4.5).
extension SessionState {
    /// `POST /api/v1/authenticate/freepreview`: a login that needs no user.
    ///
    /// `session` then finds it by the device (`ap_21`, `device_id`), or by the registration code if one was named.
    mutating func grantFreePreview(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard let requestor = incoming.requestor, accepts(requestor: requestor), let device = incoming.device,
            let id = incoming.mvpd, let domain = incoming["domain_name"],
            let mvpd = mvpd(id, of: requestor, at: incoming.request.endpoint),
            mvpd.isTempPass || isUnlisted(mvpd.id) && mvpd.id.lowercased().contains("temppass")
        else { return .status(400, "A required parameter is missing or wrong", format: incoming.format) }
        let key = incoming["reg_code"].map(LoginKey.code) ?? .device(device)
        let transaction = Transaction(requestor: requestor, mvpd: mvpd, domain: domain, redirectURL: "", key: key)
        recordLogin(of: transaction, user: nil, at: incoming.now)
        return .empty(status: 204)
    }

    /// Whether an MVPD exists because it was asked for; what it is can be told by its name alone.
    private func isUnlisted(_ mvpd: String) -> Bool {
        !scenario.providers.contains { $0.mvpds.contains { $0.id == mvpd } }
    }

    /// When the pass of the device ends, which begins now if it has not begun; a device has one pass of each MVPD.
    mutating func beginPass(
        _ rule: MVPDScript.TempPass, requestor: String, mvpd: String, device: String, at now: WallTime
    ) -> WallTime {
        let pass = Pass(requestor: requestor, mvpd: mvpd, device: device)
        let begin = passes[pass] ?? now
        // A browser that is no known device gets a pass each time.
        if !device.isEmpty { passes[pass] = begin }
        return begin + rule.duration
    }

    /// A pass that a browser without a device has begun is that of the device that asks for it first.
    mutating func bindPass(_ index: Int, to incoming: Incoming) {
        guard logins[index].isPass, logins[index].device.isEmpty, let device = incoming.device, !device.isEmpty,
            let mvpd = mvpd(logins[index].mvpd, of: logins[index].requestor, at: incoming.request.endpoint),
            let rule = mvpd.tempPass
        else { return }
        logins[index].device = device
        logins[index].expires = beginPass(
            rule, requestor: logins[index].requestor, mvpd: mvpd.id, device: device, at: incoming.now)
    }

    /// `DELETE /reset-tempass/v3/reset`: the device may begin a pass again.
    mutating func resetTempPass(_ incoming: Incoming) -> ServerReply {
        guard let requestor = incoming.requestor, let device = incoming["device_id"] else {
            return .error("invalid_request", status: 400)
        }
        let mvpd = incoming["mvpd_id"]
        passes = passes.filter { pass, _ in
            pass.requestor != requestor || pass.device != device && device != "all"
                || mvpd.map { $0 != pass.mvpd } ?? false
        }
        logOut { login in
            login.isPass && login.requestor == requestor && (login.device == device || device == "all")
                && mvpd.map { $0 == login.mvpd } ?? true
        }
        return .empty(status: 204)
    }
}
