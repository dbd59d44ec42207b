internal import Cryptography
internal import Encodings
internal import HTTPServer
internal import Timing
internal import Tokens

/// What came of a login: the authentication token (service-protocol.md 3.3, 3.4).
extension SessionState {
    /// `POST /adobe-services/session` and `sessionDevice`.
    ///
    /// The token of a login is made once; asking again gives the same.
    mutating func tellSession(_ incoming: Incoming, alias: String?) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard accepts(requestor: incoming.requestor) else { return .xmlError("Invalid requestor", status: 400) }
        guard let index = login(of: incoming) else { return .xmlError("Data not found", status: 401) }
        bindPass(index, to: incoming)
        let login = logins[index]
        // What is issued expired, as a world may ask for, is issued all the same.
        let isOver = login.isPass && login.expires <= incoming.now && scenario.lifetimes.authentication > .zero
        guard login.standing == .active, !isOver else { return .pendingLogout }
        let fingerprint = fingerprint(for: incoming, of: login)
        let isSound = alias == nil && !isBindingToAnotherDevice
        let token: String
        if let made = login.token, isSound {
            token = made
        } else {
            var made = AuthenticationToken(
                guid: login.guid, requestor: alias ?? login.requestor, domain: login.domain, expires: login.expires,
                mvpd: login.mvpd, fingerprint: fingerprint,
                nameID: login.nameID, sessionIndex: login.sessionIndex)
            made.offsetMinutes = scenario.tokenOffsetMinutes
            token = made.issue(signedBy: signer.key)
            if isSound { logins[index].token = token }
            authentications[token] = Authentication(login: index, fingerprint: fingerprint)
            freshCanaries.append(token)
        }
        return .xml("<result><authnToken>\(token)</authnToken>\(userMetadata(of: login, at: incoming.now))</result>")
    }

    /// The login a request is about: by registration code, by cookie, or by device; of several of a device, the last of the
    /// MVPD that the request names, or else the last.
    func login(of incoming: Incoming) -> Int? {
        let requestor = incoming.requestor
        func last(_ matches: (Login) -> Bool) -> Int? {
            logins.lastIndex {
                $0.application == nil && matches($0) && (requestor == nil || $0.requestor == requestor)
            }
        }
        if let code = incoming.registrationCode {
            if let login = last({ $0.key == .code(code) }) { return login }
            // A pass that began while the code was shown; what the device had before is not what the code is for.
            guard let made = codes[code] else { return nil }
            return last { $0.key == .device(made.device) && $0.notBefore >= made.generated }
        }
        if let cookie = incoming.cookie(SessionState.sessionCookie),
            let index = last({ $0.key == .cookie(cookie) })
        {
            return index
        }
        guard let device = incoming.device, !device.isEmpty else { return nil }
        let isOfDevice = { (login: Login) in login.device == device || login.key == .device(device) }
        let named = incoming["mvpd"].flatMap { mvpd in last { isOfDevice($0) && $0.mvpd == mvpd } }
        return named ?? last(isOfDevice)
    }

    /// Lets standing logins last a day longer; whoever asks for the token of one gets a new one.
    mutating func renewLogins() {
        for index in logins.indices where logins[index].standing == .active && !logins[index].isPass {
            logins[index].expires = logins[index].expires + .seconds(86_400)
            logins[index].token = nil
        }
    }

    /// The lower-case SHA-1 of a device's identifier, or nothing where there is none (service-protocol.md 5.2).
    static func fingerprint(of device: String) -> String {
        device.isEmpty ? "" : Hex.encode(Digest.sha1(Array(device.utf8)))
    }

    /// What belongs to a browser's login and to its logout.
    static let sessionCookie = "JSESSIONID"
}
