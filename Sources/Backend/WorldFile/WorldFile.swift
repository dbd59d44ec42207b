package import Documents
internal import Encodings
internal import ServiceProtocol

/// Reads the YAML that says whom and what `assay serve` serves (Documentation/serve.md).
///
/// Every mistake is found, and told with file, line and column.
package enum WorldFile {
    package static let schema = "assay/world/1"

    package static func read(path: String) throws(DiagnosticList) -> OpenWorld {
        try NodeReader.read(path: path, schema: schema, NodeReader.world)
    }

    package static func read(_ bytes: [UInt8], file: String) throws(DiagnosticList) -> OpenWorld {
        try NodeReader.read(bytes, file: file, schema: schema, NodeReader.world)
    }
}

extension NodeReader {
    fileprivate static func world(_ reader: MappingReader) -> OpenWorld? {
        var world = OpenWorld(
            welcome: Welcome(olderClients: true), mvpds: [], users: [], resources: [:],
            otherResources: .denied(""))
        for word in reader.optional("welcome")?.list(of: { $0.oneOf(["requestors", "mvpds"], what: "guest") }) ?? [] {
            if word == "requestors" { world.welcome.requestors = true } else { world.welcome.mvpds = true }
        }
        world.mvpds = reader.optional("mvpds")?.list(of: { $0.mvpd() }) ?? []
        Self.reportRepeated(world.mvpds.map(\.id), "MVPD", reader)
        let known = world.mvpds
        world.requestors = reader.optional("requestors")?.list(of: { $0.requestor(known: known) }) ?? []
        Self.reportRepeated(world.requestors.map(\.id), "requestor", reader)
        world.providers = reader.optional("providers")?.list(of: { $0.provider(known: known) }) ?? []
        Self.reportRepeated(world.providers.map(\.name), "provider", reader)
        world.users = reader.optional("users")?.list(of: { $0.user(known: known) }) ?? []
        world.resources = reader.optional("resources")?.rules() ?? [:]
        world.otherResources = reader.optional("otherResources")?.rule() ?? .denied("")
        world.lifetimes = reader.optional("lifetimes")?.lifetimes() ?? Lifetimes()
        world.degradations = reader.optional("degradations")?.list(of: { $0.degradation(known: known) }) ?? []
        world.preauthorizationLimit = reader.optional("preauthorizationLimit")?.int(in: 1...10_000) ?? 5
        return world
    }

    private static func reportRepeated(_ names: [String], _ what: String, _ reader: MappingReader) {
        var seen: Set<ExactText> = []
        for name in names where !seen.insert(ExactText(name)).inserted {
            reader.report("the \(what) '\(name)' is there twice", at: reader.mark)
        }
    }

    private func requestor(known: [MVPDScript]) -> RequestorScript? {
        mapping { reader in
            RequestorScript(
                id: reader.required("id")?.string() ?? "", name: reader.optional("name")?.string() ?? "",
                domains: reader.optional("domains")?.list { $0.string() } ?? ["adobe.com"],
                schemes: reader.optional("schemes")?.list { $0.string() } ?? RequestorScript.usualSchemes,
                softwareStatements: reader.optional("softwareStatements")?.list { $0.string() } ?? [],
                statementKey: reader.optional("statementKey")?.certificate(),
                keys: reader.optional("keys")?.list { $0.signingKey() } ?? [],
                certificate: reader.optional("certificate")?.certificate(),
                serviceTokenKey: reader.optional("serviceTokenKey")?.certificate(),
                mvpds: reader.optional("mvpds")?.list { $0.oneOf(known.map(\.id), what: "MVPD") })
        }
    }

    private func signingKey() -> RequestorScript.SigningKey? {
        mapping { reader in
            RequestorScript.SigningKey(
                publicKey: reader.required("public")?.string() ?? "",
                privateKey: reader.required("private")?.string() ?? "")
        }
    }

    private func provider(known: [MVPDScript]) -> OpenWorld.Provider? {
        mapping { reader in
            OpenWorld.Provider(
                name: reader.required("name")?.string() ?? "",
                mvpds: reader.required("mvpds")?.list { $0.listedMVPD(known: known) } ?? [])
        }
    }

    /// An MVPD by its identifier alone, or with what is different here.
    private func listedMVPD(known: [MVPDScript]) -> MVPDScript? {
        if case .mapping = node.content {
            return mapping { reader in
                guard let id = reader.required("id")?.oneOf(known.map(\.id), what: "MVPD"),
                    var mvpd = known.first(where: { $0.id == id })
                else { return nil }
                mvpd.change(by: reader)
                return mvpd
            }
        }
        return oneOf(known.map(\.id), what: "MVPD").flatMap { id in known.first { $0.id == id } }
    }

    private func user(known: [MVPDScript]) -> UserAccount? {
        mapping { reader in
            UserAccount(
                name: reader.required("name")?.string() ?? "",
                password: reader.required("password")?.string() ?? "",
                mvpd: reader.optional("mvpd")?.oneOf(known.map(\.id), what: "MVPD"),
                metadata: reader.optional("metadata")?.metadata() ?? [:],
                encryptedMetadata: reader.optional("encrypted")?.list { $0.string() } ?? [],
                resources: reader.optional("resources")?.rules() ?? [:],
                otherResources: reader.optional("otherResources")?.rule())
        }
    }

    private func rules() -> [String: ResourceRule]? { entries { $0.rule() } }

    /// `granted`, `denied`, or `denied` with what the user is told.
    private func rule() -> ResourceRule? {
        if case .mapping = node.content {
            return mapping { reader in reader.required("denied")?.string().map { .denied($0) } }
        }
        return oneOf(["granted", "denied"], what: "rule").map { $0 == "granted" ? .granted : .denied("") }
    }

    private func degradation(known: [MVPDScript]) -> Degradation? {
        mapping { reader in
            let rule: Degradation.Rule? = reader.required("rule")?.oneOf(Degradation.Rule.self, what: "rule")
            let requestor = reader.optional("requestor")?.string()
            let mvpd = reader.required("mvpd")?.oneOf(known.map(\.id), what: "MVPD")
            let details = reader.optional("details")?.string() ?? ""
            guard let rule, let mvpd else { return nil }
            return Degradation(rule, requestor: requestor, mvpd: mvpd, details: details)
        }
    }

    private func lifetimes() -> Lifetimes? {
        mapping { reader in
            var lifetimes = Lifetimes()
            func read(_ key: String, _ path: WritableKeyPath<Lifetimes, Duration>) {
                if let time = reader.optional(key)?.duration(allowNegative: true) { lifetimes[keyPath: path] = time }
            }
            read("accessToken", \.accessToken)
            read("registrationCode", \.registrationCode)
            read("authentication", \.authentication)
            read("authorization", \.authorization)
            read("media", \.media)
            return lifetimes
        }
    }
}
