internal import AccessEnablerAPI

/// The releases from which on something is different.
extension SDKVersion {
    /// Device, client and operating system in tracking data (AE-TRK-011).
    static let deviceTracking = SDKVersion(1, 6)
    static let severalTokens = SDKVersion(1, 7)
    static let tokenSanitizer = SDKVersion(1, 7, 5)
    /// The first release for tvOS.
    static let television = SDKVersion(2, 0)
    static let platformSSO = SDKVersion(2, 0)
    static let boardingStatus = SDKVersion(2, 2)
    static let softwareStatements = SDKVersion(3, 0)
}
