internal import Cryptography
internal import Documents
internal import Encodings
internal import ServiceProtocol
internal import Timing

/// What an MVPD tells of a user (service-protocol.md 4.12).
struct UserMetadata: Sendable {
    /// In the order of the names.
    var values: [(name: String, value: MetadataValue)]
    /// The names of those that only the programmer can read.
    var encrypted: [String] = []

    init(_ values: [String: MetadataValue]) {
        self.values = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Encrypts values for whoever has the private key; a list or a table is encrypted as the JSON it is.
    ///
    /// A value that is too long for the key is left out: it must not be told in clear.
    mutating func encrypt(_ names: [String], for key: PublicKey) {
        for index in values.indices.reversed() where names.contains(values[index].name) {
            let text: [UInt8] =
                if case .text(let text) = values[index].value { Array(text.utf8) } else {
                    values[index].value.json.compact
                }
            if let secret = try? key.encrypt(text) {
                values[index].value = .text(Base64.encode(secret))
                encrypted.insert(values[index].name, at: 0)
            } else {
                values.remove(at: index)
            }
        }
    }
}

extension MetadataValue {
    /// The same with a value for a placeholder: `{mvpd}`, as of whoever is known to several MVPDs each tells something else, or
    /// `{login}`, as each login may be that of another user.
    func naming(_ value: String, for placeholder: String) -> Self {
        func name(_ text: String) -> String {
            text.split(separator: placeholder, omittingEmptySubsequences: false).joined(separator: value)
        }
        return switch self {
        case .text(let text): .text(name(text))
        case .list(let texts): .list(texts.map(name))
        case .table(let table): .table(table.mapValues(name))
        case .other: self
        }
    }
}

extension SessionState {
    /// What is told of the user, encrypted where the world says so and the requestor has a key.
    func told(of login: Login) -> UserMetadata {
        var values = login.user?.metadata ?? [:]
        let later = login.hasAuthorized ? login.user?.authorizationMetadata ?? [:] : [:]
        values.merge(later) { $1 }
        var told = UserMetadata(values.mapValues { $0.naming(login.mvpd, for: "{mvpd}") })
        // What comes with an authorization is told in clear.
        let names = (login.user?.encryptedMetadata ?? []).filter { later[$0] == nil }
        guard !names.isEmpty else { return told }
        if let certificate = script(of: login.requestor)?.certificate, let key = try? PublicKey(pem: certificate) {
            told.encrypt(names, for: key)
        } else if !isOpen {
            // Suites compare what arrives with what was sent.
            told.encrypted = names
        }
        return told
    }

    func metadata(of login: Login, at now: WallTime) -> JSON {
        let told = told(of: login)
        var data: JSONObject = [:]
        for (name, value) in told.values { data[name] = value.json }
        if login.isFromPlatform { data["tokenSource"] = "Apple" }
        if isOpen, data["mvpd"] == nil { data["mvpd"] = .string(login.mvpd) }
        return [
            "updated": .int(now.milliseconds / 1_000), "encrypted": .strings(told.encrypted),
            "data": .object(data),
        ]
    }

    /// The element of the native calls; none where nothing is told.
    func userMetadata(of login: Login, at now: WallTime) -> Markup {
        withholdsMetadata && told(of: login).values.isEmpty
            ? "" : "<userMeta>\(metadata(of: login, at: now).text)</userMeta>"
    }

    /// The clientless answer in XML, whose real layout is not public.
    ///
    /// Each name is an element of `data`; what has several values is repeated, what is a table has elements of its own.
    func metadataElement(of login: Login, at now: WallTime) -> Markup {
        let told = told(of: login)
        var data: Markup = ""
        for (name, value) in told.values where Markup.isElementName(name) {
            switch value {
            case .text, .other: data += .element(name, value.text)
            case .list(let texts): for text in texts { data += .element(name, text) }
            case .table(let table):
                for (key, text) in table.sorted(by: { $0.key < $1.key }) where Markup.isElementName(key) {
                    data += .element(key, text)
                }
            }
        }
        var encrypted: Markup = ""
        for name in told.encrypted { encrypted += "<encrypted>\(name)</encrypted>" }
        return """
            <usermetadata><updated>\(Int(now.milliseconds / 1_000))</updated>\(encrypted)\
            <data>\(data)<mvpd>\(login.mvpd)</mvpd></data></usermetadata>
            """
    }
}
