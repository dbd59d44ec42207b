internal import Encodings
internal import HTTPServer
internal import XML

/// A question to an MVPD that the platform is to have answered.
struct ProfileRequest: Sendable {
    var requestor: String
    var mvpd: MVPDScript
}

/// Logins that the platform vouches for (service-protocol.md 4.6).
extension SessionState {
    /// `GET /api/v1/{requestor}/profile-requests/{mvpd}`: the question, a SAML request.
    mutating func issueProfileRequest(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        let requestor = incoming.place("requestor")
        guard accepts(requestor: requestor),
            let mvpd = mvpd(incoming.place("mvpd"), of: requestor, at: incoming.request.endpoint),
            mvpd.isPlatformPartner || scenario.welcome.mvpds, incoming["deviceType"] != nil
        else { return .status(400, "A required parameter is missing or wrong", format: incoming.format) }
        let request = "_" + random.uuid()
        profileRequests[request] = ProfileRequest(requestor: requestor, mvpd: mvpd)
        let saml = saml(base: incoming.base, at: incoming.now)
        let document = saml.authenticationRequest(id: request, destination: saml.issuer(mvpd.id), isEmbedded: true)
        return ServerReply(status: 200, headers: [("Content-Type", "application/octet-stream")], body: document)
    }

    /// `POST /api/v1/tokens/authn`: takes the MVPD's answer for a login of the device.
    ///
    /// Each question is answered once, and by a user whom the MVPD knows.
    mutating func exchangeProfile(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard let requestor = incoming.requestor, accepts(requestor: requestor), let device = incoming.device,
            !device.isEmpty, let text = incoming["SAMLResponse"], let mvpd = incoming.mvpd,
            let answer = takePlatformAnswer(text, requestor: requestor, mvpd: mvpd)
        else { return .status(400, "Invalid SAMLResponse", format: incoming.format) }
        let transaction = Transaction(
            requestor: requestor, mvpd: answer.mvpd, domain: "adobe.com", redirectURL: "", key: .device(device))
        recordLogin(of: transaction, user: answer.account, at: incoming.now)
        logins[logins.count - 1].isFromPlatform = true
        return .empty(status: 204)
    }

    /// Whom the platform's answer to one of our questions vouches for; in the open world also a stranger (nil).
    ///
    /// Each question is answered once.
    mutating func takePlatformAnswer(
        _ text: String, requestor: String, mvpd: String
    ) -> (mvpd: MVPDScript, account: UserAccount?)? {
        guard let bytes = Base64.decode(text), let response = try? XMLReader.read(bytes),
            let id = response.attribute("InResponseTo"), let question = profileRequests.removeValue(forKey: id),
            question.requestor == requestor, question.mvpd.id == mvpd, let name = response.platformUser
        else { return nil }
        let user = scenario.users.first { $0.name == name && ($0.mvpd ?? mvpd) == mvpd }
        return user != nil || isOpen ? (question.mvpd, user) : nil
    }
}

extension MVPDScript {
    /// Whether the platform authenticates with it.
    var isPlatformPartner: Bool {
        properties["boardingStatus"] == "SUPPORTED" && properties["enablePlatformServices"] == "true"
    }
}

extension XMLElement {
    /// Of whom a SAML response speaks.
    fileprivate var platformUser: String? {
        first("Assertion")?.first("Subject")?.text(of: "NameID")
    }
}
