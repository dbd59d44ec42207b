package import Evidence
internal import ServiceProtocol

/// What a case comes to at service providers that are not simulated.
package enum SiteFit: Sendable, Hashable {
    /// The case with what the providers really say of its MVPDs, and what its names stand for there.
    case fits(Case, names: [String: String])
    /// What is missing there, as a sentence, with the line that the site file would have to have.
    case lacks(String)
}

extension Case {
    /// The case as it is done in the run: in the idiom of its platform and release, and at its site.
    package func fitted(to header: RunHeader) -> Case {
        let fitted = fitted(to: header.platform, header.version, over: header.wire)
        guard let site = header.site, case .fits(let there, _) = fitted.fit(to: site) else { return fitted }
        return there
    }

    /// Finds for every name of the case something that the site has; the case must have been fitted to its idiom.
    ///
    /// A gate cuts the lists of its provider to those of the case, so that each MVPD must only be listed where the case
    /// has it listed.
    package func fit(to site: Site) -> SiteFit {
        if let reason = obstacle(at: site) { return .lacks(reason) }
        var names: [String: String] = [:]
        if let reason = bindRequestors(site, &names) ?? bindResources(site, &names) { return .lacks(reason) }
        switch MVPDChoice(self, site).result {
        case .failure(let lack): return .lacks(lack.reason)
        case .success(let chosen): names.merge(chosen) { $1 }
        }
        var there = self
        for provider in there.fixture.providers.indices {
            for index in there.fixture.providers[provider].mvpds.indices {
                let name = there.fixture.providers[provider].mvpds[index].name
                guard let real = site.providers[provider].first(where: { $0.id == names[name] }) else { continue }
                there.fixture.providers[provider].mvpds[index].properties["displayName"] = real.displayName
                there.fixture.providers[provider].mvpds[index].properties["logoUrl"] = real.logoURL
            }
        }
        return .fits(there, names: names)
    }

    // MARK: - What no site has

    private func obstacle(at site: Site) -> String? {
        if fixture.providers.count > site.providers.count {
            let lines = fixture.providers.map { "URL of \($0.name)" }.joined(separator: ", ")
            return Site.lacking(
                "the case needs \(fixture.providers.count) service providers, and \(site.providers.count) are given",
                add: "providers: [\(lines)]")
        }
        for step in steps {
            switch step.action {
            case .logOutRemotely: return "the case needs a provider that ends logins from elsewhere on request"
            case .renewRemotely: return "the case needs a provider that renews logins from elsewhere on request"
            case .forgetClients: return "the case needs a provider that forgets its clients on request"
            case .decide: return "the case needs an MVPD that decides otherwise on request"
            case .withholdMetadata: return "the case needs an MVPD that tells nothing of its users on request"
            case .expire: return "the case needs a provider whose logins and authorizations expire soon"
            case .fault(_, _, .foreignDevice?, _):
                return "the case needs a provider that binds tokens to another device on request"
            default: continue
            }
        }
        let plain = Fixture(providers: [])
        if fixture.authenticationLifetime != plain.authenticationLifetime
            || fixture.authorizationLifetime != plain.authorizationLifetime
            || fixture.mediaTokenLifetime != plain.mediaTokenLifetime
        {
            return "the case needs logins and authorizations with a lifetime of its own"
        }
        if fixture.hasOddNames { return "the case needs MVPDs and resources whose names have odd characters in them" }
        if !fixture.deniers.isEmpty { return "the case needs a resource that one MVPD grants and another denies" }
        if namesAsSimulated { return "the case asks for a name that only the simulator gives an MVPD" }
        if !fixture.leftOut.isEmpty { return "the case needs a provider that leaves resources out of its answers" }
        if fixture.hasDashedGUIDs { return "the case needs a provider that knows users by GUIDs of another form" }
        if !fixture.tellsCharset {
            return "the case needs a provider that does not say in which characters replies are"
        }
        if fixture.clockAhead < .zero { return "the case needs providers whose clocks can be set" }
        if fixture.tokenOffset != .zero { return "the case needs tokens whose dates have an offset of its own" }
        if !fixture.authorizationMetadata.isEmpty || !fixture.encryptedMetadata.isEmpty {
            return "the case needs metadata of the user that are encrypted, or that come only with an authorization"
        }
        if fixture.platform != nil, !site.trustsAccounts {
            return Site.lacking(
                "the case needs a provider that believes the suite's TV provider account", add: "trustsAccounts: true")
        }
        if (fixture.softwareStatement ?? "valid") != "valid", !site.refusesStatements {
            return Site.lacking(
                "the case needs a provider that refuses a software statement that nobody issued",
                add: "softwareStatement: { environment: VARIABLE, othersRefused: true }")
        }
        return nil
    }

    private func bindRequestors(_ site: Site, _ names: inout [String: String]) -> String? {
        names["requestor"] = site.requestors.first
        if self.names.contains("other-requestor") {
            guard site.requestors.count > 1 else {
                return Site.lacking(
                    "the case needs a second requestor", add: "requestors: [\(site.requestors.first ?? "ID"), ID]")
            }
        }
        if site.requestors.count > 1 { names["other-requestor"] = site.requestors[1] }
        return nil
    }

    private func bindResources(_ site: Site, _ names: inout [String: String]) -> String? {
        guard Set(fixture.resources.keys.map { $0.lowercased() }).count == fixture.resources.count else {
            return "the case needs resources that differ in capital letters alone"
        }
        var granted = site.granted[...]
        var denied = site.denied.sorted { $0.key < $1.key }
        for (name, rule) in fixture.resources.sorted(by: { $0.key < $1.key }) {
            switch rule {
            case .granted:
                guard let resource = granted.popFirst() ?? (site.grantsOthers ? name : nil) else {
                    let count = fixture.resources.values.count { $0 == .granted }
                    let names = (site.granted + Array(repeating: "ID", count: count)).prefix(count)
                    return Site.lacking(
                        "the case needs resources that are granted, \(count) of them",
                        add: "resources: { granted: [\(names.joined(separator: ", "))] }")
                }
                names[name] = resource
            case .denied(let message):
                let place =
                    denied.firstIndex { $0.value == message } ?? (asks(for: message) ? nil : denied.indices.first)
                guard let place else {
                    return asks(for: message)
                        ? Site.lacking(
                            "the case needs a resource that is denied with the words '\(message)'",
                            add: "resources: { denied: { ID: \"\(message)\" } }")
                        : Site.lacking(
                            "the case needs a resource that is denied", add: "resources: { denied: { ID: WORDS } }")
                }
                names[name] = denied.remove(at: place).key
            }
        }
        let unknown = literalResources.subtracting(site.granted).sorted()
        if !site.grantsOthers, let resource = unknown.first {
            return Site.lacking(
                "the case asks for the resource '\(resource)', which must be granted",
                add: "resources: { others: granted }")
        }
        return nil
    }
}

/// Which MVPD of a site stands for each of a case.
private struct MVPDChoice {
    struct Lack: Error {
        let reason: String
    }

    private let testCase: Case
    private let site: Site
    private let names: [String]
    private let candidates: [[String]]

    init(_ testCase: Case, _ site: Site) {
        self.testCase = testCase
        self.site = site
        names = testCase.fixture.mvpds
        candidates = names.map { Self.candidates(for: $0, testCase, site) }
    }

    var result: Result<[String: String], Lack> {
        guard Set(names.map { $0.lowercased() }).count == names.count else {
            return .failure(Lack(reason: "the case needs MVPDs that differ in capital letters alone"))
        }
        if let empty = candidates.firstIndex(where: \.isEmpty) { return .failure(lack(of: names[empty])) }
        var holders: [String: Int] = [:]
        // Those with the least choice first.
        for name in names.indices.sorted(by: { (candidates[$0].count, $0) < (candidates[$1].count, $1) }) {
            var tried: Set<String> = []
            guard give(to: name, &holders, &tried) else {
                return .failure(Lack(reason: "the case needs \(names.count) MVPDs of these kinds, each another one"))
            }
        }
        return .success(Dictionary(uniqueKeysWithValues: holders.map { (names[$0.value], $0.key) }))
    }

    /// Gives a name an MVPD that is free, or one whose holder can have another (augmenting paths, as Kuhn has them).
    private func give(to name: Int, _ holders: inout [String: Int], _ tried: inout Set<String>) -> Bool {
        if let free = candidates[name].first(where: { holders[$0] == nil }) {
            holders[free] = name
            return true
        }
        for id in candidates[name] where tried.insert(id).inserted {
            if let holder = holders[id], give(to: holder, &holders, &tried) {
                holders[id] = name
                return true
            }
        }
        return false
    }

    private static func candidates(for name: String, _ testCase: Case, _ site: Site) -> [String] {
        let listings = Self.listings(of: name, in: testCase)
        guard let (first, _) = listings.first else { return [] }
        let needsUser = testCase.logsIn && testCase.chosen.contains(name)
        let fitting = site.providers[first].map(\.id).filter { id in
            listings.allSatisfy { index, listing in
                site.providers[index].contains { $0.id == id && listing.isLike($0, site) }
            } && (!needsUser || site.hasUser(of: id, with: testCase.fixture.userMetadata))
        }
        // Those that can be used for everything stay for those who need it.
        return fitting.filter { site.users?[$0] != nil } + fitting.filter { site.users?[$0] == nil }
    }

    private static func listings(of name: String, in testCase: Case) -> [(Int, Fixture.Listing)] {
        testCase.fixture.providers.enumerated().compactMap { index, provider in
            provider.mvpds.first { $0.name == name }.map { (index, $0) }
        }
    }

    private func lack(of name: String) -> Lack {
        let listings = testCase.fixture.providers.filter { $0.mvpds.contains { $0.name == name } }
        let properties = listings.flatMap(\.mvpds).filter { $0.name == name }.flatMap(\.properties)
        let places = listings.map(\.name).joined(separator: " and ")
        let kind = Set(properties.map { "\($0.key): \($0.value)" }).sorted().joined(separator: ", ")
        let needsUser = testCase.logsIn && testCase.chosen.contains(name)
        let metadata = needsUser ? testCase.fixture.userMetadata.keys.sorted().joined(separator: ", ") : ""
        return Lack(
            reason: Site.lacking(
                "the case needs an MVPD that \(places) \(listings.count == 1 ? "lists" : "list")"
                    + (kind.isEmpty ? ", and nothing special about it" : " with \(kind)")
                    + (needsUser ? ", and a user who may log in there" : "")
                    + (metadata.isEmpty ? "" : " and whose metadata include \(metadata)"),
                add: line(for: name, needsUser: needsUser)))
    }

    /// What the site file would have to say, where an MVPD is listed of which it might be true; nil where none is.
    private func line(for name: String, needsUser: Bool) -> String? {
        // What only a site file can tell is left out of the question.
        let listings = Self.listings(of: name, in: testCase).map { index, listing in
            var listing = listing
            listing.properties["logout"] = nil
            return (index, listing)
        }
        guard let (first, _) = listings.first else { return nil }
        let possible = site.providers[first].map(\.id).first { id in
            listings.allSatisfy { index, listing in
                site.providers[index].contains { $0.id == id && listing.isLike($0, site) }
            }
        }
        guard let possible else { return nil }
        var parts = ["id: \(possible)"]
        let logouts = testCase.fixture.providers.flatMap(\.mvpds).filter { $0.name == name }
            .compactMap { $0.properties["logout"] }
        if let logout = logouts.first { parts.append("logout: \(logout)") }
        if needsUser {
            parts.append("login: { user: { environment: VARIABLE }, password: { environment: VARIABLE } }")
            let metadata = testCase.fixture.userMetadata.sorted { $0.key < $1.key }
                .map { "\($0.key): \($0.value.text)" }
            if !metadata.isEmpty { parts.append("metadata: { \(metadata.joined(separator: ", ")) }") }
        }
        return "mvpds: [{ \(parts.joined(separator: ", ")) }]"
    }
}

extension Site {
    /// What is missing, and the line that would say that the site has it.
    fileprivate static func lacking(_ what: String, add line: String?) -> String {
        line.map { "\(what); add to the site file: \($0)" } ?? what
    }
}

extension Fixture.Listing {
    /// Whether a provider says of the MVPD just what the case wants it to say.
    fileprivate func isLike(_ real: Site.Listing, _ site: Site) -> Bool {
        for (name, value) in properties {
            switch name {
            case "displayName": guard real.displayName == value else { return false }
            case "logoUrl": guard real.logoURL == value else { return false }
            case "logout": guard site.logouts[real.id] == value else { return false }
            default:
                guard Site.telling.contains(name) else { return false }
            }
        }
        return Site.telling.allSatisfy { Site.plain(properties[$0], of: $0) == Site.plain(real.properties[$0], of: $0) }
    }
}

extension Site {
    /// The value of a property; nil where it says no more than its absence does.
    fileprivate static func plain(_ value: String?, of name: String) -> String? {
        value == (name == "canAuthenticate" ? "true" : "false") ? nil : value
    }

    fileprivate func hasUser(of mvpd: String, with metadata: [String: MetadataValue]) -> Bool {
        guard let users else { return metadata.isEmpty }
        guard let told = users[mvpd] else { return false }
        return metadata.allSatisfy { name, value in told[name] == value.text }
    }
}
