internal import Documents
package import XML

/// The configuration as REST API v2 has it (service-protocol.md 7.1).
package enum RESTv2Configuration {
    /// - Parameter isLeftOut: whether the MVPD of that ID is of no interest.
    package static func read(
        _ body: [UInt8], leavingOut isLeftOut: (_ id: String) -> Bool = { _ in false }
    ) throws -> ConfigurationDocument {
        guard let requestor = try JSON.parse(body)["requestor"], let id = requestor["id"]?.string else {
            throw ServiceFailure.unreadable
        }
        let domains = (requestor["domains"]?.array ?? []).compactMap { $0["name"]?.string }
        let mvpds = (requestor["mvpds"]?.array ?? []).compactMap { entry -> ConfigurationMVPD? in
            guard let id = entry["id"]?.string, !isLeftOut(id) else { return nil }
            var properties: ConfigurationProperties = [:]
            for member in entry.object?.members ?? [] where !["id", "displayName", "logoUrl"].contains(member.key) {
                switch member.value {
                case .bool(let flag): properties.append(member.key, String(flag))
                case .string(let text): properties.append(member.key, text)
                default: break
                }
            }
            return ConfigurationMVPD(
                id: id, displayName: entry["displayName"]?.string ?? "", logoURL: entry["logoUrl"]?.string ?? "",
                properties: properties)
        }
        return ConfigurationDocument(
            requestorID: id, name: requestor["name"]?.string ?? "",
            domains: domains.map { ConfigurationDocument.Domain(name: $0) }, mvpds: mvpds)
    }
}
