internal import AccessEnablerAPI
internal import Cryptography
internal import Encodings

/// Builds the arrays of `sendTrackingData:forEventType:` (AE-TRK-008 to AE-TRK-010).
struct TrackingData: Sendable {
    let client: ClientIdentity

    /// 0 success, 1 MVPD, 2 GUID, 3 cached, and the device; without success 1 to 3 mean nothing (AE-TRK-013).
    func authentication(_ held: ValidAuthentication?, isCached: Bool) -> [Value] {
        subject(held, isCached: isCached) + device
    }

    /// 0 success, 1 MVPD, 2 GUID, 3 cached, 4 error, 5 details, and the device.
    func authorization(_ held: ValidAuthentication, isCached: Bool) -> [Value] {
        subject(held, isCached: isCached) + ["", ""] + device
    }

    /// AE-TRK-019.
    func failedAuthorization(_ code: ErrorCode, _ details: String) -> [Value] {
        subject(nil, isCached: false) + [.string(code.rawValue), .string(details)] + device
    }

    /// 0 MVPD, and the device.
    func selection(_ mvpd: String) -> [Value] {
        [.string(mvpd)] + device
    }

    private func subject(_ held: ValidAuthentication?, isCached: Bool) -> [Value] {
        guard let held else { return [false, "", "", false] }
        return [true, .string(held.mvpd.id), .string(guid(held)), .bool(isCached)]
    }

    /// Device type, client type, operating system (AE-TRK-016 to AE-TRK-018).
    ///
    /// They are of 1.6 (AE-TRK-011).
    private var device: [Value] {
        guard client.version >= .deviceTracking else { return [] }
        return switch client.platform {
        case .iOS: ["mobile", "ios", .string(client.system)]
        case .tvOS: ["unknown", "ios", .string(client.system)]
        }
    }

    /// An MD5 in hexadecimal digits (AE-TRK-014): of the device for a TempPass (AE-TRK-025), otherwise of the user.
    ///
    /// The service's own GUIDs are such hashes, and the media token repeats them (AE-TRK-027).
    private func guid(_ held: ValidAuthentication) -> String {
        let guid = held.login.guid
        if held.mvpd.isTempPass { return md5(client.deviceID) }
        return guid.utf8.count == 32 && Hex.decode(guid) != nil ? guid.lowercased() : md5(guid)
    }

    private func md5(_ text: String) -> String {
        Hex.encode(Digest.md5(Array(text.utf8)))
    }
}

extension EnablerState {
    var tracking: TrackingData { TrackingData(client: client) }
}
