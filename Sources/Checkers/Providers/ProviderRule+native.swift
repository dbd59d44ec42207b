internal import Evidence
internal import XML

extension ProviderRule {
    /// The answers of the native calls, in which clients look for a few elements and nothing else.
    static let nativeAnswers = ProviderRule(
        id: "native-answers",
        title: "An entitlement call is answered with what was asked for, a denial, or pendingLogout",
        expectation: "the documented element, an error with its code, or pendingLogout"
    ) { answer in
        guard let content = answer.content, content.form != .unreadable else { return nil }
        switch answer.kind {
        case .session where answer.status == 200: return review(answer, element: "authnToken", mayDeny: false)
        case .authorization where [200, 400].contains(answer.status):
            // A 400 that is no denial is of a call that was malformed.
            if answer.status == 400, answer.root?.found("notAuthorized") == nil { return nil }
            return review(answer, element: "authzToken", mayDeny: true)
        case .mediaToken where answer.status == 200:
            if content.form == .token { return [] }
            return answer.root.map { isOver($0) || isDenial($0) } ?? false
                ? [] : ["the answer is no media token, and no error or pendingLogout either"]
        case .preauthorization where answer.status == 200:
            guard let root = answer.root else { return ["the answer is no XML"] }
            if isOver(root) || isDenial(root) { return [] }
            return reviewResources(root)
        default: return nil
        }
    }

    private static func review(_ answer: ProviderAnswer, element: String, mayDeny: Bool) -> [String] {
        guard let root = answer.root else { return ["the answer is no XML"] }
        if let token = root.found(element) { return token.text.isEmpty ? ["\(element) is empty"] : [] }
        if isOver(root) || mayDeny && isDenial(root) { return [] }
        let others = mayDeny ? ", and no error or pendingLogout" : " or pendingLogout"
        return ["the answer has no \(element)\(others): its root is \(root.name)"]
    }

    private static func isOver(_ root: XMLElement) -> Bool { root.found("pendingLogout") != nil }

    /// The first element in an error is its code.
    private static func isDenial(_ root: XMLElement) -> Bool {
        root.name == "error" && root.hasElements
    }

    /// `<resource><id/><authorized/></resource>`, for each.
    static func reviewResources(_ root: XMLElement) -> [String] {
        guard root.name == "resources" else { return ["the root is \(root.name), expected resources"] }
        return root.all("resource").enumerated().flatMap { index, resource -> [String] in
            var complaints: [String] = []
            if resource.text(of: "id")?.isEmpty ?? true { complaints.append("resource \(index + 1) has no id") }
            let authorized = resource.text(of: "authorized")?.lowercased() ?? ""
            if !["true", "false"].contains(authorized) {
                complaints.append(
                    "authorized of resource \(index + 1) is \"\(authorized.prefix(40))\", expected true or false")
            }
            return complaints
        }
    }
}

extension XMLElement {
    /// The first element of that name, at any depth.
    func found(_ name: String) -> XMLElement? {
        if self.name == name { return self }
        for element in elements {
            if let found = element.found(name) { return found }
        }
        return nil
    }
}
