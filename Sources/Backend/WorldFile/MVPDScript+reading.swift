internal import Cryptography
internal import Documents

extension NodeReader {
    func mvpd() -> MVPDScript? {
        mapping { reader in
            let id = reader.required("id")?.string() ?? ""
            var mvpd = MVPDScript(id: id, displayName: id, logoURL: "")
            mvpd.change(by: reader)
            return mvpd
        }
    }

    /// The path of a PEM file, seen from the folder of this one, that holds a certificate or public key.
    func certificate() -> String? {
        guard let path = string() else { return nil }
        let folder = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[...$0]) } ?? ""
        let full = path.hasPrefix("/") ? path : folder + path
        do {
            let pem = try File.read(full, maximumBytes: 1 << 20)
            _ = try PublicKey(reading: pem)
            return String(decoding: pem, as: UTF8.self)
        } catch {
            report("\(error)")
            return nil
        }
    }
}

extension MVPDScript {
    /// Takes over what a mapping says of the MVPD: its documented properties under their names in the configuration
    /// (service-protocol.md 1.1), and how it behaves.
    mutating func change(by reader: MappingReader) {
        if let name = reader.optional("displayName")?.string() { displayName = name }
        if let url = reader.optional("logoUrl")?.string() { logoURL = url }
        for name in Self.flags {
            if let flag = reader.optional(name)?.bool() { properties[name] = flag ? "true" : "false" }
        }
        for name in Self.numbers {
            if let number = reader.optional(name)?.int(in: 0...100_000) { properties[name] = String(number) }
        }
        if let status = reader.optional("boardingStatus")?.oneOf(["SUPPORTED", "PICKER"], what: "boarding status") {
            properties["boardingStatus"] = status
        }
        if let id = reader.optional("platformMappingId")?.string() { properties["platformMappingId"] = id }
        if let fields = reader.optional("requiredMetadataFields")?.list(of: { $0.string() }) {
            properties["requiredMetadataFields"] = fields.joined(separator: ",")
        }
        _ = reader.optional("properties")?.mapping { more -> Bool? in
            for (key, value) in more.everyEntry() {
                guard let name = key.string(), let text = value.string() else { continue }
                guard Markup.isElementName(name) else {
                    key.report("'\(name)' cannot be the name of a property")
                    continue
                }
                properties[name] = text
            }
            return true
        }
        if let style: LoginStyle = reader.optional("login")?.oneOf(LoginStyle.self, what: "login") { login = style }
        if let style: LogoutStyle = reader.optional("logout")?.oneOf(LogoutStyle.self, what: "logout") {
            logout = style
        }
        if let asks = reader.optional("consent")?.bool() { asksConsent = asks }
        if let names = reader.optional("fields")?.mapping({ reader -> LoginFields? in
            var names = LoginFields()
            if let user = reader.optional("user")?.string() { names.user = user }
            if let password = reader.optional("password")?.string() { names.password = password }
            return names
        }) {
            fields = names
        }
        if let uses = reader.optional("cookie")?.bool() { usesCookie = uses }
        if let proxy = reader.optional("proxyMvpd")?.string() { proxyMVPD = proxy }
        if let rule = reader.optional("tempPass")?.mapping({ reader -> TempPass? in
            let resources = reader.optional("resources")?.int(in: 0...10_000)
            return reader.required("duration")?.duration().map { TempPass(duration: $0, resources: resources) }
        }) {
            tempPass = rule
        }
    }

    /// The documented properties that are `true` or `false`.
    static let flags = [
        "iFrameRequired", "foregroundLogout", "isProxy", "authPerAggregator", "authPerBrowserSession",
        "authPerRequestor", "passiveAuthnEnabled", "isTempPass", "enablePlatformServices", "displayInPlatformPicker",
        "enforcePlatformPermissions",
    ]
    static let numbers = ["iFrameWidth", "iFrameHeight"]
}
