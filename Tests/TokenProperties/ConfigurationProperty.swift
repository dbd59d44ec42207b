internal import XML

/// Two readers of a configuration that have nothing in common but the parser must agree on it.
enum ConfigurationProperty {
    static func objection(to bytes: [UInt8]) -> String? {
        let requestor = (try? XMLReader.read(bytes))?.first("requestor")
        let document = try? ConfigurationDocument.read(bytes)
        guard let requestor, let document else {
            return (document != nil) == (requestor != nil) ? nil : "read in one way only"
        }
        let entries = requestor.all("mvpds").flatMap { $0.all("mvpd") }
        guard entries.count == document.mvpds.count else {
            return "\(document.mvpds.count) MVPDs, \(entries.count) in the tree"
        }
        for (entry, mvpd) in zip(entries, document.mvpds) {
            guard only("id", in: entry).map({ $0 == mvpd.id }) ?? true else { return "the id \"\(mvpd.id)\"" }
            guard only("displayName", in: entry).map({ $0 == mvpd.displayName }) ?? true else {
                return "the name \"\(mvpd.displayName)\""
            }
            guard only("isProxy", in: entry).map({ $0 == mvpd.properties["isProxy"] }) ?? true else {
                return "isProxy is \"\(mvpd.properties["isProxy"] ?? "")\""
            }
        }
        for finding in document.findings() where finding.position.line < 1 || finding.message.isEmpty {
            return "a finding that says nothing or is nowhere"
        }
        return nil
    }

    /// The text of the only child of that name; nil where there are more or none, or elements in it.
    private static func only(_ name: String, in entry: XMLElement) -> String? {
        let children = entry.all(name)
        guard children.count == 1, children[0].elements.isEmpty else { return nil }
        let text = Array(children[0].text.utf8)
        guard let start = text.firstIndex(where: { $0 > 0x20 }), let end = text.lastIndex(where: { $0 > 0x20 }) else {
            return ""
        }
        return String(decoding: text[start...end], as: UTF8.self)
    }
}
