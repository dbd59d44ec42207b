internal import Documents
internal import Encodings
internal import HTTPServer
internal import Timing

/// The clientless calls that a device needs around a login on a second screen (service-protocol.md 4.4 to 4.6, 4.12).
extension SessionState {
    /// `GET /api/v1/checkauthn` and `checkauthn/{code}`.
    func checkLogin(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        if standingLogin(of: incoming) != nil {
            return incoming.format == .json ? .json([:]) : .empty(status: 200)
        }
        let message = incoming.destination.values["code"] == nil ? "Authentication token expired" : "Forbidden"
        return .status(403, message, format: incoming.format)
    }

    /// `GET /api/v1/authenticate/{code}` and `tokens/authn`.
    func tellLogin(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard let login = login(of: incoming).map({ logins[$0] }), login.standing == .active else {
            return .status(404, "Not Found", format: incoming.format)
        }
        guard login.expires > incoming.now else { return .status(410, "Gone", format: incoming.format) }
        let user = Base64.encode(Array(login.guid.utf8))
        switch incoming.format {
        case .json:
            return .json([
                "mvpd": .string(login.mvpd), "requestor": .string(login.requestor), "userId": .string(user),
                "expires": .string(String(login.expires.milliseconds)),
            ])
        case .xml:
            return .xml(
                """
                <authentication><expires>\(Int(login.expires.milliseconds))</expires><userId>\(user)</userId>\
                <mvpd>\(login.mvpd)</mvpd><requestor>\(login.requestor)</requestor></authentication>
                """)
        }
    }

    /// Answers `GET /api/v1/tokens/usermetadata`.
    func tellMetadata(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard let login = standingLogin(of: incoming).map({ logins[$0] }) else {
            return .status(412, "User not authenticated", format: incoming.format)
        }
        guard !isOpen || !(login.user?.metadata ?? [:]).isEmpty else {
            return .status(404, "Not Found", format: incoming.format)
        }
        return incoming.format == .json
            ? .json(metadata(of: login, at: incoming.now)) : .xml(metadataElement(of: login, at: incoming.now))
    }
}
