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
    var details: String?
    /// The first release that has it.
    var since: SDKVersion

    init(
        _ errorID: String, _ level: Level, _ message: String? = nil, details: String? = nil,
        since: SDKVersion = SDKVersion(1, 0)
    ) {
        self.errorID = errorID
        self.level = level
        self.message = message
        self.details = details
        self.since = since
    }

    var dictionary: Value.Members {
        var members: Value.Members = ["errorId": .string(errorID), "level": .string(level.rawValue)]
        members["message"] = message.map(Value.string)
        members["details"] = details.map(Value.string)
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
    static let noRegistrationCode = StatusReport(
        "REG500", .error, "no registration code could be fetched", since: SDKVersion(3, 0))
    /// AE-EST-008.
    static let tempPassAuthorized = StatusReport("Z011", .information)
    /// AE-DEV-010.
    static let foreignDevice = StatusReport(
        "SEC412", .warning, "tokens of another device were removed", since: SDKVersion(2, 5))

    /// AE-SSO-020.
    static let platformAccessDenied = StatusReport("VSA403", .information)
    static let platformAccessUndetermined = StatusReport("VSA404", .information)
    /// AE-SSO-024.
    static let platformRequestFailed = StatusReport("VSA503", .information)
    /// AE-SSO-021, AE-SSO-022, AE-SSO-023.
    static let platformOtherProvider = StatusReport("N003", .information)
    static let platformProviderUnknown = StatusReport("N004", .information)
    static let platformPickerCancelled = StatusReport("N005", .information)
    /// AE-LOG-009.
    static let loggedOutOfPlatform = StatusReport("VSA203", .information)

    /// The platform's error is in the details.
    static func platformFailed(_ details: String) -> StatusReport {
        StatusReport("AAPL", .error, details: details)
    }

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

    /// AE-EST-010.
    static func clockIsWrong(_ date: String) -> StatusReport {
        StatusReport("CFG100", .warning, "the device's time is wrong", details: "the service has \(date)")
    }

    /// AE-REQ-023, AE-REQ-024.
    static func configurationFailed(_ suffix: String, _ message: String) -> StatusReport {
        StatusReport("CFG\(suffix)", .error, message)
    }
}
