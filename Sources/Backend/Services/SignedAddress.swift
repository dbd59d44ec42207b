import Encodings
internal import Cryptography
internal import HTTPServer
internal import Timing
internal import Tokens

/// The verifier of media tokens that content delivery networks were given addresses by (service-protocol.md 5.5).
extension SessionState {
    /// `/tvs/v1/sign` with `mediaToken`, `resource` and `url`, each in Base64: the address with a proof, in plain text.
    func sign(_ incoming: Incoming) -> ServerReply {
        func decoded(_ name: String) -> String? {
            incoming[name].flatMap { Base64.decode($0) }.map { String(decoding: $0, as: UTF8.self) }
        }
        guard let token = decoded("mediaToken"), let resource = decoded("resource"), let address = decoded("url") else {
            return .text("400 Bad Request: mediaToken, resource and url are needed, in Base64\n", status: 400)
        }
        guard let envelope = try? TokenEnvelope(parsing: token), let signature = Base64.decode(envelope.signature),
            signer.key.publicKey.verifies(signature, over: envelope.payload), let read = try? MediaToken(parsing: token)
        else { return .text("403 Forbidden: the media token is not ours\n", status: 403) }
        guard incoming.now < read.expires else {
            return .text("403 Forbidden: the media token has expired\n", status: 403)
        }
        guard read.resource == resource else {
            return .text("403 Forbidden: the media token is for another resource\n", status: 403)
        }
        let proof = "exp=\(read.expires.milliseconds / 1_000)~acl=/*"
        let digest = Hex.encode(Digest.sha256(Array((proof + address + envelope.signature).utf8)))
        return .text(URLText.adding("hdnea", "\(proof)~hmac=\(digest)", to: address))
    }
}
