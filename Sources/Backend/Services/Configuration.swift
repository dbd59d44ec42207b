internal import Documents
internal import HTTPServer

/// Configurations that have been written, so that each is written once (service-protocol.md 1).
struct ConfigurationReplies: Sendable {
    struct Key: Hashable, Sendable {
        var endpoint: Int
        var requestor: String
        /// Nil: that of REST API v2.
        var format: ServerReply.Format?
        var origin: String?
    }

    /// More are not kept: any name may be asked for in an open world.
    private static let maxKept = 256
    private var replies: [Key: ServerReply] = [:]

    subscript(key: Key) -> ServerReply? { replies[key] }

    mutating func keep(_ reply: ServerReply, as key: Key) {
        if replies.count >= Self.maxKept { replies = [:] }
        replies[key] = reply
    }
}

extension SessionState {
    /// `GET /adobe-services/config/{requestor}`, `/api/v1/config/{requestor}`, or with the requestor in the query.
    ///
    /// The access token is not required, as older clients have none; a wrong one is refused.
    mutating func configure(_ incoming: Incoming, alias: String?) -> ServerReply {
        let format = incoming.format
        guard let requestor = incoming.requestor, accepts(requestor: requestor) else {
            return .status(400, "Invalid requestor", format: format)
        }
        if incoming.accessToken != nil, let refusal = refusal(of: incoming) { return refusal }
        let endpoint = incoming.request.endpoint
        let key = ConfigurationReplies.Key(
            endpoint: endpoint, requestor: alias ?? requestor, format: format, origin: incoming.origin)
        if let reply = configurations[key] { return reply }
        guard let configuration = configuration(of: requestor, told: key.requestor, at: endpoint) else {
            return .status(404, "Not found", format: format)
        }
        var reply = format == .json ? ServerReply.json(configuration.json) : configuration.xmlReply
        // A client of the first generation asks for the configuration to get cookies (service-protocol.md 1.1).
        if isOpen { reply.headers.append(ServerReply.balancerCookie) }
        allowOrigin(of: incoming, in: &reply)
        reply.prepare()
        configurations.keep(reply, as: key)
        return reply
    }

    /// `GET /api/v2/{sp}/configuration`.
    mutating func configureV2(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        let key = ConfigurationReplies.Key(
            endpoint: call.endpoint, requestor: call.told, format: nil, origin: call.incoming.origin)
        if let reply = configurations[key] { return reply }
        guard let configuration = configuration(of: call.requestor, told: call.told, at: call.endpoint) else {
            throw EnhancedError(.internalServerError)
        }
        var reply = ServerReply.json(configuration.jsonOfV2)
        allowOrigin(of: call.incoming, in: &reply)
        reply.prepare()
        configurations.keep(reply, as: key)
        return reply
    }

    private func configuration(of requestor: String, told: String, at endpoint: Int) -> Configuration? {
        guard let provider = provider(at: endpoint) else { return nil }
        let script = script(of: requestor)
        return Configuration(
            requestor: told, name: script.flatMap { $0.name.isEmpty ? nil : $0.name } ?? provider.requestorName,
            domains: script?.domains ?? provider.domains, mvpds: mvpds(of: requestor, at: endpoint))
    }
}

/// What a provider says of a requestor.
struct Configuration {
    var requestor: String
    var name: String
    var domains: [String]
    var mvpds: [MVPDScript]

    var xmlReply: ServerReply {
        ServerReply(
            status: 200, headers: [("Content-Type", "application/xml;charset=UTF-8")], body: xml.bytes)
    }

    /// Only the root is in the name space; what is below it has none (service-protocol.md 1.1).
    private var xml: Markup {
        var document: Markup = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <ns2:config xmlns:ns2="http://pass.adobe.com/config">
              <requestor>
                <id>\(requestor)</id>
                <name>\(name)</name>
                <domains>

            """
        for domain in domains {
            document += "      <domain><name>\(domain)</name><mvpdInitiated>false</mvpdInitiated></domain>\n"
        }
        document += "    </domains>\n    <channels/>\n    <mvpds>\n"
        for mvpd in mvpds {
            document += """
                      <mvpd>
                        <id>\(mvpd.id)</id>
                        <displayName>\(mvpd.displayName)</displayName>
                        <logoUrl>\(mvpd.logoURL)</logoUrl>

                """
            // A configuration in JSON, from which a world can be made, has other names as well.
            for (name, value) in mvpd.properties.sorted(by: { $0.key < $1.key }) where Markup.isElementName(name) {
                let property = Markup.element(name, value)
                document += "        \(property)\n"
            }
            document += "      </mvpd>\n"
        }
        document += "    </mvpds>\n  </requestor>\n</ns2:config>\n"
        return document
    }

    /// The layout is that of the successor's configuration; that of version 1 is not public (service-protocol.md 1.2).
    var json: JSON { json { _, _ in true } }

    /// What is documented of an MVPD there; what is false is left out (service-protocol.md 7.1).
    var jsonOfV2: JSON {
        json { name, value in Self.namesOfV2.contains(name) && (value == "true" || !MVPDScript.flags.contains(name)) }
    }

    private static let namesOfV2: Set = [
        "isTempPass", "isProxy", "authPerAggregator", "authPerBrowserSession", "passiveAuthnEnabled",
        "enablePlatformServices", "displayInPlatformPicker", "enforcePlatformPermissions", "boardingStatus",
        "platformMappingId",
    ]

    private func json(_ isTold: (_ name: String, _ value: String) -> Bool) -> JSON {
        let domains = domains.map { JSON.object(["name": .string($0), "mvpdInitiated": false]) }
        let mvpds = mvpds.map { mvpd in
            var members: JSONObject = [
                "id": .string(mvpd.id), "displayName": .string(mvpd.displayName), "logoUrl": .string(mvpd.logoURL),
            ]
            for (name, value) in mvpd.properties.sorted(by: { $0.key < $1.key }) where isTold(name, value) {
                members[name] = Self.json(value, of: name)
            }
            return JSON.object(members)
        }
        return [
            "device": "unknown", "clientType": "html5", "os": "Unknown",
            "requestor": [
                "id": .string(requestor), "name": .string(name), "domains": .array(domains), "mvpds": .array(mvpds),
            ],
        ]
    }

    private static func json(_ value: String, of name: String) -> JSON {
        if MVPDScript.flags.contains(name) { return .bool(value == "true") }
        if MVPDScript.numbers.contains(name), let number = Int64(value) { return .int(number) }
        if name == "requiredMetadataFields" { return .array(value.split(separator: ",").map { .string(String($0)) }) }
        return .string(value)
    }
}
