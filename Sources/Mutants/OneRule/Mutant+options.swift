internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with setOptions.
extension Mutant {
    private static let optionNames = ["ap_vi=", "applicationProfile="]

    static let options: [Mutant] = [
        .mutant("drops-options", "sends no options", ["AE-OPT-002", "AE-OPT-003", "AE-OPT-005"]) { _, mutation in
            mutation.request = { withoutOptions($0) }
        },
        .mutant("options-with-first-request", "sends options with the first request only", ["AE-OPT-002"]) {
            stage, mutation in
            mutation.request = { stage.authorizedRequest == nil ? $0 : withoutOptions($0) }
        },
        .mutant("options-for-logins-only", "sends no options when it authorizes", ["AE-OPT-003"]) { _, mutation in
            mutation.onRequest("uthorize") { withoutOptions($0) }
        },
        .onCall("options-once", "ignores a second setOptions", ["AE-OPT-004"], .setOptions) { stage, call in
            stage.count(of: .setOptions) > 0 ? [] : [call]
        },
        .onCall(
            "options-before-setRequestor-only", "ignores setOptions after setRequestor", ["AE-OPT-004"], .setOptions
        ) { stage, call in stage.urls.isEmpty ? [call] : [] },
        .onCall("answers-options", "answers setOptions with a callback", ["AE-OPT-008"], .setOptions) { stage, call in
            stage.tell(.requestorComplete(.success))
            return [call]
        },
        .onCall(
            "visitor-is-forgotten", "does not send visitorID", ["AE-OPT-002", "AE-OPT-005"], .setOptions
        ) { _, call in [call.changingMembers("options") { $0["visitorID"] = nil }] },
        .onCall(
            "profile-is-forgotten", "does not send applicationProfile", ["AE-OPT-002", "AE-OPT-005"], .setOptions
        ) { _, call in [call.changingMembers("options") { $0["applicationProfile"] = nil }] },
        .onCall(
            "own-device-info", "sends its own client information instead of the application's",
            ["AE-OPT-010", "AE-OPT-005"], .setOptions
        ) { _, call in [call.changingMembers("options") { $0["device_info"] = nil }] },
        .onCall(
            "one-option-only", "knows only the first of several options", ["AE-OPT-002", "AE-OPT-005"], .setOptions
        ) { _, call in
            guard let first = call["options"]?.objectValue?.min(by: { $0.key < $1.key }) else { return [call] }
            return [call.with("options", [first.key: first.value])]
        },
        .mutant(
            "options-not-for-access", "sends no options when it registers and asks for access tokens", ["AE-OPT-002"]
        ) { _, mutation in
            mutation.onRequest("/o/client/") { withoutOptions($0) }
        },
        .changeRequests(
            "options-are-not-escaped", "writes option values into URLs without escaping them",
            ["AE-OPT-002", "AE-OPT-003"]
        ) { _, request in request.url = request.url.replacing("%26", with: "&").replacing("%23", with: "#") },
        .changeRequests("no-device-info", "sends no client information", ["AE-OPT-011"]) { _, request in
            request.headers.removeAll { $0.name == "X-Device-Info" }
        },
    ]

    @Sendable
    private static func withoutOptions(_ request: NetworkRequest) -> NetworkRequest {
        var bare = request
        let parts = request.url.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return bare }
        let fields = parts[1].split(separator: "&").filter { field in !optionNames.contains { field.hasPrefix($0) } }
        bare.url = fields.isEmpty ? String(parts[0]) : "\(parts[0])?\(fields.joined(separator: "&"))"
        return bare
    }
}
