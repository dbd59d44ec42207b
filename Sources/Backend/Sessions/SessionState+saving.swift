internal import Documents
internal import Timing

/// What outlives a restart: clients, tokens, codes and logins, as a JSON document.
///
/// A login that is under way in a browser does not.
extension SessionState {
    var saved: JSON {
        [
            "schema": "assay/state/1",
            "clients": .array(
                clients.sorted { $0.key < $1.key }.map { id, client in
                    [
                        "id": .string(id), "secret": .string(client.secret), "redirect": .text(client.redirectURI),
                        "requestors": client.requestors.map(JSON.strings) ?? .null, "scopes": .strings(client.scopes),
                    ]
                }),
            "accessTokens": .array(
                accessTokens.sorted { $0.key < $1.key }.map { text, token in
                    ["text": .string(text), "client": .string(token.clientID), "expires": .time(token.expires)]
                }),
            "codes": .array(codes.sorted { $0.key < $1.key }.map { $1.saved($0) }),
            "logins": .array(logins.map(\.saved)),
            "authentications": .array(
                authentications.sorted { $0.key < $1.key }.map { text, proof in
                    [
                        "text": .string(text), "login": .int(Int64(proof.login)),
                        "fingerprint": .string(proof.fingerprint),
                    ]
                }),
            "authorizations": .array(
                authorizations.sorted { $0.key < $1.key }.map { text, proof in
                    [
                        "text": .string(text), "login": .int(Int64(proof.login)), "resource": .string(proof.resource),
                        "expires": .time(proof.expires),
                    ]
                }),
            "grants": .array(
                grants.sorted { ($0.key.login, $0.key.resource) < ($1.key.login, $1.key.resource) }.map { grant, time in
                    [
                        "login": .int(Int64(grant.login)), "resource": .string(grant.resource), "expires": .time(time),
                    ]
                }),
            "passes": .array(
                passes.sorted { $0.value < $1.value }.map { pass, begin in
                    [
                        "requestor": .string(pass.requestor), "mvpd": .string(pass.mvpd),
                        "device": .string(pass.device), "begin": .time(begin),
                    ]
                }),
            "promotions": .array(promotions.map(\.saved)),
        ]
    }

    /// Takes back what was saved; what cannot be understood is left out, as is what refers to it.
    mutating func restore(_ saved: JSON) {
        for item in saved["clients"]?.array ?? [] {
            guard let id = item["id"]?.string, let secret = item["secret"]?.string else { continue }
            clients[id] = Client(
                secret: secret, redirectURI: item["redirect"]?.string, requestors: item["requestors"]?.texts,
                scopes: item["scopes"]?.texts ?? [Self.scopeOfV2])
        }
        for item in saved["accessTokens"]?.array ?? [] {
            guard let text = item["text"]?.string, let client = item["client"]?.string,
                let expires = item.time("expires")
            else { continue }
            accessTokens[text] = AccessToken(clientID: client, expires: expires)
        }
        for item in saved["codes"]?.array ?? [] {
            guard let text = item["code"]?.string, let code = RegistrationCode(saved: item) else { continue }
            codes[text] = code
            if let owner = code.owner { sessionCodes[owner] = text }
        }
        var places: [Int: Int] = [:]
        for (index, item) in (saved["logins"]?.array ?? []).enumerated() {
            let mvpd = item["mvpd"]?.string
            let user = item["user"]?.string.flatMap { name in
                scenario.users.first { $0.name == name && ($0.mvpd ?? mvpd) == mvpd }
            }
            guard let login = Login(saved: item, user: user) else { continue }
            places[index] = logins.count
            logins.append(login)
        }
        func place(_ item: JSON) -> Int? { item["login"]?.int?.within(0...Int.max).flatMap { places[$0] } }
        for item in saved["authentications"]?.array ?? [] {
            guard let text = item["text"]?.string, let login = place(item) else { continue }
            authentications[text] = Authentication(login: login, fingerprint: item["fingerprint"]?.string ?? "")
        }
        for item in saved["authorizations"]?.array ?? [] {
            guard let text = item["text"]?.string, let login = place(item), let resource = item["resource"]?.string,
                let expires = item.time("expires")
            else { continue }
            authorizations[text] = Authorization(login: login, resource: resource, expires: expires)
        }
        for item in saved["grants"]?.array ?? [] {
            guard let login = place(item), let resource = item["resource"]?.string, let expires = item.time("expires")
            else { continue }
            grants[Grant(login: login, resource: resource)] = expires
        }
        for item in saved["passes"]?.array ?? [] {
            guard let requestor = item["requestor"]?.string, let mvpd = item["mvpd"]?.string,
                let device = item["device"]?.string, let begin = item.time("begin")
            else { continue }
            passes[Pass(requestor: requestor, mvpd: mvpd, device: device)] = begin
        }
        promotions = (saved["promotions"]?.array ?? []).compactMap(Promotion.init(saved:))
    }
}

extension RegistrationCode {
    fileprivate func saved(_ code: String) -> JSON {
        [
            "code": .string(code), "id": .string(id), "requestor": .string(requestor), "device": .string(device),
            "mvpd": .text(mvpd), "generated": .time(generated), "expires": .time(expires),
            "deviceInfo": .text(deviceInfo), "userAgent": .text(userAgent), "session": session?.saved ?? .null,
            "info": .texts(info),
        ]
    }

    fileprivate init?(saved: JSON) {
        guard let id = saved["id"]?.string, let requestor = saved["requestor"]?.string,
            let device = saved["device"]?.string, let generated = saved.time("generated"),
            let expires = saved.time("expires")
        else { return nil }
        self.init(
            id: id, requestor: requestor, device: device, mvpd: saved["mvpd"]?.string, generated: generated,
            expires: expires, deviceInfo: saved["deviceInfo"]?.string, userAgent: saved["userAgent"]?.string)
        for member in saved["info"]?.object?.members ?? [] { info[member.key] = member.value.string }
        session = saved["session"].flatMap(AuthenticationSession.init(saved:))
    }
}

extension Login {
    fileprivate var saved: JSON {
        let (kind, value) =
            switch key {
            case .code(let code): ("code", code)
            case .cookie(let cookie): ("cookie", cookie)
            case .device(let device): ("device", device)
            }
        return [
            "requestor": .string(requestor), "mvpd": .string(mvpd), "proxyMvpd": .text(proxyMVPD),
            "isPass": .bool(isPass), "isFromPlatform": .bool(isFromPlatform), "domain": .string(domain),
            "key": .string(kind), "keyValue": .string(value),
            "device": .string(device), "user": .text(user?.name), "guid": .string(guid), "nameID": .string(nameID),
            "sessionIndex": .string(sessionIndex), "notBefore": .time(notBefore), "expires": .time(expires),
            "standing": .string(standing.rawValue), "token": .text(token), "application": .text(application),
            "identities": .strings(identities), "browser": .text(browser),
            "hasAuthorized": .bool(hasAuthorized),
        ]
    }

    fileprivate init?(saved: JSON, user: UserAccount?) {
        let keys: [String: (String) -> LoginKey] = [
            "code": LoginKey.code, "cookie": LoginKey.cookie, "device": LoginKey.device,
        ]
        guard let requestor = saved["requestor"]?.string, let mvpd = saved["mvpd"]?.string,
            let kind = saved["key"]?.string, let key = keys[kind], let value = saved["keyValue"]?.string,
            let guid = saved["guid"]?.string, let expires = saved.time("expires"),
            let standing = saved["standing"]?.string.flatMap(Standing.init(rawValue:))
        else { return nil }
        self.init(
            requestor: requestor, mvpd: mvpd, proxyMVPD: saved["proxyMvpd"]?.string,
            isPass: saved["isPass"]?.bool ?? false, isFromPlatform: saved["isFromPlatform"]?.bool ?? false,
            domain: saved["domain"]?.string ?? "", key: key(value),
            device: saved["device"]?.string ?? "", user: user, guid: guid, nameID: saved["nameID"]?.string ?? "",
            sessionIndex: saved["sessionIndex"]?.string ?? "", notBefore: saved.time("notBefore") ?? expires,
            expires: expires, standing: standing, browser: saved["browser"]?.string,
            application: saved["application"]?.string,
            identities: saved["identities"]?.texts ?? [], hasAuthorized: saved["hasAuthorized"]?.bool ?? false,
            token: saved["token"]?.string)
    }
}

extension AuthenticationSession {
    fileprivate var saved: JSON {
        [
            "client": .string(client), "domainName": .text(domainName), "redirectUrl": .text(redirectURL),
            "identities": .strings(identities),
        ]
    }

    fileprivate init?(saved: JSON) {
        guard let client = saved["client"]?.string else { return nil }
        self.init(
            client: client, domainName: saved["domainName"]?.string, redirectURL: saved["redirectUrl"]?.string,
            identities: saved["identities"]?.texts ?? [])
    }
}

extension Promotion {
    fileprivate var saved: JSON {
        [
            "requestor": .string(requestor), "mvpd": .string(mvpd), "devices": .strings(devices.sorted()),
            "identities": .strings(identities.sorted()), "begin": .time(begin), "resources": .strings(resources),
        ]
    }

    fileprivate init?(saved: JSON) {
        guard let requestor = saved["requestor"]?.string, let mvpd = saved["mvpd"]?.string,
            let begin = saved.time("begin")
        else { return nil }
        self.init(
            requestor: requestor, mvpd: mvpd, devices: Set(saved["devices"]?.texts ?? []),
            identities: Set(saved["identities"]?.texts ?? []), begin: begin,
            resources: saved["resources"]?.texts ?? [])
    }
}

extension JSON {
    /// Nil for what is no list.
    fileprivate var texts: [String]? { array?.compactMap(\.string) }

    fileprivate static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    fileprivate static func time(_ time: WallTime) -> JSON { .int(time.milliseconds) }

    fileprivate func time(_ name: String) -> WallTime? {
        self[name]?.int?.date
    }
}
