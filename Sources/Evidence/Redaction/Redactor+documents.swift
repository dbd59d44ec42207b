package import Documents

/// Documents that services answer with: they stay documents, and lose their secrets value by value.
extension Redactor {
    /// - Parameter isPersonal: whether it is what an MVPD tells of a user, of which nobody needs to know more than its form.
    package func redacted(document: JSON, named name: String = "", isPersonal: Bool = false) -> JSON {
        switch document {
        case .object(let object):
            let label = object.members.first { ["name", "key"].contains($0.key) }?.value.string
            return .members(
                object.members.map { member in
                    // The state of an attribute is no attribute.
                    let isState = isPersonal && member.key == "state"
                    let isInside = isPersonal && !isState || Self.ofUsers.contains(member.key.lowercased())
                    let value = redacted(
                        document: member.value, named: Self.name(of: member.key, in: name, labelled: label),
                        isPersonal: isInside)
                    let key = Self.isOpaque(member.key, in: name) ? Self.digest(of: member.key) : member.key
                    return (redacted(value: key, named: "id"), value)
                })
        case .array(let items):
            return .array(items.map { redacted(document: $0, named: name, isPersonal: isPersonal) })
        case .string(let text):
            return .string(isPersonal ? Self.digest(of: text) : redacted(value: text, named: name))
        case .int where isPersonal || SecretName.isSecret(name), .double where isPersonal || SecretName.isSecret(name):
            return .string(Self.digest(of: "\(document)"))
        case .null, .bool, .int, .double:
            return document
        }
    }

    /// One value of a document; long words that nobody thought up are taken for secrets, unless the name says what they are.
    package func redacted(value: String, named name: String) -> String {
        let name = name.lowercased()
        if Self.ofUsers.contains(name) {
            guard let document = try? JSON.parse(value), document.object != nil else { return Self.digest(of: value) }
            return redacted(document: document, named: name).text
        }
        let known = redacted(value, named: name)
        guard known == value, !Self.plain.contains(name) else { return known }
        return redacted(text: value)
    }

    /// Whose values are personal, or those of all members below them.
    private static let ofUsers: Set<String> = [
        "attributes", "data", "usermeta", "userid", "upstreamuserid", "householdid", "primaryoid", "typeid", "subject",
        "request",
    ]

    private static let plain: Set<String> = [
        "id", "name", "displayname", "logourl", "url", "code", "resource", "resourceid", "mvpd", "mvpdid", "requestor",
        "serviceprovider", "helpurl", "trace", "sessionid", "content-type", "platformmappingid",
    ]
}
