import Cryptography
import Encodings
import Timing
import Tokens

/// A key, and good tokens of one session signed with it, on one line each.
enum TokenSamples {
    /// Made once: a key takes its time.
    static let key: PrivateKey = {
        do { return try PrivateKey.generate(bits: 1024) } catch { preconditionFailure("\(error)") }
    }()

    static let guid = "0123456789abcdef0123456789abcdef"
    static let device = "a device"
    private static let fingerprint = Hex.encode(Digest.sha1(Array(device.utf8)))
    private static let newYear = WallTime(milliseconds: 1_767_225_600_000)

    static let authentication = AuthenticationToken(
        guid: guid, requestor: "REF30", domain: "adobe.com", expires: WallTime(milliseconds: 1_769_904_000_000),
        mvpd: "Cablevision", fingerprint: fingerprint
    ).issue(signedBy: key)

    static let authorization = AuthorizationToken(
        requestor: "REF30", resource: "TestStream1", expires: WallTime(milliseconds: 1_767_312_000_000),
        mvpd: "Cablevision", fingerprint: fingerprint
    ).issue(signedBy: key)

    static let media = media()

    static func media(resource: String = "TestStream1", guid: String = guid) -> String {
        MediaToken(
            sessionGUID: guid, requestor: "REF30", resource: resource, issued: newYear, mvpd: "Cablevision"
        ).issue(signedBy: key)
    }

    /// Within the life of all of them.
    static let time = "2026-01-01T00:05:00Z"
}
