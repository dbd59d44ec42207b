internal import AccessEnablerAPI

/// An advanced status report of `status:` (AE-EST-002, AE-EST-003).
struct StatusReport: Sendable, Hashable {
    enum Level: String, Sendable {
        case information
        case warning
        case error
        /// Only with a registration code.
        case success = "Success"
    }

    var errorID: String
    var level: Level
    var message: String?

    init(_ errorID: String, _ level: Level, _ message: String? = nil) {
        self.errorID = errorID
        self.level = level
        self.message = message
    }

    var dictionary: [String: Value] {
        var members: [String: Value] = ["errorId": .string(errorID), "level": .string(level.rawValue)]
        members["message"] = message.map(Value.string)
        return members
    }

    /// AE-INIT-012.
    static let registrationRefused = StatusReport("R400", .error, "the software statement was refused")
    static let accessRefused = StatusReport("R401", .error, "no access token was granted")
    /// AE-EST-007.
    static let notAuthenticated = StatusReport("N000", .information)
    static let tempPassAuthenticated = StatusReport("N011", .information)
    static let tempPassExpired = StatusReport("N111", .warning)
    static let noTokenOnSession = StatusReport("N130", .error, "the service knows no authentication of this session")
    /// AE-TV-008.
    static let noRegistrationCode = StatusReport("REG500", .error, "no registration code could be fetched")
    /// AE-EST-008.
    static let tempPassAuthorized = StatusReport("Z011", .information)
    /// AE-DEV-010.
    static let foreignDevice = StatusReport("SEC412", .warning, "tokens of another device were removed")

    /// The code is the message (AE-TV-001, AE-TV-007).
    static func registrationCode(_ code: String) -> StatusReport {
        StatusReport("REGCODE", .success, code)
    }

    static func authorizationDenied(_ details: String) -> StatusReport {
        StatusReport("Z100", .error, details)
    }

    static func preauthorizationFailed(_ details: String) -> StatusReport {
        StatusReport("P100", .error, details)
    }

    /// AE-REQ-023, AE-REQ-024.
    static func configurationFailed(_ suffix: String, _ message: String) -> StatusReport {
        StatusReport("CFG\(suffix)", .error, message)
    }
}
