internal import Cryptography
internal import Encodings
internal import Timing

/// The Authorization header of clientless calls from before client registration (service-protocol.md 6):
/// `GET requestor_id=R, nonce=N, signature_method=HMAC-SHA1, request_time=MS, request_uri=U, public_key=P, signature=S`.
struct SignedRequest: Sendable {
    var method: String
    var requestor: String
    var nonce: String
    var time: WallTime
    var uri: String
    var publicKey: String
    private var signature: String
    /// What the signature is over: the header up to the end of the URI.
    private var text: String

    /// Nil where the header is of another kind.
    ///
    /// The URI may contain what separates the fields, so the header is split from behind.
    init?(authorization header: String) {
        guard let (text, proof) = Self.split(header, at: ", public_key="),
            let (publicKey, signature) = Self.split(proof, at: ", signature="),
            let (front, uri) = Self.split(text, at: ", request_uri="), let space = front.firstIndex(of: " ")
        else { return nil }
        var fields: [String: String] = [:]
        for field in front[front.index(after: space)...].split(separator: ",") {
            let pair = field.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { fields[String(pair[0])] = String(pair[1]) }
        }
        guard let requestor = fields["requestor_id"], fields["signature_method"] == "HMAC-SHA1" else { return nil }
        method = String(front[..<space])
        self.requestor = requestor
        nonce = fields["nonce"] ?? ""
        time = fields["request_time"].flatMap { ForeignInteger($0)?.date } ?? WallTime(milliseconds: 0)
        self.uri = uri
        self.publicKey = publicKey
        self.signature = signature
        self.text = text
    }

    func isSigned(with privateKey: String) -> Bool {
        Base64.encode(Digest.hmacSHA1(key: Array(privateKey.utf8), Array(text.utf8))) == signature
    }

    /// Whether the header was made for this very request, whatever way the client writes the URI: as a whole address,
    /// as a path, or as the end of a path.
    func isFor(method: String, path: String) -> Bool {
        guard self.method == method else { return false }
        var signed = uri.prefix { $0 != "?" }
        if let scheme = Self.split(String(signed), at: "://") {
            signed = scheme.1[(scheme.1.firstIndex(of: "/") ?? scheme.1.endIndex)...]
        }
        return !signed.isEmpty && path.hasSuffix(signed)
    }

    /// How far the client's clock may be from ours.
    static let clockTolerance = Duration.seconds(300)

    func isFresh(at now: WallTime) -> Bool {
        let age = now - time
        return .zero - Self.clockTolerance <= age && age <= Self.clockTolerance
    }

    private static func split(_ text: String, at separator: String) -> (String, String)? {
        text.firstRange(ofBytes: separator).map { range in
            (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
        }
    }
}
