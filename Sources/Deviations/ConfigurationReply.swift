internal import AccessEnabler
internal import XML

/// A reply to a configuration request, as a mutant holds it back.
struct ConfigurationReply: Sendable {
    var url: String
    var outcome: Mutation.Outcome
    let completion: @Sendable (Mutation.Outcome) -> Void

    /// nil where the reply is no valid configuration.
    var document: ConfigurationDocument? {
        guard case .success(let reply) = outcome, (200..<300).contains(reply.status) else { return nil }
        return try? ConfigurationDocument.read(reply.body)
    }

    /// The same reply with other MVPDs.
    func listing(_ mvpds: [ConfigurationMVPD]) -> ConfigurationReply {
        guard case .success(let reply) = outcome, var document else { return self }
        document.mvpds = mvpds
        var changed = self
        changed.outcome = .success(
            NetworkReply(status: reply.status, headers: reply.headers, body: Array(document.text.utf8)))
        return changed
    }
}

extension NetworkRequest {
    var isConfiguration: Bool { url.contains("/adobe-services/config/") }
}

extension ConfigurationDocument {
    /// The document as a service would send it.
    var text: String {
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
