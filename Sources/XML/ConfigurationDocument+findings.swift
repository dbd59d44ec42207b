internal import Encodings

/// Something in a configuration a careful reader objects to, though it can be read.
package struct ConfigurationFinding: Sendable, Hashable {
    package enum Code: String, Sendable, Hashable {
        case missingRequestorID
        case missingID
        case duplicateID
        case missingDisplayName
        case wrongBoolean
        case wrongRoot
        case qualifiedElement
        case repeatedElement
    }

    package var code: Code
    package var position: XMLPosition
    /// Such as "/requestor/mvpds/mvpd[3]/id".
    package var path: String
    package var message: String
}

extension ConfigurationDocument {
    /// Properties that are "true" or "false" or absent (service-protocol.md 1.1).
    package static let booleans: Set<String> = [
        "iFrameRequired", "foregroundLogout", "isProxy", "authPerAggregator", "authPerBrowserSession",
        "authPerRequestor", "passiveAuthnEnabled", "isTempPass", "tempPass", "enablePlatformServices",
        "displayInPlatformPicker", "enforcePlatformPermissions",
    ]

    /// Properties that are known to be there, beside the booleans.
    private static let texts = [
        "iFrameWidth", "iFrameHeight", "boardingStatus", "platformMappingId", "requiredMetadataFields",
    ]

    /// Every documented property of an MVPD (service-protocol.md 1.1).
    static let propertyNames = booleans.sorted() + texts

    /// All of them, in the order of the document.
    package func findings() -> [ConfigurationFinding] {
        var findings = remarks
        if root != .documented {
            let place = root.namespace.map { "in the name space \"\($0.prefix(80))\"" } ?? "in no name space"
            findings.append(
                ConfigurationFinding(
                    code: .wrongRoot, position: .start, path: "/\(root.name)",
                    message: "the root is \(root.name) \(place), expected \(Root.documented.name) in "
                        + "\"\(Root.documented.namespace ?? "")\""))
        }
        if requestorID.isEmpty {
            findings.append(
                ConfigurationFinding(
                    code: .missingRequestorID, position: .start, path: "/requestor/id",
                    message: "the requestor has no id"))
        }
        var seen: [ExactText: Int] = [:]
        for (index, mvpd) in mvpds.enumerated() {
            let path = "/requestor/mvpds/mvpd[\(index + 1)]"
            func object(_ code: ConfigurationFinding.Code, _ element: String, _ message: String) {
                findings.append(
                    ConfigurationFinding(
                        code: code, position: mvpd.position, path: "\(path)/\(element)", message: message))
            }
            if mvpd.id.isEmpty {
                object(.missingID, "id", "an MVPD without an id")
            } else if let first = seen[ExactText(mvpd.id)] {
                object(.duplicateID, "id", "the id \"\(mvpd.id)\" is that of mvpd[\(first + 1)] too")
            } else {
                seen[ExactText(mvpd.id)] = index
            }
            if mvpd.displayName.isEmpty { object(.missingDisplayName, "displayName", "an MVPD without a name to show") }
            for property in mvpd.properties where Self.booleans.contains(property.name) {
                guard property.value != "true", property.value != "false" else { continue }
                object(
                    .wrongBoolean, property.name,
                    "\(property.name) is \"\(property.value.prefix(40))\", expected true or false")
            }
        }
        // Stable, so that what is at one place stays in the order above.
        return findings.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
    }
}
