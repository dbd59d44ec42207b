/// What `sendTrackingData:forEventType:` reports.
///
/// The numeric values are not public, so an event is known by its symbol (AE-TRK-003).
public struct TrackingEvent: RawRepresentable, Sendable, Hashable {
    /// The symbol, such as `TRACKING_AUTHENTICATION`.
    public let rawValue: String

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
