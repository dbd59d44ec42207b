internal import AccessEnablerAPI
package import Documents
internal import Timing

extension InitializeResult {
    package init(_ json: JSON) throws(ProtocolError) {
        let fields = try Fields(json, at: "result")
        let api = try fields.fields("api")
        let limits = try fields.fields("limits")
        let clock = try fields.fields("clock")
        self.init(
            protocolVersion: try fields.protocolVersion(), port: try ProgramName(try fields.fields("port")),
            family: try api.name("family"), version: try api.version("version"),
            platforms: try Self.platforms(api), calls: Set(try fields.strings("calls").map(Selector.init(rawValue:))),
            callbacks: Set(try fields.strings("callbacks").map(Selector.init(rawValue:))),
            features: Set(try fields.strings("features").map(PortFeature.init(rawValue:))),
            sessionLimit: limits.optional("sessions") == nil ? nil : try limits.limit("sessions"),
            lineLimit: try limits.limit("lineBytes", from: InitializeRequest.minLineLimit),
            clockOrigin: try clock.choice("origin"), clockNow: try clock.integer("now").reading)
    }

    private static func platforms(_ api: Fields) throws(ProtocolError) -> [Platform] {
        try api.strings("platforms").map { word throws(ProtocolError) in
            guard let platform = Platform(rawValue: word) else {
                throw api.mistake("platforms", "expected 'ios' or 'tvos', found '\(word)'")
            }
            return platform
        }
    }

    package var json: JSON {
        var limits: JSONObject = ["lineBytes": .int(Int64(lineLimit))]
        limits["sessions"] = sessionLimit.map { .int(Int64($0)) }
        return [
            "protocolVersion": .string(protocolVersion.description),
            "port": port.json,
            "api": [
                "family": .string(family), "version": .string(version.description),
                "platforms": .array(platforms.map { .string($0.rawValue) }),
            ],
            "calls": .array(calls.sorted().map { .string($0.rawValue) }),
            "callbacks": .array(callbacks.sorted().map { .string($0.rawValue) }),
            "features": .array(features.sorted().map { .string($0.rawValue) }),
            "limits": .object(limits),
            "clock": ["origin": .string(clockOrigin.rawValue), "now": .int(clockNow.nanoseconds)],
        ]
    }
}
