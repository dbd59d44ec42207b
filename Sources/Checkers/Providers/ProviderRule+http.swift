internal import Evidence

extension ProviderRule {
    static let documentedStatuses = ProviderRule(
        id: "documented-statuses", title: "Every call is answered with a status that the documents have for it",
        expectation: "one of the documented statuses of this call"
    ) { answer in
        let documented = answer.call.successes.union(answer.call.refusals ?? []).sorted()
        return answer.call.documents(answer.status)
            ? []
            : ["status \(answer.status) is none of \(documented.map { "\($0)" }.joined(separator: ", ")) for this call"]
    }

    static let redirects = ProviderRule(
        id: "redirects", title: "Every redirect says where to", expectation: "a redirect with the field Location"
    ) { answer in
        guard (300..<400).contains(answer.status), answer.content != nil else { return nil }
        return answer.header("location") == nil ? ["status \(answer.status) came without Location"] : []
    }

    static let readableDocuments = ProviderRule(
        id: "readable-documents", title: "What is called JSON or XML can be read as that",
        expectation: "a well-formed document"
    ) { answer in
        guard let content = answer.content, [.json, .xml, .unreadable].contains(content.form), answer.status < 500,
            !answer.call.isOfBrowser
        else { return nil }
        return content.form == .unreadable ? ["the answer cannot be read: \(content.body)"] : []
    }

    /// Registration and REST API v2 speak JSON, configurations are XML, and what asks for JSON gets it.
    static let mediaTypes = ProviderRule(
        id: "media-types", title: "An answer is in the format of its call, and says so",
        expectation: "the documented format, with its Content-Type"
    ) { answer in
        guard let content = answer.content, answer.call.successes.contains(answer.status), content.form != .empty,
            !answer.call.isOfBrowser
        else { return nil }
        let type = content.headers["content-type"]?.lowercased() ?? ""
        switch answer.kind {
        case .configuration:
            return (content.form == .xml || content.form == .unreadable) && type.contains("xml")
                ? [] : ["a configuration came as \(words(type))"]
        case .registration, .accessToken, .device:
            return content.form == .json && type.contains("json") ? [] : ["JSON is due, and \(words(type)) came"]
        case _ where answer.call.isV2:
            return content.form == .json && type.hasPrefix("application/json")
                ? [] : ["JSON is due, and \(words(type)) came"]
        default: return nil
        }
    }

    private static func words(_ type: String) -> String { type.isEmpty ? "a body without Content-Type" : type }
}
