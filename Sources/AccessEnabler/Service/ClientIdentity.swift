internal import AccessEnablerAPI
internal import Cryptography
internal import Documents

/// What an instance says of itself in every request.
struct ClientIdentity: Sendable, Hashable {
    var platform: Platform
    var version: SDKVersion
    /// Sent in clear; the service binds tokens to it (AE-DEV-002 to AE-DEV-004).
    var deviceID: String

    var system: String {
        switch platform {
        case .iOS: "iOS"
        case .tvOS: "tvOS"
        }
    }

    /// What the service derives from the device ID and puts into its tokens.
    var fingerprint: String {
        Hex.encode(Digest.sha1(Array(deviceID.utf8)))
    }

    var headers: [NetworkRequest.Header] {
        let agent = "AccessEnabler/\(version) (\(system))"
        return [
            .init("User-Agent", agent), .init("ap_42", "anonymous"), .init("ap_11", system), .init("ap_z", agent),
            .init("ap_21", deviceID),
        ]
    }

    /// The client information that is sent where the application supplies none (AE-OPT-011).
    var deviceInfo: String {
        let information: JSON = [
            "model": "Reference", "vendor": "Reference", "manufacturer": "Reference", "osName": .string(system),
            "connectionSecure": true,
        ]
        return Base64.encode(information.compact)
    }
}
