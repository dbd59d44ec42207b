import Encodings
internal import Cryptography
internal import Documents
internal import ServiceProtocol
internal import Timing

/// What a device has of a sign-in, or instead of one (service-protocol.md 7.4).
struct Profile: Sendable {
    enum Kind: String, Sendable {
        case regular, degraded, temporary
        /// The platform vouched for the user when the profile was made.
        case appleSSO
        /// Another application's, found by what the platform says of the user.
        case platformSSO
        /// The same by what a service of the programmer says.
        case serviceTokenSSO

        /// Whether it is another application's.
        var isByIdentity: Bool { self == .platformSSO || self == .serviceTokenSSO }
    }

    var kind: Kind
    var mvpd: String
    var notBefore: WallTime
    var notAfter: WallTime
    /// The place in ``SessionState/logins``; nil where nobody has signed in.
    var login: Int?

    var issuer: String {
        switch kind {
        case .regular, .platformSSO, .serviceTokenSSO: mvpd
        case .appleSSO: "Apple"
        case .degraded, .temporary: "Adobe"
        }
    }

    func json(_ attributes: JSONObject) -> JSON {
        [
            "notBefore": .int(notBefore.milliseconds), "notAfter": .int(notAfter.milliseconds),
            "issuer": .string(issuer), "type": .string(kind.rawValue), "attributes": .object(attributes),
        ]
    }

    /// A metadatum that all may read.
    static func plain(_ value: JSON) -> JSON { ["value": value, "state": "plain"] }
}

/// Whom somebody beside the MVPD says the user is.
struct UserIdentity: Sendable, Hashable {
    var kind: Profile.Kind
    /// Who says it, and what it calls the user.
    var subject: String

    var text: String { "\(kind.rawValue) \(subject)" }
}

extension SessionState {
    /// The profile of the device at the MVPD that somebody has signed in for; nil where there is no valid one.
    func profile(of mvpd: String, _ call: ApplicationCall, device: String) -> Profile? {
        if let own = ownLogin(of: mvpd, call, device: device), logins[own].isValid(at: call.now) {
            return profile(of: own, logins[own].isFromPlatform ? .appleSSO : .regular)
        }
        for identity in identities(call) {
            let text = identity.text
            let found = logins.lastIndex { login in
                login.mvpd == mvpd && !login.isPass && login.application != nil && login.isValid(at: call.now)
                    && login.identities.contains(text)
            }
            if let found { return profile(of: found, identity.kind) }
        }
        return nil
    }

    func profile(of index: Int, _ kind: Profile.Kind) -> Profile {
        let login = logins[index]
        return Profile(
            kind: kind, mvpd: login.mvpd, notBefore: login.notBefore, notAfter: login.expires, login: index)
    }

    /// The last sign-in of the application's on the device, whatever became of it.
    func ownLogin(of mvpd: String, _ call: ApplicationCall, device: String) -> Int? {
        logins.lastIndex { login in
            login.application == call.client && login.device == device && login.requestor == call.requestor
                && login.mvpd == mvpd && !login.isPass && login.standing != .refused
        }
    }

    /// Which users the call's tokens of identity name; one that is no good names nobody (service-protocol.md 7.9).
    func identities(_ call: ApplicationCall) -> [UserIdentity] {
        var found: [UserIdentity] = []
        for header in ["Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token"] {
            guard let text = call.incoming.header(header), !text.isEmpty else { continue }
            // What is encrypted for the real service names its user by its text alone.
            let token = JSONWebToken(text)
            let subject = token == nil ? text : token?.subject
            if let subject, token?.hasExpired(at: call.now) != true {
                found.append(UserIdentity(kind: .platformSSO, subject: subject))
            }
        }
        if let token = call.incoming.header("AD-Service-Token").flatMap(JSONWebToken.init), token.claimsRS256,
            !token.hasExpired(at: call.now), let subject = token.subject, isVouchedFor(token, call)
        {
            found.append(UserIdentity(kind: .serviceTokenSSO, subject: subject))
        }
        return found
    }

    /// Whether the programmer's service has signed the token, as far as its key is known.
    private func isVouchedFor(_ token: JSONWebToken, _ call: ApplicationCall) -> Bool {
        guard let pem = script(of: call.requestor)?.serviceTokenKey else { return true }
        return (try? PublicKey(pem: pem)).map { token.isSigned(with: $0) } ?? false
    }

    /// The profile under a degradation in which everybody counts as signed in.
    func degradedProfile(of mvpd: String, at now: WallTime) -> Profile {
        Profile(
            kind: .degraded, mvpd: mvpd, notBefore: now, notAfter: now + scenario.lifetimes.authorization, login: nil)
    }

    /// What the MVPD tells of the user, each with whether it is encrypted.
    func attributes(of profile: Profile, device: String) -> JSONObject {
        guard let index = profile.login else {
            // A long hexadecimal number, as in the documents.
            return ["userID": Profile.plain(.string(Hex.encode(Digest.sha256(Array(device.utf8)))))]
        }
        let login = logins[index]
        let told = told(of: login)
        var attributes: JSONObject = [:]
        for (name, value) in told.values {
            let isEncrypted = told.encrypted.contains(name)
            attributes[name] = ["value": value.json, "state": isEncrypted ? "enc" : "plain"]
        }
        if attributes["userID"] == nil { attributes["userID"] = Profile.plain(.string(login.guid)) }
        if profile.kind != .regular, attributes["upstreamUserID"] == nil {
            attributes["upstreamUserID"] = attributes["userID"]
        }
        attributes["mvpd"] = Profile.plain(.string(login.mvpd))
        return attributes
    }
}

extension Login {
    func isValid(at now: WallTime) -> Bool { standing == .active && now < expires }
}

extension JSONWebToken {
    /// Who is meant: the user as the issuer calls it, together with the issuer.
    fileprivate var subject: String? {
        claims["sub"]?.string.map { (claims["iss"]?.string ?? "") + " " + $0 }
    }
}
