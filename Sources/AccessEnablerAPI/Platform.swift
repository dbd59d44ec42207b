/// The Apple platform an AccessEnabler runs on; several flows differ between the two.
///
/// The raw value, `ios` or `tvos`, is the name in `Specs` and in the adapter protocol.
public enum Platform: String, Sendable, Hashable, CaseIterable {
    case iOS = "ios"
    case tvOS = "tvos"

    /// The first release of AccessEnabler for the platform.
    public var firstRelease: SDKVersion {
        switch self {
        case .iOS: SDKVersion(1, 0)
        case .tvOS: SDKVersion(2, 0)
        }
    }
}
