internal import Cryptography
internal import Encodings

/// What proved an application before software statements: its requestor's ID, signed by the programmer (AE-REQ-003),
/// and on tvOS the keys that sign the calls for a second screen (AE-REQ-004, AE-REQ-021).
struct RequestorProof: Sendable, Hashable {
    struct Keys: Sendable, Hashable {
        var secret: String
        var publicKey: String
    }

    var signedRequestorID: String
    var keys: Keys?

    /// The Authorization header of a signed request: everything up to the URI is what the signature is over.
    func authorization(
        _ method: String, of requestor: String, nonce: String, time: Int64, path: String
    ) -> NetworkRequest.Header? {
        guard let keys else { return nil }
        let text =
            "\(method) requestor_id=\(requestor), nonce=\(nonce), signature_method=HMAC-SHA1, request_time=\(time), "
            + "request_uri=\(path)"
        let signature = Base64.encode(Digest.hmacSHA1(key: Array(keys.secret.utf8), Array(text.utf8)))
        return .init("Authorization", "\(text), public_key=\(keys.publicKey), signature=\(signature)")
    }
}

extension EnablerState {
    /// Before 3.0 there are no access tokens: the requestor is signed, and the service knows a login by its device.
    var isSigned: Bool { settings.softwareStatement == nil }

    /// AE-REQ-005: what proves the requestor in a request.
    var proofFields: [FormField] {
        proof.map { [FormField("signed_requestor_id", $0.signedRequestorID)] } ?? []
    }

    /// Signs a request of the second screen with the application's keys; without them it stays as it is.
    func signed(_ request: ServiceRequest) -> ServiceRequest {
        guard isSigned, let proof else { return request }
        let nonce = Hex.encode(Digest.md5(Array("\(client.deviceID) \(now) \(lastNumber)".utf8)))
        var request = request
        if let header = proof.authorization("POST", of: requestor, nonce: nonce, time: now, path: request.path) {
            request.headers.append(header)
        }
        return request
    }
}
