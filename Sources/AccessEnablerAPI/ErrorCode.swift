/// A code that comes with a failed callback.
///
/// The documents give the symbols; the texts come from the error-reporting page, whose capitals differ
/// between pages, so codes are equal when their letters are (AE-STAT-010, AE-FAIL-009).
public struct ErrorCode: RawRepresentable, Sendable {
    /// The text as it was delivered, with its own capitals.
    public let rawValue: String

    /// Takes any text, as a port under test may deliver one that is not documented.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// USER_AUTHENTICATED: the empty string that goes with success (AE-STAT-004).
    public static let userAuthenticated = ErrorCode(rawValue: "")
    /// USER_NOT_AUTHENTICATED_ERROR (AE-CHKN-004).
    public static let userNotAuthenticated = ErrorCode(rawValue: "User Not Authenticated Error")
    /// PROVIDER_NOT_SELECTED_ERROR (AE-SEL-008).
    public static let providerNotSelected = ErrorCode(rawValue: "Provider Not Selected Error")
    /// GENERIC_AUTHENTICATION_ERROR (AE-AUTHN-023).
    public static let genericAuthentication = ErrorCode(rawValue: "Generic Authentication Error")
    /// USER_NOT_AUTHORIZED_ERROR (AE-FAIL-003).
    public static let userNotAuthorized = ErrorCode(rawValue: "User Not Authorized Error")
}

extension ErrorCode: Hashable {
    /// Whether the letters are equal; capitals do not count (AE-STAT-010, AE-FAIL-009).
    public static func == (left: ErrorCode, right: ErrorCode) -> Bool {
        left.rawValue.lowercased() == right.rawValue.lowercased()
    }

    /// Hashes the letters without their capitals, so that equal codes have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue.lowercased())
    }
}
