import AccessEnablerAPI
import Documents
import ServiceProtocol

/// Reads the fixture of a case.
struct FixtureReader {
    var callbacks: [String] = []

    func fixture(_ contract: MappingReader) -> Fixture {
        var fixture = Fixture(providers: [])
        var platform: NodeReader?
        _ = contract.optional("fixture")?.mapping { mapping -> Bool in
            fixture.providers = mapping.optional("providers").flatMap { providers($0) } ?? []
            if let count = mapping.optional("further-mvpds")?.int(in: 1...2_000) {
                let further = (1...count).map { Fixture.Listing(name: "M\($0)", properties: [:]) }
                for index in fixture.providers.indices { fixture.providers[index].mvpds += further }
            }
            fixture.hasOddNames = mapping.optional("names")?.oneOf(["usual", "odd"], what: "kind of names") == "odd"
            fixture.tokenOffset = mapping.optional("token-offset")?.duration(allowNegative: true) ?? .zero
            if let resources = mapping.optional("resources") { read(resources: resources, into: &fixture) }
            let names = fixture.resources.keys.sorted()
            fixture.leftOut = mapping.optional("left-out")?.list { $0.oneOf(names, what: "resource") } ?? []
            fixture.tellsCharset = mapping.optional("charset")?.oneOf(["told", "untold"], what: "charset") != "untold"
            if let lifetimes = mapping.optional("lifetimes") { read(lifetimes, into: &fixture) }
            if let user = mapping.optional("user") { read(user: user, into: &fixture) }
            fixture.storageCheck = mapping.optional("storage-check")?.oneOf(StorageCheck.self, what: "storage check")
            fixture.persistentStorage = mapping.optional("persistent-storage")?.bool() ?? false
            fixture.damagedAuthorizations = mapping.optional("damaged-authorizations")?.bool() ?? false
            fixture.clockAhead = mapping.optional("clock-ahead")?.duration(allowNegative: true) ?? .zero
            fixture.earlierVersion = mapping.optional("earlier-version").flatMap { version($0) }
            fixture.omittedCallbacks = Set(
                (mapping.optional("omitted-callbacks")?.list { $0.oneOf(callbacks, what: "callback") } ?? [])
                    .map(Selector.init(rawValue:)))
            fixture.softwareStatement = mapping.optional("software-statement")?
                .oneOf(["valid", "invalid", "revoked"], what: "state of a software statement")
            if let reader = mapping.optional("default-provider") {
                fixture.defaultProvider = reader.oneOf(fixture.providers.map(\.name), what: "service provider")
            }
            platform = mapping.optional("platform")
            return true
        }
        if fixture.providers.isEmpty {
            fixture.providers = [
                Fixture.Provider(
                    name: ProviderName.text(at: 0),
                    mvpds: ["A", "B"].map { Fixture.Listing(name: $0, properties: [:]) })
            ]
        }
        fixture.platform = platform.flatMap { PlatformReader(mvpds: fixture.mvpds).fixture($0) }
        return fixture
    }

    private func version(_ reader: NodeReader) -> SDKVersion? {
        guard let text = reader.string() else { return nil }
        guard let version = SDKVersion(text) else {
            reader.report("expected a release such as '1.6', found '\(text)'")
            return nil
        }
        return version
    }

    private func providers(_ reader: NodeReader) -> [Fixture.Provider]? {
        reader.mapping { mapping in
            mapping.everyEntry().compactMap { key, value in
                guard let name = key.string(), let mvpds = listings(value) else { return nil }
                return Fixture.Provider(name: name, mvpds: mvpds)
            }
        }
    }

    /// A list of names, or a mapping from names to the properties that differ from the usual ones.
    private func listings(_ reader: NodeReader) -> [Fixture.Listing]? {
        if case .sequence = reader.node.content {
            return reader.list { item in item.string().map { Fixture.Listing(name: $0, properties: [:]) } }
        }
        return reader.mapping { mapping in
            mapping.everyEntry().compactMap { key, value in
                guard let name = key.string() else { return nil }
                return value.texts().map { Fixture.Listing(name: name, properties: $0) }
            }
        }
    }

    private func read(resources reader: NodeReader, into fixture: inout Fixture) {
        let mvpds = fixture.providers.isEmpty ? ["A", "B"] : fixture.mvpds
        _ = reader.mapping { mapping -> Bool in
            for (key, value) in mapping.everyEntry() {
                guard let name = key.string() else { continue }
                if case .mapping = value.node.content {
                    _ = value.mapping { denial -> Bool in
                        fixture.resources[name] = denial.required("denied")?.string().map { .denied($0) }
                        fixture.deniers[name] = denial.optional("by")?.list { $0.oneOf(mvpds, what: "MVPD") }
                        return true
                    }
                } else if value.oneOf(["granted"], what: "decision") != nil {
                    fixture.resources[name] = .granted
                }
            }
            return true
        }
    }

    private func read(_ reader: NodeReader, into fixture: inout Fixture) {
        let read = reader.mapping { mapping in
            (
                mapping.optional("authentication").flatMap { lifetime($0) },
                mapping.optional("authorization").flatMap { lifetime($0) },
                mapping.optional("media").flatMap { lifetime($0) }
            )
        }
        guard let (authentication, authorization, media) = read else { return }
        fixture.authenticationLifetime = authentication ?? fixture.authenticationLifetime
        fixture.authorizationLifetime = authorization ?? fixture.authorizationLifetime
        fixture.mediaTokenLifetime = media ?? fixture.mediaTokenLifetime
    }

    /// A port may take long, so what is to be good is good for long.
    private func lifetime(_ reader: NodeReader) -> Duration? {
        guard let lifetime = reader.duration(allowNegative: true) else { return nil }
        guard lifetime <= .zero || lifetime >= .seconds(3_600) else {
            reader.report(
                "so short a lifetime would decide by how fast a port is: leave it out and write a step "
                    + "'expire: authentication' or 'expire: authorization', for which the run finds one that is long enough"
            )
            return nil
        }
        return lifetime
    }

    /// What is known of the user: `metadata` by name, and the names of what is `encrypted`.
    private func read(user reader: NodeReader, into fixture: inout Fixture) {
        _ = reader.mapping { mapping -> Bool in
            fixture.userMetadata = mapping.optional("metadata")?.metadata() ?? [:]
            fixture.hasDashedGUIDs = mapping.optional("guid")?.oneOf(["hash", "dashed"], what: "GUID") == "dashed"
            fixture.authorizationMetadata = mapping.optional("with-authorization")?.metadata() ?? [:]
            let names = fixture.userMetadata.keys.sorted()
            fixture.encryptedMetadata =
                mapping.optional("encrypted")?.list { $0.oneOf(names, what: "name of metadata") } ?? []
            return true
        }
    }
}
