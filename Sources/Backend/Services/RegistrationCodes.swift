internal import Documents
internal import Encodings
internal import HTTPServer
internal import Timing

/// Registration codes (service-protocol.md 4.1, 4.2).
extension SessionState {
    /// Answers `POST /reggie/v1/{requestor}/regcode`.
    mutating func issueRegistrationCode(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard let requestor = incoming.requestor, accepts(requestor: requestor) else {
            return .status(400, "Invalid requestor", format: incoming.format)
        }
        guard let device = incoming.device, !device.isEmpty else { return Self.missing("deviceId", incoming.format) }
        var lifetime = scenario.lifetimes.registrationCode
        if let text = incoming["ttl"] {
            guard let seconds = Int(text), (1...36_000).contains(seconds) else {
                return .status(400, "Invalid ttl", format: incoming.format)
            }
            lifetime = .seconds(seconds)
        }
        let code = random.registrationCode()
        var record = RegistrationCode(
            id: random.uuid(), requestor: requestor, device: device, mvpd: incoming.mvpd, generated: incoming.now,
            expires: incoming.now + lifetime,
            deviceInfo: incoming.header("x-device-info") ?? incoming["device_info"],
            userAgent: incoming.header("user-agent"), info: RegistrationCode.told(incoming))
        record.base = incoming.base
        codes[code] = record
        freshCanaries.append(code)
        return tell(record, code: code, status: 201, format: incoming.format)
    }

    /// `GET` and `DELETE /reggie/v1/{requestor}/regcode/{code}`; no access token, as second screens ask, too.
    mutating func tellRegistrationCode(_ incoming: Incoming) -> ServerReply {
        let code = incoming.place("code")
        guard let record = codes[code], record.requestor == incoming.requestor, incoming.now < record.expires else {
            return .status(404, "Not Found", format: incoming.format)
        }
        if incoming.request.method == "DELETE" {
            codes[code] = nil
            codesTakenBack.append(code)
            return .empty(status: 204)
        }
        return tell(record, code: code, status: 200, format: incoming.format)
    }

    /// The code, if it is known and has not expired.
    func validCode(_ code: String?, at now: WallTime) -> RegistrationCode? {
        guard let code, let record = codes[code], now < record.expires else { return nil }
        return record
    }

    private func tell(
        _ record: RegistrationCode, code: String, status: Int, format: ServerReply.Format
    ) -> ServerReply {
        let device = Base64.encode(Array(record.device.utf8))
        switch format {
        case .json:
            var info: JSONObject = ["deviceId": .string(device)]
            for name in RegistrationCode.toldNames { info[name] = record.info[name].map(JSON.string) ?? .null }
            info["deviceInfo"] = record.deviceInfo.map(JSON.string) ?? .null
            info["userAgent"] = record.userAgent.map(JSON.string) ?? .null
            info["originalUserAgent"] = info["userAgent"]
            info["authorizationType"] = "OAUTH2"
            var members: JSONObject = [
                "id": .string(record.id), "code": .string(code), "requestor": .string(record.requestor),
            ]
            if let mvpd = record.mvpd { members["mvpd"] = .string(mvpd) }
            members["generated"] = .int(record.generated.milliseconds)
            members["expires"] = .int(record.expires.milliseconds)
            members["info"] = .object(info)
            return .json(.object(members), status: status)
        case .xml:
            let mvpd: Markup = record.mvpd.map { "<mvpd>\($0)</mvpd>" } ?? ""
            var info: Markup = ""
            for name in RegistrationCode.toldNames {
                if let value = record.info[name] { info += .element(name, value) }
            }
            let root: Markup = """
                <ns2:regcode xmlns:ns2="model.mvc.reggie.pass.adobe.com"><id>\(record.id)</id><code>\(code)</code>\
                <requestor>\(record.requestor)</requestor>\(mvpd)\
                <generated>\(Int(record.generated.milliseconds))</generated>\
                <expires>\(Int(record.expires.milliseconds))</expires>\
                <info><deviceId>\(device)</deviceId>\(info)</info></ns2:regcode>
                """
            return .xml(root, status: status)
        }
    }
}

extension RegistrationCode {
    /// What a client may tell of itself and gets back (service-protocol.md 4.1).
    static let toldNames = ["deviceType", "deviceUser", "appId", "appVersion", "registrationURL"]

    fileprivate static func told(_ incoming: Incoming) -> [String: String] {
        toldNames.reduce(into: [:]) { $0[$1] = incoming[$1] }
    }
}
