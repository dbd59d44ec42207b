/// The Apple platform an AccessEnabler runs on; several flows differ between the two.
public enum Platform: String, Sendable, Hashable, CaseIterable {
    case iOS = "ios"
    case tvOS = "tvos"
}
