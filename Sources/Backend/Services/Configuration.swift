internal import HTTPServer

/// A provider's configuration of the session's requestor, written once (wire-protocol.md 1.1).
struct ConfigurationReply: Sendable {
    let provider: ProviderScript
    private let reply: ServerReply

    init(provider: ProviderScript, requestor: String) {
        self.provider = provider
        reply = Self.reply(provider, requestor: requestor)
    }

    /// The reply for another requestor than the one it was made for.
    static func reply(_ provider: ProviderScript, requestor: String) -> ServerReply {
        var reply = ServerReply(status: 200, headers: [("Content-Type", "application/xml;charset=UTF-8")])
        reply.body = document(provider, requestor: requestor).bytes
        return reply
    }

    func callAsFunction() -> ServerReply { reply }

    /// Only the root is in the name space; what is below it has none.
    private static func document(_ provider: ProviderScript, requestor: String) -> Markup {
        var document: Markup = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <ns2:config xmlns:ns2="http://pass.adobe.com/config">
              <requestor>
                <id>\(requestor)</id>
                <name>\(provider.requestorName)</name>
                <domains>

            """
        for domain in provider.domains {
            document += "      <domain><name>\(domain)</name><mvpdInitiated>false</mvpdInitiated></domain>\n"
        }
        document += "    </domains>\n    <channels/>\n    <mvpds>\n"
        for mvpd in provider.mvpds {
            document += """
                      <mvpd>
                        <id>\(mvpd.id)</id>
                        <displayName>\(mvpd.displayName)</displayName>
                        <logoUrl>\(mvpd.logoURL)</logoUrl>

                """
            for (name, value) in mvpd.properties.sorted(by: { $0.key < $1.key }) {
                let property = Markup.element(name, value)
                document += "        \(property)\n"
            }
            document += "      </mvpd>\n"
        }
        document += "    </mvpds>\n  </requestor>\n</ns2:config>\n"
        return document
    }
}

extension SessionState {
    /// `GET /adobe-services/config/{requestor}`, or with the requestor in the query.
    ///
    /// The access token is not required, as older clients have none; a wrong one is refused.
    func configure(_ incoming: Incoming, alias: String?) -> ServerReply {
        guard let requestor = incoming.requestor, accepts(requestor: requestor) else {
            return .status(400, "Invalid requestor", format: .xml)
        }
        if incoming.accessToken != nil, let refusal = refusal(of: incoming) { return refusal }
        let endpoint = incoming.request.endpoint
        guard let prepared = configurations.first(where: { $0.provider.endpoint == endpoint }) else {
            return .status(404, "Not found", format: .xml)
        }
        let said = alias ?? requestor
        return said == scenario.requestor ? prepared() : ConfigurationReply.reply(prepared.provider, requestor: said)
    }
}
