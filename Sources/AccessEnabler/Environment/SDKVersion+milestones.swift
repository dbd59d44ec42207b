internal import AccessEnablerAPI

/// The releases from which on something is different.
extension SDKVersion {
    /// From here on no dialog is skipped for the MVPD of the last login (AE-AUTHN-011).
    static let dialogAlways = SDKVersion(1, 5)
    /// Device, client and operating system in tracking data (AE-TRK-011).
    static let deviceTracking = SDKVersion(1, 6)
    static let severalTokens = SDKVersion(1, 7)
    static let tokenSanitizer = SDKVersion(1, 7, 5)
    static let platformSSO = SDKVersion(2, 0)
    static let boardingStatus = SDKVersion(2, 2)
    static let softwareStatements = SDKVersion(3, 0)
}
