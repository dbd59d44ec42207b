internal import Encodings
internal import Evidence

/// The tokens that were handed out, as they were seen when they passed.
extension ProviderRule {
    static let soundTokens = ProviderRule(
        id: "sound-tokens", title: "Every token handed out is whole and good",
        expectation: "a token as the documents describe it, that has not expired", section: "5"
    ) { answer in
        guard !answer.tokens.isEmpty else { return nil }
        return answer.tokens.flatMap { token -> [String] in
            let kind = token.kind?.rawValue ?? "unknown"
            if token.errors.isEmpty, token.result != "VALID_TOKEN" {
                return ["the \(kind) token is bad: \(token.result)"]
            }
            // Whoever names no device gets no fingerprint of one.
            let isOfNobody = answer.exchange.device == nil
            return token.errors.filter { !(isOfNobody && $0.path.hasSuffix("Fingerprint")) }.map { error in
                let statement = error.statement.map { " (\($0))" } ?? ""
                return "the \(kind) token is bad: \(error.path): \(error.message)\(statement)"
            }
        }
    }

    static let tokensOfTheDevice = ProviderRule(
        id: "tokens-of-the-device", title: "Tokens are bound to the device that asks",
        expectation: "the SHA-1 of device_id as the fingerprint", section: "5.2", statements: ["AE-DEV-004"]
    ) { answer in
        // How the fingerprint follows from an individualized device is not documented.
        guard answer.request.fields["device_id"] != nil else { return nil }
        let tokens = answer.tokens.filter { $0.isOfDevice != nil }
        guard !tokens.isEmpty else { return nil }
        return tokens.filter { $0.isOfDevice == false }
            .map { "the \($0.kind?.rawValue ?? "") token is bound to another device" }
    }

    static let tokensOfTheRequestor = ProviderRule(
        id: "tokens-of-the-requestor", title: "Tokens are for the requestor that asks",
        expectation: "the requestor that was asked for in the token", section: "5",
        statements: ["AE-XML-012", "AE-XML-017"]
    ) { answer in compare(answer, "requestor", answer.requestor) { $0.requestor } }

    static let tokensOfTheMVPD = ProviderRule(
        id: "tokens-of-the-mvpd", title: "Tokens name the MVPD at which the user is",
        expectation: "the MVPD that was asked for in the token", section: "5", statements: ["AE-XML-014", "AE-XML-018"]
    ) { answer in compare(answer, "MVPD", answer.mvpd) { $0.mvpd } }

    static let tokensOfTheResource = ProviderRule(
        id: "tokens-of-the-resource", title: "Tokens of an authorization are for the resource that was asked for",
        expectation: "the resource that was asked for in the token", section: "5",
        statements: ["AE-XML-013", "AE-XML-016"]
    ) { answer in compare(answer, "resource", answer.resource) { $0.resource } }

    private static func compare(
        _ answer: ProviderAnswer, _ what: String, _ asked: String?, _ told: (TokenSighting) -> String?
    ) -> [String]? {
        let tokens = answer.tokens.filter { told($0) != nil }
        guard let asked, !tokens.isEmpty else { return nil }
        return tokens.compactMap { token in
            // Where several are asked for, a text names them all.
            guard let said = told(token), !said.isExactly(asked),
                !asked.split(separator: ",").contains(where: said.isExactly)
            else {
                return nil
            }
            return "the \(token.kind?.rawValue ?? "") token is for \(what) \"\(said)\", and \"\(asked)\" was asked for"
        }
    }

    static let mediaTokens = ProviderRule(
        id: "media-tokens", title: "Where a media token is asked for, one comes that has not expired",
        expectation: "a media token that is good for minutes", section: "5.3", statements: ["AE-XML-010"]
    ) { answer in
        guard [.mediaToken, .deviceMediaToken, .v2Decisions].contains(answer.kind) else { return nil }
        let tokens = answer.tokens.filter { $0.remaining != nil || $0.kind != .media }
        guard !tokens.isEmpty else { return nil }
        return tokens.compactMap { token in
            guard token.kind == .media else { return "the token is one of \(token.kind?.rawValue ?? "no kind")" }
            guard let left = token.remaining, left <= 0 else { return nil }
            return "the media token had expired \(left.magnitude) ms before it was handed out"
        }
    }
}
