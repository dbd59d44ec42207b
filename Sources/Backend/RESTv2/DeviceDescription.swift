import Encodings
internal import Documents
internal import HTTPServer

/// What a session tells of its device, made of the header X-Device-Info (service-protocol.md 7.3).
struct DeviceDescription {
    private let told: JSONObject
    private let userAgent: String?
    private let isSecure: Bool
    private let peer: String

    init(_ record: RegistrationCode, of incoming: Incoming) {
        let bytes = record.deviceInfo.flatMap { Base64.decode($0) ?? Base64.decodeURLSafe($0) } ?? []
        told = (try? JSON.parse(bytes))?.object ?? JSONObject()
        userAgent = record.userAgent
        isSecure = incoming.request.isSecure
        peer = incoming.request.peer
    }

    var json: JSON {
        [
            "type": told["primaryHardwareType"] ?? told["type"] ?? "Unknown", "model": text("model"),
            "version": Self.version(told["version"]?.string),
            "hardware": [
                "name": nil, "vendor": text("vendor"), "version": Self.version(nil),
                "manufacturer": text("manufacturer"),
            ],
            "operatingSystem": [
                "name": text("osName"), "family": text("osFamily"), "vendor": text("osVendor"),
                "version": Self.version(told["osVersion"]?.string),
            ],
            "browser": [
                "name": text("browserName"), "vendor": text("browserVendor"),
                "version": Self.version(told["browserVersion"]?.string),
                "userAgent": told["userAgent"] ?? userAgent.map(JSON.string) ?? .null,
                "originalUserAgent": userAgent.map(JSON.string) ?? .null,
            ],
            "display": [
                "width": told["displayWidth"] ?? 0, "height": told["displayHeight"] ?? 0,
                "ppi": told["displayPpi"] ?? 0, "name": "DISPLAY", "vendor": nil, "version": nil,
                "diagonalSize": text("diagonalScreenSize"),
            ],
            "applicationId": text("applicationId"),
            "connection": [
                "ipAddress": told["connectionIp"] ?? .string(peer), "port": text("connectionPort"),
                "secure": told["connectionSecure"] ?? .bool(isSecure), "type": text("connectionType"),
            ],
        ]
    }

    private func text(_ name: String) -> JSON { told[name] ?? .null }

    /// The numbers of a text such as `5.1.2`.
    private static func version(_ text: String?) -> JSON {
        let numbers = (text ?? "").split(separator: ".").map { Int64($0) ?? 0 } + [0, 0, 0]
        return [
            "major": .int(numbers[0]), "minor": .int(numbers[1]), "patch": .int(numbers[2]), "profile": "",
        ]
    }
}
