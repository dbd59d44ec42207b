import Documents
internal import Timing

extension ProviderRule {
    static let registrations = ProviderRule(
        id: "registrations", title: "A registration is answered with the client's credentials",
        expectation: "client_id, client_secret, client_id_issued_at, redirect_uris and grant_types, not to be stored"
    ) { answer in
        guard answer.kind == .registration, answer.status == 201, let document = answer.document else { return nil }
        var review = MemberReview(document)
        review.text("client_id")
        review.text("client_secret")
        review.number("client_id_issued_at")
        _ = review.list("redirect_uris")
        let grants = review.list("grant_types")
        if !grants.isEmpty, !grants.contains("client_credentials") {
            review.complain("grant_types has no client_credentials")
        }
        return review.complaints + storage(of: answer)
    }

    static let registrationErrors = ProviderRule(
        id: "registration-errors", title: "A refusal of a registration or an access token says which error it is",
        expectation: "{\"error\": ...} with a documented word"
    ) { answer in
        guard answer.status == 400, let document = answer.document else { return nil }
        var review = MemberReview(document)
        switch answer.kind {
        case .registration:
            review.text(
                "error",
                oneOf: [
                    "invalid_request", "invalid_redirect_uri", "invalid_software_statement",
                    "unapproved_software_statement",
                ])
        case .accessToken:
            review.text(
                "error", oneOf: ["invalid_request", "invalid_client", "unauthorized_client", "unsupported_grant_type"])
        default: return nil
        }
        return review.complaints
    }

    static let accessTokens = ProviderRule(
        id: "access-tokens", title: "An access token comes with its kind and its times",
        expectation: "access_token, created_at, expires_in and token_type bearer, not to be stored"
    ) { answer in
        guard answer.kind == .accessToken, [200, 201].contains(answer.status), let document = answer.document else {
            return nil
        }
        var review = MemberReview(document)
        review.text("access_token")
        review.number("created_at")
        if let seconds = review.number("expires_in"), seconds <= 0 {
            review.complain("expires_in is \(seconds): the access token has expired")
        }
        if let kind = review.text("token_type"), kind.lowercased() != "bearer" {
            review.complain("token_type is \"\(kind.prefix(40))\", expected bearer")
        }
        return review.complaints + storage(of: answer)
    }

    private static func storage(of answer: ProviderAnswer) -> [String] {
        answer.header("cache-control")?.lowercased().contains("no-store") ?? false
            ? [] : ["Cache-Control does not say no-store"]
    }

    static let devices = ProviderRule(
        id: "devices", title: "A device gets its id, and the proof of it",
        expectation: "deviceId, and the field pass_sfp in the head"
    ) { answer in
        guard answer.kind == .device, (200..<300).contains(answer.status), let document = answer.document else {
            return nil
        }
        var review = MemberReview(document)
        review.text("deviceId")
        if answer.header("pass_sfp") == nil { review.complain("the head has no pass_sfp") }
        return review.complaints
    }

    static let registrationCodes = ProviderRule(
        id: "registration-codes", title: "A registration code comes with its requestor and its times",
        expectation: "id, code of capitals and digits, requestor, generated, expires and info"
    ) { answer in
        guard answer.kind == .code && answer.status == 201 || answer.kind == .codeRecord && answer.status == 200,
            let document = answer.document
        else { return nil }
        var review = MemberReview(document, isXML: answer.isXML)
        review.text("id")
        review.code("code")
        review.text("requestor", is: answer.requestor)
        if let generated = review.number("generated"), let expires = review.number("expires"), expires <= generated {
            review.complain("expires is not after generated")
        }
        if document["info"] == nil { review.complain("info is missing") }
        return review.complaints
    }
}
