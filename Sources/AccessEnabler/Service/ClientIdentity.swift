internal import AccessEnablerAPI
internal import Cryptography
internal import Documents
internal import Encodings

/// What an instance says of itself in every request.
struct ClientIdentity: Sendable, Hashable {
    let platform: Platform
    let version: SDKVersion
    /// Sent in clear; the service binds tokens to it (AE-DEV-002 to AE-DEV-004).
    let deviceID: String
    let headers: [NetworkRequest.Header]
    /// The client information that is sent where the application supplies none (AE-OPT-011).
    let deviceInfo: String

    init(platform: Platform, version: SDKVersion, deviceID: String, wire: any ServiceWire) {
        self.platform = platform
        self.version = version
        self.deviceID = deviceID
        let system = Self.system(of: platform)
        let agent = "AccessEnabler/\(version) (\(system))"
        headers = wire.headers(agent: agent, system: system, deviceID: deviceID)
        let information: JSON = [
            "model": "Reference", "vendor": "Reference", "manufacturer": "Reference", "osName": .string(system),
            "connectionSecure": true,
        ]
        deviceInfo = Base64.encode(information.compact)
    }

    var system: String { Self.system(of: platform) }

    /// What the service derives from the device ID and puts into its tokens.
    var fingerprint: String {
        Hex.encode(Digest.sha1(Array(deviceID.utf8)))
    }

    private static func system(of platform: Platform) -> String {
        switch platform {
        case .iOS: "iOS"
        case .tvOS: "tvOS"
        }
    }
}
