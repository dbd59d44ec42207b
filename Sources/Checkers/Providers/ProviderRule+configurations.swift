import Documents
internal import Encodings
internal import Evidence
internal import XML

extension ProviderRule {
    static let configurations = ProviderRule(
        id: "configurations", title: "A configuration has the documented form",
        expectation: "a requestor with its MVPDs, each with an id of its own, a name, and flags that are true or false"
    ) { answer in
        guard answer.status == 200 else { return nil }
        switch answer.kind {
        case .configuration, .clientlessConfiguration:
            guard answer.isXML, let body = answer.content?.body else { return nil }
            do throws(XMLError) {
                return try ConfigurationDocument.read(Array(body.utf8)).findings().map { "\($0.path): \($0.message)" }
            } catch {
                return ["the configuration cannot be read: \(error)"]
            }
        case .v2Configuration:
            return answer.document.map(reviewV2)
        default: return nil
        }
    }

    static let listedRequestor = ProviderRule(
        id: "requestor-of-the-configuration", title: "A configuration is that of the requestor that was asked for",
        expectation: "the id of the requestor that was asked for"
    ) { answer in
        guard answer.status == 200, let asked = answer.requestor,
            [.configuration, .clientlessConfiguration, .v2Configuration].contains(answer.kind),
            let id = answer.document?["requestor"]?["id"]?.string
        else { return nil }
        return id.isExactly(asked) ? [] : ["the configuration is that of \"\(id)\", and \"\(asked)\" was asked for"]
    }

    private static let flags = [
        "isTempPass", "isProxy", "authPerAggregator", "authPerBrowserSession", "passiveAuthnEnabled",
        "enablePlatformServices", "displayInPlatformPicker", "enforcePlatformPermissions",
    ]

    private static func reviewV2(_ document: JSON) -> [String] {
        guard let requestor = document["requestor"] else { return ["requestor is missing"] }
        var review = MemberReview(requestor, at: "requestor.")
        review.text("id")
        review.text("name", isRequired: false)
        var seen: Set<ExactText> = []
        for (index, mvpd) in review.list("mvpds").enumerated() {
            var entry = MemberReview(mvpd, at: "requestor.mvpds.\(index).")
            if let id = entry.text("id"), !seen.insert(ExactText(id)).inserted {
                entry.complain("requestor.mvpds.\(index).id is \"\(id)\", as that of another MVPD is")
            }
            entry.text("displayName")
            entry.text("logoUrl", isRequired: false)
            for flag in flags { entry.flag(flag, isRequired: false) }
            for text in ["boardingStatus", "platformMappingId"] { entry.text(text, isRequired: false) }
            review.add(entry)
        }
        return review.complaints
    }
}
