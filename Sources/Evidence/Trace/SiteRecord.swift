internal import Documents

/// A site as a member of a trace's first line.
extension Site {
    static func write(_ site: Site, into writer: inout JSONWriter) {
        writer.key("site")
        writer.object { writer in
            writer.key("providers")
            writer.array { writer in
                for listings in site.providers {
                    writer.array { writer in for listing in listings { write(listing, into: &writer) } }
                }
            }
            writer.member("requestors", site.requestors)
            if let users = site.users {
                writer.key("users")
                writer.object { writer in
                    for (mvpd, told) in users.sorted(by: { $0.key < $1.key }) { writer.member(mvpd, told) }
                }
            }
            writer.member("granted", site.granted)
            writer.member("denied", site.denied)
            writer.member("grants-others", site.grantsOthers)
            writer.member("logouts", site.logouts)
            writer.member("refuses-statements", site.refusesStatements)
            writer.member("trusts-accounts", site.trustsAccounts)
        }
    }

    private static func write(_ listing: Listing, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", listing.id)
            writer.member("display-name", listing.displayName)
            writer.member("logo", listing.logoURL)
            writer.member("properties", listing.properties)
        }
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
