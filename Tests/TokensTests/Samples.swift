import Cryptography
import Timing
import TokenProperties
import Tokens

/// The documented media token with its key, and tokens made like the documented ones.
enum Samples {
    static let publicKey = DocumentedToken.publicKey

    static let mediaToken = DocumentedToken.media

    static let fingerprint = "78e35c787dac788b9879a2ba2010b3dc8849a7cd"
    static let newYear = WallTime(milliseconds: 1_767_225_600_000)

    static let authentication = AuthenticationToken(
        guid: "0123456789abcdef0123456789abcdef", requestor: "REF30", domain: "adobe.com",
        expires: WallTime(milliseconds: 1_769_904_000_000), mvpd: "Cablevision", fingerprint: fingerprint,
        nameID: "TkFNRUlE", sessionIndex: "U0VTU0lPTklOREVY")
    static let authorization = AuthorizationToken(
        requestor: "REF30", resource: "TestStream1", expires: WallTime(milliseconds: 1_767_312_000_000),
        mvpd: "Cablevision", fingerprint: fingerprint)
    static let media = MediaToken(
        sessionGUID: "0123456789abcdef0123456789abcdef", requestor: "REF30", resource: "TestStream1",
        issued: newYear, mvpd: "Cablevision")

    /// Made once: a key takes its time.
    static let key: PrivateKey = {
        do { return try PrivateKey.generate(bits: 1024) } catch { preconditionFailure("\(error)") }
    }()
}
