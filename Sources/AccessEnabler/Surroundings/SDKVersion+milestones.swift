internal import AccessEnablerAPI

/// The releases from which on something is different.
extension SDKVersion {
    static let platformSSO = SDKVersion(2, 0)
    static let boardingStatus = SDKVersion(2, 2)
}
