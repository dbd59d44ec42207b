internal import AccessEnabler
internal import AccessEnablerAPI
internal import Documents
internal import PortWrapping

/// Other places for what every request carries.
extension Variant {
    private static let reason = "every request carries the options; the documents do not say how"

    static let options: [Variant] = [
        Variant(
            "options-in-headers", "sends the options as HTTP headers", because: reason, ["AE-OPT-002", "AE-OPT-003"]
        ) { _, mutation in
            mutation.carryOptions { options, request in
                for (name, value) in options {
                    request.headers.append(.init(name == "ap_vi" ? "AP-Visitor-Identifier" : "X-Option-\(name)", value))
                }
            }
        },
        Variant(
            "options-in-forms", "sends the options as fields of the form where there is one", because: reason,
            ["AE-OPT-002", "AE-OPT-003"]
        ) { _, mutation in
            mutation.carryOptions { options, request in
                request.addToBody(options.map { ($0.name == "ap_vi" ? "visitorID" : $0.name, $0.value) })
            }
        },
        Variant(
            "options-in-json", "sends the options as members of a JSON object deep in a field or a header",
            because: reason, ["AE-OPT-002", "AE-OPT-003"]
        ) { _, mutation in
            mutation.carryOptions { options, request in
                var members = JSONObject()
                for (name, value) in options { members[name == "ap_vi" ? "visitorID" : name] = .string(value) }
                let json: JSON = ["client": ["context": ["options": .object(members)]]]
                if var object = request.body.flatMap({ try? JSON.parse($0) })?.object {
                    object["client"] = json["client"]
                    request.body = JSON.object(object).compact
                } else if request.body != nil {
                    request.addToBody([("context", json.text)])
                } else {
                    request.headers.append(.init("X-Context", json.text))
                }
            }
        },
        Variant(
            "options-by-their-names", "sends the visitor's ID as 'visitorID'", because: reason, ["AE-OPT-005"]
        ) { _, mutation in
            mutation.carryOptions { options, request in
                request.addToQuery(options.map { ($0.name == "ap_vi" ? "visitorID" : $0.name, $0.value) })
            }
        },
        .changeRequests(
            "device-information-in-fields", "sends the device's information as the field 'device_info'",
            because: "the documents name the option, not where it travels", ["AE-OPT-009", "AE-OPT-010"]
        ) { _, request in
            if let information = request.removeHeader("X-Device-Info") {
                if request.body == nil {
                    request.addToQuery([("device_info", information)])
                } else {
                    request.addToBody([("device_info", information)])
                }
            }
        },
        .changeRequests(
            "access-token-in-query", "sends the access token as a parameter",
            because: "the documents do not say how a request proves its application", ["AE-INIT-011"]
        ) { _, request in
            guard let token = request.header("Authorization"), token.hasPrefix("Bearer ") else { return }
            _ = request.removeHeader("Authorization")
            request.addToQuery([("access_token", String(token.dropFirst(7)))])
        },
        .changeRequests(
            "few-headers", "sends no header that says who asks, but the device's ID in every request's fields",
            because: "what the headers of the services are called is not documented", ["AE-DEV-002", "AE-DEV-003"]
        ) { _, request in
            for name in ["ap_42", "ap_11", "ap_z"] { _ = request.removeHeader(name) }
            if let device = request.removeHeader("ap_21"), !request.isRegistration {
                request.addToQuery([("deviceId", device)])
            }
        },
        Variant(
            "other-header-names", "names the device and itself in headers of other names",
            because: "what the headers of the services are called is not documented", ["AE-DEV-002", "AE-DEV-003"]
        ) { _, mutation in
            let names = [
                "ap_21": "AP-Device-Identifier", "ap_11": "X-Client", "ap_42": "X-Client-Version", "ap_z": "X-Signs",
            ]
            mutation.changeRequests { request in
                request.headers = request.headers.map { .init(names[$0.name] ?? $0.name, $0.value) }
            }
        },
        Variant(
            "login-page-in-other-words", "asks for the login page with fields that have other names",
            because: "what the fields of the page's address are called is not documented", ["AE-NAV-001"]
        ) { _, mutation in
            for callback in [Selector.navigateToUrl, .navigateToUrlUseSVC] {
                mutation.onCallback(callback) { message in
                    let changed = message.changingText("url") {
                        $0.replacing("mso_id=", with: "mvpd=").replacing("requestor_id=", with: "requestor=")
                    }
                    return [changed]
                }
            }
        },
        Variant(
            "fields-under-two-names", "sends what fields say under the names of the clientless services as well",
            because: "what fields are called is not documented", ["AE-TOK-002", "AE-DEV-002"]
        ) { _, mutation in
            let names = [
                "resource_id": "resource", "requestor_id": "requestor", "mso_id": "mvpd", "device_id": "deviceId",
            ]
            mutation.changeRequests { request in
                // The resources of a preauthorization are a list, and would be asked for twice.
                guard request.header("Content-Type")?.contains("form") ?? false,
                    !request.path.hasSuffix("/preauthorize")
                else { return }
                var form = FormText(request.body)
                for (name, value) in form.fields { form.add(names[name] ?? "", names[name].map { _ in value }) }
                request.body = Array(form.text.utf8)
            }
        },
    ]
}
