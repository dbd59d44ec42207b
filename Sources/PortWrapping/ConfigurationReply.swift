package import AccessEnabler
package import XML

/// A reply to a configuration request, as a mutant holds it back.
package struct ConfigurationReply: Sendable {
    package var url: String
    package var outcome: Mutation.Outcome
    package let completion: @Sendable (Mutation.Outcome) -> Void

    package init(
        url: String, outcome: Mutation.Outcome, completion: @escaping @Sendable (Mutation.Outcome) -> Void
    ) {
        self.url = url
        self.outcome = outcome
        self.completion = completion
    }

    /// nil where the reply is no valid configuration.
    package var document: ConfigurationDocument? {
        guard case .success(let reply) = outcome, (200..<300).contains(reply.status) else { return nil }
        return try? ConfigurationDocument.read(reply.body)
    }

    /// The same reply with other MVPDs.
    package func listing(_ mvpds: [ConfigurationMVPD]) -> ConfigurationReply {
        guard case .success(let reply) = outcome, var document else { return self }
        document.mvpds = mvpds
        var changed = self
        changed.outcome = .success(
            NetworkReply(status: reply.status, headers: reply.headers, body: Array(document.text.utf8)))
        return changed
    }
}

extension NetworkRequest {
    package var isConfiguration: Bool { url.contains("/adobe-services/config/") }

    /// Without scheme, host and query.
    package var path: String {
        let rest = url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        return String(rest.prefix { $0 != "?" })
    }
}

extension ConfigurationDocument {
    /// The document as a service would send it.
    package var text: String {
        let entries = mvpds.map { mvpd in
            "<mvpd>" + element("id", mvpd.id) + element("displayName", mvpd.displayName)
                + element("logoUrl", mvpd.logoURL) + mvpd.properties.map { element($0.name, $0.value) }.joined()
                + "</mvpd>"
        }
        return #"<ns2:config xmlns:ns2="http://pass.adobe.com/config"><requestor>"#
            + element("id", requestorID) + element("name", name) + "<domains>"
            + domains.map { "<domain>" + element("name", $0.name) + "</domain>" }.joined()
            + "</domains><mvpds>" + entries.joined() + "</mvpds></requestor></ns2:config>"
    }

    private func element(_ name: String, _ text: String) -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return "<\(name)>\(escaped)</\(name)>"
    }
}
