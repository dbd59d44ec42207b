/// A pay-TV provider as an application sees it (AE-MVPD-001).
public struct MVPD: Sendable, Hashable {
    /// What Apple SSO can do with this provider (AE-MVPD-002).
    public struct BoardingStatus: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// May appear in the Apple picker; Adobe does the authentication (AE-SSO-018).
        public static let picker = BoardingStatus(rawValue: "PICKER")
        /// Authenticates with Apple's SSO token (AE-SSO-017).
        public static let supported = BoardingStatus(rawValue: "SUPPORTED")
    }

    /// The value `setSelectedProvider:` takes (AE-MVPD-005).
    public var id: String
    /// What the picker shows (AE-MVPD-006).
    public var displayName: String
    public var logoURL: String
    /// Whether platform services such as Apple SSO are supported (AE-MVPD-004).
    public var enablePlatformServices: Bool
    /// nil where Apple SSO is not supported (AE-MVPD-003).
    public var boardingStatus: BoardingStatus?

    public init(
        id: String, displayName: String, logoURL: String, enablePlatformServices: Bool = false,
        boardingStatus: BoardingStatus? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.logoURL = logoURL
        self.enablePlatformServices = enablePlatformServices
        self.boardingStatus = boardingStatus
    }
}
