internal import XML

/// What the tokens of one session must have in common.
package enum TokenRelations {
    /// Compares whatever is given; positions and paths are those of the later token.
    ///
    /// - Parameter isTempPass: for a temporary pass both tokens end at the same instant (AE-STO-031).
    package static func findings(
        authentication: TokenReport? = nil, authorization: TokenReport? = nil, media: TokenReport? = nil,
        isTempPass: Bool = false
    ) -> [TokenFinding] {
        var findings: [TokenFinding] = []
        if let authentication, let authorization {
            findings += differences(
                [
                    Relation(
                        "simpleTokenDeviceID/simpleTokenFingerprint", "fingerprint", authentication.fingerprint,
                        authorization.fingerprint, "AE-DEV-007", .invalidDevice),
                    Relation(
                        "simpleTokenRequestorID", "requestor", authentication.requestor, authorization.requestor,
                        "AE-XML-017", .invalidRequestor),
                    Relation(
                        "simpleTokenMsoID", "MVPD", authentication.mvpd, authorization.mvpd, "AE-XML-018",
                        .invalidMVPD),
                ], in: authorization, against: "authentication token")
            if isTempPass, let first = authentication.expires(), let second = authorization.expires(), first != second {
                findings.append(
                    TokenFinding(
                        .semantics, path: path(authorization, "simpleTokenTTL"), statement: "AE-STO-031",
                        "a temporary pass whose two tokens do not end at the same instant",
                        result: .invalidLifetime))
            }
        }
        if let authentication, let media {
            findings += differences(
                [
                    Relation(
                        "sessionGUID", "session", authentication.guid, media.guid, nil, .invalidSession,
                        isSecret: true),
                    Relation(
                        "requestorID", "requestor", authentication.requestor, media.requestor, "AE-XML-012",
                        .invalidRequestor),
                    Relation("mvpdId", "MVPD", authentication.mvpd, media.mvpd, "AE-XML-014", .invalidMVPD),
                ], in: media, against: "authentication token")
        }
        if let authorization, let media {
            findings += differences(
                [
                    Relation(
                        "resourceID", "resource", authorization.resource, media.resource, "AE-XML-013",
                        .invalidResource)
                ], in: media, against: "authorization token")
        }
        return findings
    }

    private struct Relation {
        var element: String
        var noun: String
        var first: String?
        var second: String?
        var statement: String?
        var result: TokenResult
        var isSecret: Bool

        init(
            _ element: String, _ noun: String, _ first: String?, _ second: String?, _ statement: String?,
            _ result: TokenResult, isSecret: Bool = false
        ) {
            self.element = element
            self.noun = noun
            self.first = first
            self.second = second
            self.statement = statement
            self.result = result
            self.isSecret = isSecret
        }
    }

    private static func differences(
        _ relations: [Relation], in report: TokenReport, against other: String
    ) -> [TokenFinding] {
        relations.compactMap { relation in
            guard let first = relation.first, let second = relation.second,
                !first.utf8.elementsEqual(second.utf8)
            else { return nil }
            let values = relation.isSecret ? "" : ": \"\(second)\" and \"\(first)\""
            return TokenFinding(
                .semantics, path: path(report, relation.element), statement: relation.statement,
                "not the \(relation.noun) of the \(other)\(values)", result: relation.result)
        }
    }

    private static func path(_ report: TokenReport, _ element: String) -> String {
        "/\(report.root ?? "")/\(element)"
    }
}
