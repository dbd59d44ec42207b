/// A pay-TV provider as an application sees it (AE-MVPD-001).
public struct MVPD: Sendable, Hashable {
    /// What Apple SSO can do with this provider (AE-MVPD-002); 2.2 and later.
    ///
    /// An open set: a port under test may deliver a text that is not documented, and that has to be seen.
    public struct BoardingStatus: RawRepresentable, Sendable, Hashable {
        /// The text as it was delivered.
        public let rawValue: String

        /// Takes any text; whether it is documented is not checked.
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
    /// Where the logo for the picker is, as text (AE-DPD-003); empty where a port delivered none.
    public var logoURL: String
    /// Whether platform services such as Apple SSO are supported (AE-MVPD-004).
    public var enablePlatformServices: Bool
    /// nil where Apple SSO is not supported (AE-MVPD-003).
    public var boardingStatus: BoardingStatus?

    /// Makes a provider from the properties of the Objective-C object (AE-MVPD-001).
    ///
    /// Without the last two it is a provider that does not support Apple SSO. Nothing is checked.
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
