/// What `sendTrackingData:forEventType:` reports.
///
/// The documents list three events (AE-TRK-003). Their numbers are not public, so an event is known by its symbol.
public struct TrackingEvent: RawRepresentable, Sendable, Hashable {
    /// The symbol, such as `TRACKING_AUTHENTICATION`.
    public let rawValue: String

    /// Takes any symbol, also one beyond the three documented ones (AE-TRK-003).
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An authentication check occurred (AE-TRK-004).
    public static let authentication = TrackingEvent(rawValue: "TRACKING_AUTHENTICATION")
    /// An authorization token request returned (AE-TRK-005).
    public static let authorization = TrackingEvent(rawValue: "TRACKING_AUTHORIZATION")
    /// An MVPD was selected (AE-TRK-006).
    public static let selection = TrackingEvent(rawValue: "TRACKING_GET_SELECTED_PROVIDER")
}
