import Documents
internal import Evidence
internal import Timing

extension ProviderRule {
    static let clientlessAnswers = ProviderRule(
        id: "clientless-answers", title: "An answer of the clientless API has its members, about what was asked for",
        expectation: "the documented members, with what was asked for in them"
    ) { answer in
        guard answer.status == 200, let document = answer.document else { return nil }
        var review = MemberReview(document, isXML: answer.isXML)
        switch answer.kind {
        case .loginToken, .pollLogin:
            review.text("mvpd")
            review.text("requestor", is: answer.requestor)
            review.text("userId")
            review.timeAsText("expires")
        case .deviceAuthorization, .authorizationToken:
            review.text("mvpd")
            review.text("requestor", is: answer.requestor)
            review.text("resource", is: answer.resource)
            review.timeAsText("expires")
        case .deviceMediaToken:
            review.text("mvpdId")
            review.text("requestor", is: answer.requestor)
            review.text("resource", is: answer.resource)
            review.timeAsText("expires")
            review.text("serializedToken")
        case .devicePreauthorization:
            if let root = answer.root { return reviewResources(root) }
            for (index, resource) in review.list("resources").enumerated() {
                var entry = MemberReview(resource, at: "resources.\(index).")
                entry.text("id")
                entry.flag("authorized")
                review.add(entry)
            }
        case .metadata where !answer.isXML:
            review.number("updated")
            _ = review.list("encrypted")
            _ = review.members("data")
        default: return nil
        }
        return review.complaints
    }

    /// The generic error, the error of an access token, or an enhanced error.
    static let clientlessErrors = ProviderRule(
        id: "clientless-errors", title: "A refusal of the clientless API repeats its status and says why",
        expectation: "{\"status\": ..., \"message\": ...} or the same as XML, or {\"error\": ...} of an access token",
        section: "4, 2.4"
    ) { answer in
        guard answer.call.isClientless, !answer.call.isOfBrowser, let content = answer.content,
            [400, 403, 404, 410, 412].contains(answer.status)
        else { return nil }
        guard let document = answer.document, document.object != nil else {
            // What is malformed is told elsewhere.
            return content.form == .unreadable ? nil : ["status \(answer.status) came without an error in its body"]
        }
        var review = MemberReview(document, isXML: answer.isXML)
        if document["error"]?.string != nil { return [] }
        review.text("message")
        if let status = review.number("status")?.within(Int.min...Int.max), status != answer.status {
            review.complain("the error says status \(status), and the answer has \(answer.status)")
        }
        return review.complaints
    }
}
