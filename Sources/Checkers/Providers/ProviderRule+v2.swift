internal import Encodings
import Documents
internal import Evidence

/// What REST API v2 answers.
extension ProviderRule {
    /// By `actionName`, the types and reasons that go with it (service-protocol.md 7.3, 7.11).
    private static let actions: [String: (types: [String], reasons: [String])] = [
        "authenticate": (["interactive"], ["none", "pfs_fallback", "configuration_fallback"]),
        "resume": (["direct"], ["none", "missing_parameters_fallback"]),
        "retry": (["direct"], ["none", "missing_parameters_fallback"]),
        "authorize": (["direct"], ["authenticated", "authenticatedSSO", "temporary", "degraded"]),
        "partner_profile": (["direct"], ["none"]),
    ]

    static let sessions = ProviderRule(
        id: "sessions", title: "A session says what to do next, and has what that takes",
        expectation: "actionName with its actionType, reasonType, url and times", section: "7.3, 7.11"
    ) { answer in
        guard answer.status == 200, let document = answer.document else { return nil }
        var review = MemberReview(document)
        switch answer.kind {
        case .v2SessionRecord:
            _ = review.members("existingParameters")
            _ = review.list("missingParameters", isRequired: false)
        case .v2Session, .v2Resumption, .v2PartnerSession:
            guard let name = review.text("actionName", oneOf: actions.keys.sorted()), let action = actions[name] else {
                return review.complaints
            }
            review.text("actionType", oneOf: action.types)
            review.text("reasonType", oneOf: action.reasons)
            review.text("url")
            review.text("sessionId")
            review.text("serviceProvider", is: answer.requestor)
            guard ["authenticate", "resume", "retry"].contains(name) else { return review.complaints }
            review.code("code")
            if name != "authenticate", review.list("missingParameters").isEmpty {
                review.complain("missingParameters names none, and actionName is \(name)")
            }
        default: return nil
        }
        review.timeAsText("notBefore")
        review.timeAsText("notAfter")
        return review.complaints
    }

    static let profiles = ProviderRule(
        id: "profiles", title: "A profile has its times, its issuer, its type and its attributes",
        expectation: "profiles by MVPD, each with notBefore, notAfter, issuer, type and attributes", section: "7.4"
    ) { answer in
        guard [.v2Profiles, .v2PartnerProfile].contains(answer.kind), (200..<300).contains(answer.status),
            let document = answer.document
        else { return nil }
        var review = MemberReview(document)
        for member in review.members("profiles") {
            let name = "profiles.\(member.key.cut(toBytes: 200))"
            var profile = MemberReview(member.value, at: name + ".")
            if let asked = answer.mvpd, answer.kind == .v2Profiles, member.key != asked {
                profile.complain("a profile of \(member.key) came, and one of \(asked) was asked for")
            }
            if let start = profile.number("notBefore"), let end = profile.number("notAfter"), end < start {
                profile.complain("\(name).notAfter is before notBefore")
            }
            let issuer = profile.text("issuer")
            let kind = profile.text(
                "type", oneOf: ["regular", "platformSSO", "serviceTokenSSO", "appleSSO", "degraded", "temporary"])
            let due = ["appleSSO": "Apple", "degraded": "Adobe", "temporary": "Adobe"][kind ?? ""] ?? member.key
            if let issuer, issuer != due, kind != nil {
                profile.complain("\(name).issuer is \"\(issuer)\", expected \(due)")
            }
            for attribute in profile.members("attributes") {
                let path = "\(name).attributes.\(attribute.key.cut(toBytes: 200))."
                var entry = MemberReview(attribute.value, at: path)
                entry.text("state", oneOf: ["plain", "enc"])
                if attribute.value["value"] == nil, attribute.value["error"] == nil {
                    entry.complain("\(path)value is missing")
                }
                profile.add(entry)
            }
            review.add(profile)
        }
        return review.complaints
    }

    static let decisions = ProviderRule(
        id: "decisions", title: "A decision is about what was asked for, and has a token or an error",
        expectation: "what was asked for, source and authorized; a token with a permit, an error with a denial",
        section: "7.6"
    ) { answer in
        guard [.v2Decisions, .v2Preauthorization].contains(answer.kind), answer.status == 200,
            let document = answer.document
        else { return nil }
        var review = MemberReview(document)
        let decisions = review.list("decisions")
        for (index, decision) in decisions.enumerated() {
            let path = "decisions.\(index)."
            var entry = MemberReview(decision, at: path)
            entry.text("resource", is: decisions.count == 1 ? answer.resource : nil)
            entry.text("serviceProvider", is: answer.requestor)
            entry.text("mvpd", is: answer.mvpd)
            entry.text("source", oneOf: ["mvpd", "degradation", "temppass", "dummy"])
            switch entry.flag("authorized") {
            case true? where answer.kind == .v2Decisions:
                entry.mustBeAbsent("error", "and it is a permit")
                guard let token = decision["token"] else {
                    entry.complain("\(path)token is missing, and it is a permit")
                    break
                }
                var inner = MemberReview(token, at: path + "token.")
                inner.number("notBefore")
                inner.number("notAfter")
                inner.text("serializedToken")
                entry.add(inner)
            case false?:
                entry.mustBeAbsent("token", "and it is a denial")
                guard let error = decision["error"] else {
                    entry.complain("\(path)error is missing, and it is a denial")
                    break
                }
                // Its status may be another than that of the answer.
                entry.add(EnhancedErrors.review(error, at: path + "error.", status: nil))
            default:
                if answer.kind == .v2Preauthorization {
                    entry.mustBeAbsent("token", "and a preauthorization permits no playback")
                }
            }
            review.add(entry)
        }
        return review.complaints
    }

    static let logouts = ProviderRule(
        id: "logouts", title: "A logout says what is left to do at the MVPD",
        expectation: "logouts by MVPD, with actionName, actionType and, where a page is to be opened, url",
        section: "7.10"
    ) { answer in
        guard answer.kind == .v2Logout, answer.status == 200, let document = answer.document else { return nil }
        let types = [
            "logout": "interactive", "complete": "none", "partner_logout": "partner_interactive", "invalid": "none",
        ]
        var review = MemberReview(document)
        for member in review.members("logouts") {
            var entry = MemberReview(member.value, at: "logouts.\(member.key).")
            entry.text("mvpd", is: member.key, isRequired: false)
            if let name = entry.text("actionName", oneOf: types.keys.sorted()), let type = types[name] {
                entry.text("actionType", oneOf: [type])
                if name == "logout" { entry.text("url") }
            }
            review.add(entry)
        }
        return review.complaints
    }

    static let enhancedErrors = ProviderRule(
        id: "enhanced-errors", title: "A refusal of REST API v2 is an enhanced error, with what its code means",
        expectation: "action, status, code, message and helpUrl; the action and the status that its code has",
        section: "7.5"
    ) { answer in
        guard answer.call.isV2, !answer.call.isOfBrowser, answer.content != nil,
            (400..<500).contains(answer.status), answer.status != 429
        else { return nil }
        // What a missing access token or a wrong method is answered with is not documented.
        let isOpen = ![400, 403].contains(answer.status)
        guard let document = answer.document, document["code"] != nil || !isOpen else {
            return isOpen ? nil : ["status \(answer.status) came without an enhanced error"]
        }
        return EnhancedErrors.review(document, at: "", status: answer.status).complaints
    }
}
