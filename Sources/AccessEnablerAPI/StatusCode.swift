/// The status of `setRequestorComplete:` and `setAuthenticationStatus:errorCode:`.
///
/// An open set: a port under test may deliver a number that is not documented, and that has to be seen.
public struct StatusCode: RawRepresentable, Sendable, Hashable {
    /// The number as it was delivered.
    public let rawValue: Int64

    /// Takes any number; whether it is documented is not checked.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// ACCESS_ENABLER_STATUS_ERROR (AE-STAT-003).
    public static let error = StatusCode(rawValue: 0)
    /// ACCESS_ENABLER_STATUS_SUCCESS (AE-STAT-003).
    public static let success = StatusCode(rawValue: 1)
}
