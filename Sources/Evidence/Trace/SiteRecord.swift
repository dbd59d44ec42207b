internal import Documents

/// A site as a member of a trace's first line.
extension Site {
    static func json(_ site: Site) -> JSON {
        var json: JSONObject = [
            "providers": .array(site.providers.map { .array($0.map(listing)) }),
            "requestors": .strings(site.requestors),
        ]
        if let users = site.users {
            json["users"] = .members(users.sorted { $0.key < $1.key }.map { ($0.key, .texts($0.value)) })
        }
        json["granted"] = .strings(site.granted)
        json["denied"] = .texts(site.denied)
        json["grants-others"] = .bool(site.grantsOthers)
        json["logouts"] = .texts(site.logouts)
        json["refuses-statements"] = .bool(site.refusesStatements)
        json["trusts-accounts"] = .bool(site.trustsAccounts)
        return .object(json)
    }

    private static func listing(_ listing: Listing) -> JSON {
        [
            "id": .string(listing.id), "display-name": .string(listing.displayName), "logo": .string(listing.logoURL),
            "properties": .texts(listing.properties),
        ]
    }

    init(_ json: JSON) throws(RecordError) {
        var fields = try RecordFields(json)
        let providers = try (try fields.json("providers").array ?? []).map { provider throws(RecordError) in
            try (provider.array ?? []).map { listing throws(RecordError) in try Self.listing(listing) }
        }
        self.init(providers: providers, requestors: try fields.strings("requestors"))
        if let told = fields.optional("users") {
            var members = try RecordFields(told)
            var users: [String: [String: String]] = [:]
            for mvpd in told.object?.keys ?? [] { users[mvpd] = try members.texts(mvpd) }
            self.users = users
        }
        granted = try fields.strings("granted")
        denied = try fields.texts("denied")
        grantsOthers = try fields.flag("grants-others")
        logouts = try fields.texts("logouts")
        refusesStatements = try fields.flag("refuses-statements")
        trustsAccounts = try fields.flag("trusts-accounts")
        try fields.finish()
    }

    private static func listing(_ json: JSON) throws(RecordError) -> Listing {
        var fields = try RecordFields(json)
        return Listing(
            id: try fields.string("id"), displayName: try fields.string("display-name"),
            logoURL: try fields.string("logo"), properties: try fields.texts("properties"))
    }
}
