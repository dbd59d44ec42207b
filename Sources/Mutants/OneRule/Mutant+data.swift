internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with the pairs that are given with calls.
extension Mutant {
    static let data: [Mutant] = [
        .mutant(
            "data-keys-are-renamed", "sends the values of data under keys of its own",
            ["AE-AUTHN-016", "AE-CHKZ-002", "AE-GETZ-002"]
        ) { _, mutation in
            mutation.onData { data in
                Value.Members(data.enumerated().map { (key: "param\($0.offset)", value: $0.element.value) })
            }
        },
        .mutant(
            "data-has-one-pair", "sends only the first pair of data", ["AE-AUTHN-016", "AE-CHKZ-002", "AE-GETZ-002"]
        ) { _, mutation in
            mutation.onData { data in data.first.map { [$0.key: $0.value] } ?? [:] }
        },
        .mutant(
            "data-of-the-first-call", "keeps what was given as data first", ["AE-CHKZ-002", "AE-GETZ-002"]
        ) { _, mutation in
            let known = Kept<Value.Members>([:])
            mutation.onData { data in
                known.change { known in
                    for (name, value) in data where known[name] == nil { known[name] = value }
                    return known
                }
            }
        },
        .mutant(
            "data-is-not-escaped", "writes the values of data into forms and addresses without escaping them",
            ["AE-AUTHN-016", "AE-CHKZ-002", "AE-GETZ-002"]
        ) { _, mutation in
            mutation.changeRequests { request in
                request.changeBody(unescapedData)
                request.url = unescapedData(request.url)
            }
            mutation.callback = { [$0.changingText("url", unescapedData)] }
        },
        // Of both `shortAuthorize` and `deviceShortAuthorize`.
        .changeRequests(
            "data-with-new-authorizations-only", "sends no data where the resource was authorized before",
            ["AE-CHKZ-002", "AE-GETZ-002"], to: "hortAuthorize"
        ) { _, request in
            request.changeFields { $0.map { $0.hasPrefix("generic_data=") ? "generic_data=%7B%7D" : $0 } }
        },
        .changeRequests(
            "temp-pass-without-data", "starts a TempPass without the data of the login", ["AE-AUTHN-016"]
        ) { _, request in
            request.headers.removeAll { $0.name == "AP-TempPass-Identity" }
            guard request.names("/freepreview") else { return }
            request.changeFields { $0.filter { !$0.hasPrefix("generic_data=") } }
        },
    ]
}

extension Mutation {
    /// Changes the data of every call that has any.
    fileprivate mutating func onData(_ change: @escaping @Sendable (Value.Members) -> Value.Members) {
        call = { call in
            guard let data = call["data"]?.objectValue, !data.isEmpty else { return [call] }
            return [call.with("data", .object(change(data)))]
        }
    }
}

/// The same with some signs in the data as they are, which mean something else there.
private func unescapedData(_ text: String) -> String {
    guard let data = text.firstRange(of: "generic_data=") else { return text }
    let rest = text[data.upperBound...].replacing("%2B", with: "+").replacing("%26", with: "&")
    return String(text[..<data.upperBound]) + rest
}
