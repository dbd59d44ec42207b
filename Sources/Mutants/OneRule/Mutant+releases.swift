import AccessEnabler
import AccessEnablerAPI
internal import PortWrapping

/// Wrong behaviour of the releases before 3.0.
extension Mutant {
    static let releases: [Mutant] = [
        .mutant(
            "requestor-is-not-signed", "sends no signed requestor ID", ["AE-REQ-003", "AE-REQ-005", "AE-REQ-020"]
        ) { _, mutation in
            mutation.request = { $0.without("signed_requestor_id") }
        },
        .onCall(
            "signed-call-is-ignored", "ignores the signed forms of setRequestor",
            ["AE-REQ-003", "AE-REQ-004", "AE-SP-018"]
        ) { _, call in call.selector.configures && call["signedRequestorID"] != nil ? [] : [call] },
        .changeRequests(
            "second-screen-is-not-signed", "does not sign the calls for the second screen", ["AE-REQ-021"],
            to: "/regcode"
        ) { _, request in request.headers.removeAll { $0.name == "Authorization" } },
        .onCall(
            "second-screen-is-signed-wrongly", "signs the calls for the second screen with another secret",
            ["AE-REQ-021"]
        ) { _, call in call["secret"] == nil ? [call] : [call.with("secret", "another")] },
        .onCall(
            "token-call-is-ignored", "ignores getAuthenticationToken", ["AE-URL-010", "AE-URL-012"],
            .getAuthenticationToken
        ) { _, _ in [] },
        .onCallback(
            "login-is-not-tracked", "does not track the end of a login", ["AE-URL-012", "AE-URL-006"], .sendTrackingData
        ) { stage, callback in
            [.getAuthenticationToken, .handleExternalURL].contains(stage.lastCall ?? .logout) ? [] : [callback]
        },
        .onCallback(
            "failed-login-succeeds", "reports SUCCESS for a login that failed", ["AE-URL-012", "AE-REQ-020"],
            .setAuthenticationStatus
        ) { stage, callback in
            stage.lastCall == .getAuthenticationToken
                ? [.authenticationStatus(.success, .userAuthenticated)] : [callback]
        },
        .mutant("several-tokens-too-early", "keeps several tokens before 1.7", ["AE-STO-012"]) { _, mutation in
            mutation.asRelease(SDKVersion(1, 7))
        },
        .onCall(
            "registers-before-3", "registers a client with a signed requestor, as if there were a software statement",
            ["AE-INIT-002"]
        ) { stage, call in
            if call.selector.configures, call["signedRequestorID"] != nil, let url = stage.urls.first {
                stage.send(
                    NetworkRequest(
                        method: "POST", url: "\(url)/o/client/register?requestor_id=\(stage.requestor)",
                        body: Array("{\"software_statement\":\"\"}".utf8)))
            }
            return [call]
        },
        .mutant("tracks-the-device-too-early", "tracks the device before 1.6", ["AE-TRK-011"]) { _, mutation in
            mutation.asRelease(SDKVersion(1, 6))
        },
    ]
}

extension Mutation {
    /// Behaves as that release also where an earlier one was asked for.
    fileprivate mutating func asRelease(_ version: SDKVersion) {
        configuration = { $0.version = max($0.version, version) }
    }
}

extension NetworkRequest {
    /// The request without a field of its form.
    fileprivate func without(_ field: String) -> NetworkRequest {
        var request = self
        request.changeFields { $0.filter { !$0.hasPrefix(field + "=") } }
        return request
    }
}
