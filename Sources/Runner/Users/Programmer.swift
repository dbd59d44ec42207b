import Cryptography
import Encodings

/// Who made the application: before 3.0 the programmer signs requestors' IDs, and has keys for the second screen.
///
/// One serves all runs of the process: making a key takes a while.
package struct Programmer: Sendable {
    /// Checks the signatures.
    let certificate: String
    /// The keys of the second screen, as the service hands them out.
    let publicKey = "ASSAYPUBLICKEYASSAYPUBLICKEY0001"
    let secret = "ASSAYPRIVATE0001"
    private let key: PrivateKey

    /// nil where the machine makes no keys.
    static let shared = Programmer()

    private init?() {
        guard let key = try? PrivateKey.generate(bits: 1_024) else { return nil }
        self.key = key
        certificate = key.publicKey.pem
    }

    /// The ID signed, in Base64 (service-protocol.md 3.4).
    func sign(_ requestor: String) -> String {
        Base64.encode(key.sign(Array(requestor.utf8)))
    }
}
