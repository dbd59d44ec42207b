import AccessEnablerAPI
import Encodings
import Evidence
import Transport
import XML

/// Finds out what service providers list, by asking them as a client does.
struct SiteProbe {
    let client: HTTPClient
    let version: SDKVersion
    /// Learns what the providers issue, before anything that they say is told.
    let redactor: Redactor

    /// All that is to be known of a site, for whoever has no run.
    static func facts(of site: ChosenSite, _ version: SDKVersion) async throws(ToolError) -> Site {
        try await HTTPClient.started(trusting: site.authorities).stopped { client throws(ToolError) in
            try await SiteProbe(client: client, version: version, redactor: Redactor(secrets: site.secrets))
                .facts(of: site)
        }
    }

    /// What is said of a site, and what its providers list.
    func facts(of site: ChosenSite) async throws(ToolError) -> Site {
        var facts = site.facts
        facts.providers = try await listings(
            of: site.urls, requestor: site.facts.requestors.first ?? "", statement: site.given["software-statement"],
            untouched: site.untouched)
        return facts
    }

    /// What each provider lists for the requestor.
    ///
    /// - Parameter untouched: MVPDs that are left out, as if nobody listed them.
    private func listings(
        of urls: [String], requestor: String, statement: String?, untouched: [String]
    ) async throws(ToolError) -> [[Site.Listing]] {
        var listings: [[Site.Listing]] = []
        for url in urls {
            do throws(TransportError) {
                let found = try await configuration(at: url, requestor, statement)
                listings.append(found.mvpds.map(Site.Listing.init).filter { !untouched.contains($0.id) })
            } catch {
                // What a provider answers may have in it what it was asked with, and what it issued.
                throw .broken(
                    redactor.redacted(text: "the configuration of \(url) cannot be fetched: \(error.message)"))
            }
        }
        return listings
    }

    private func configuration(
        at url: String, _ requestor: String, _ statement: String?
    ) async throws(TransportError) -> ConfigurationDocument {
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        var headers: [(name: String, value: String)] = []
        if version >= SDKVersion(3, 0) {
            let (token, problem) = try await BackendReach(client, redactor).register(at: url, statement ?? "assay")
            if let problem { throw TransportError(.malformedReply, message: problem) }
            if let token { headers.append(("Authorization", "Bearer \(token)")) }
        }
        let path = Wire.sdk.configurationPath(of: PercentEncoding.encode(requestor))
        let response = try await client.send(HTTPRequest(url: base + path, headers: headers))
        guard response.status == 200 else {
            throw TransportError(.malformedReply, message: "\(path) is answered with status \(response.status)")
        }
        do throws(XMLError) {
            return try ConfigurationDocument.read(response.body)
        } catch {
            // Names of elements are the provider's words, and it may say anything.
            let what = error.code == .malformed ? "not well-formed" : error.message
            throw TransportError(.malformedReply, message: "\(path) is no configuration: \(error.position): \(what)")
        }
    }
}

extension Site.Listing {
    fileprivate init(_ mvpd: ConfigurationMVPD) {
        var properties: [String: String] = [:]
        for name in Site.telling { properties[name] = mvpd.properties[name] }
        self.init(id: mvpd.id, displayName: mvpd.displayName, logoURL: mvpd.logoURL, properties: properties)
    }
}
