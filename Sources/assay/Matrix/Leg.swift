import AccessEnablerAPI
import Driver
import Evidence
import Specification

/// What one run of several is of.
struct Leg: Sendable, Hashable {
    var platform: Platform
    var version: SDKVersion

    /// What its folder is called: `ios-3.9.2`.
    var name: String { "\(platform.rawValue)-\(version)" }

    /// The releases in which much changed, the oldest first: secrets and one token for all, several tokens, Apple's
    /// single sign-on, software statements, and the newest.
    static let releases = [
        SDKVersion(1, 6), SDKVersion(1, 7, 5), SDKVersion(2, 3), SDKVersion(3, 1), SDKVersion.newest,
    ]

    /// Every release of ``releases`` on each platform that has it.
    static func all(on platforms: [Platform]) -> [Leg] {
        platforms.flatMap { platform in
            releases.filter { $0 >= platform.firstRelease }.map { Leg(platform: platform, version: $0) }
        }
    }

    func has(_ testCase: Case) -> Bool {
        testCase.platforms.contains(platform) && testCase.versions.contains(version)
    }
}

extension RunCommand {
    /// The runs to make: never none.
    ///
    /// Nobody asked for a platform that a port does not have, or for one of which none of the cases is.
    func legs(of cases: [Case], _ interrupt: Interrupt) async throws(ToolError) -> [Leg] {
        let versions = askedVersion.map { [$0] } ?? (isMatrix ? Leg.releases : [.newest])
        var platforms = Platform.allCases
        if let askedPlatform {
            platforms = [askedPlatform]
        } else {
            platforms = try await implementation.platforms(askedVersion ?? .newest, interrupt)
        }
        let table = platforms.flatMap { platform in
            versions.filter { askedVersion != nil || $0 >= platform.firstRelease }
                .map { Leg(platform: platform, version: $0) }
        }
        guard !isMatrix else { return table }
        let meant = table.filter { leg in cases.contains(where: leg.has) }
        return meant.isEmpty ? Array(table.prefix(1)) : meant
    }
}

extension ImplementationChoice {
    /// The platforms of a port, for a run to which it does not matter.
    func platforms(_ version: SDKVersion, _ interrupt: Interrupt) async throws(ToolError) -> [Platform] {
        switch self {
        case .builtin, .mutant, .variant:
            return Platform.allCases
        case .listener:
            // An adapter that dials in is of one device.
            return [.iOS]
        case .program:
            let starter = ImplementationStarter(
                platform: .iOS, version: version, recorder: Recorder(sinks: []), processes: 1, interrupt: interrupt)
            let port = try await starter.start(self)
            let platforms = Platform.allCases.filter(port.description.platforms.contains)
            await port.stop()
            return platforms.isEmpty ? [.iOS] : platforms
        }
    }
}
