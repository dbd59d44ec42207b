package import AccessEnablerAPI
internal import Documents
package import Timing

/// A program and its version.
package struct ProgramName: Sendable, Hashable {
    package var name: String
    package var version: String

    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    init(_ fields: Fields) throws(ProtocolError) {
        name = try fields.name("name")
        version = try fields.string("version")
    }

    var json: JSON { ["name": .string(name), "version": .string(version)] }
}

/// Says who asks, and for what.
package struct InitializeRequest: Sendable, Hashable {
    /// The only family there is.
    package static let family = "AccessEnabler"
    /// No side may refuse lines of this length.
    package static let minLineLimit = 65_536

    package var protocolVersion: ProtocolVersion
    package var suite: ProgramName
    package var family: String
    /// The release that the run is about; each session says its own.
    package var version: SDKVersion
    package var platform: Platform
    /// The longest line that the suite reads, in bytes without its line end.
    package var lineLimit: Int

    package init(
        protocolVersion: ProtocolVersion = .current, suite: ProgramName, family: String = Self.family,
        version: SDKVersion, platform: Platform, lineLimit: Int
    ) {
        self.protocolVersion = protocolVersion
        self.suite = suite
        self.family = family
        self.version = version
        self.platform = platform
        self.lineLimit = lineLimit
    }

    init(_ fields: Fields) throws(ProtocolError) {
        protocolVersion = try fields.protocolVersion()
        suite = try ProgramName(try fields.fields("suite"))
        let api = try fields.fields("api")
        family = try api.name("family")
        version = try api.version("version")
        platform = try api.choice("platform")
        lineLimit = try fields.fields("limits").limit("lineBytes", from: Self.minLineLimit)
    }

    var json: JSON {
        [
            "protocolVersion": .string(protocolVersion.description),
            "suite": suite.json,
            "api": [
                "family": .string(family), "version": .string(version.description),
                "platform": .string(platform.rawValue),
            ],
            "limits": ["lineBytes": .int(Int64(lineLimit))],
        ]
    }
}

/// Says what the port is and can do.
package struct InitializeResult: Sendable, Hashable {
    package enum ClockOrigin: String, Sendable, Hashable, CaseIterable {
        /// CLOCK_MONOTONIC of the machine that the suite runs on.
        case machine
        /// Some monotonic clock of the adapter's.
        case own
    }

    package var protocolVersion: ProtocolVersion
    package var port: ProgramName
    package var family: String
    /// The newest release whose behaviour the port has.
    package var version: SDKVersion
    package var platforms: [Platform]
    package var calls: Set<Selector>
    package var callbacks: Set<Selector>
    package var features: Set<PortFeature>
    /// How many sessions may be open at a time; nil where there is no limit.
    package var sessionLimit: Int?
    /// The longest line that the adapter reads, in bytes without its line end.
    package var lineLimit: Int
    package var clockOrigin: ClockOrigin
    /// A reading of that clock, made between the request and this answer.
    package var clockNow: MonotonicTime

    package init(
        protocolVersion: ProtocolVersion = .current, port: ProgramName, family: String = InitializeRequest.family,
        version: SDKVersion = .newest, platforms: [Platform] = Platform.allCases, calls: Set<Selector>,
        callbacks: Set<Selector>, features: Set<PortFeature>, sessionLimit: Int? = nil, lineLimit: Int,
        clockOrigin: ClockOrigin, clockNow: MonotonicTime
    ) {
        self.protocolVersion = protocolVersion
        self.port = port
        self.family = family
        self.version = version
        self.platforms = platforms
        self.calls = calls
        self.callbacks = callbacks
        self.features = features
        self.sessionLimit = sessionLimit
        self.lineLimit = lineLimit
        self.clockOrigin = clockOrigin
        self.clockNow = clockNow
    }
}
