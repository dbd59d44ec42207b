internal import Documents
internal import HTTPServer

/// An error of REST API v2, at the top of an answer or in a decision (service-protocol.md 7.5).
struct EnhancedError: Error, Sendable, Hashable {
    /// What the client should do.
    enum Action: String, Sendable {
        case none, configuration, authentication
        case applicationRegistration = "application-registration"
    }

    let code: Code
    /// What exactly was wrong, or what the user is told.
    var details: String?

    init(_ code: Code, _ details: String? = nil) {
        self.code = code
        self.details = details.flatMap { $0.isEmpty ? nil : $0 }
    }

    static let help =
        "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/"
        + "enhanced-error-codes.html"

    func json(trace: String?) -> JSON {
        .object(Self.members(code.action, code.status, code.rawValue, code.message, details, trace: trace))
    }

    func reply(trace: String? = nil) -> ServerReply {
        .json(json(trace: trace), status: code.status)
    }

    /// The error of a status that no code of the documents is for, such as that of a wrong method; the codes are a choice.
    static func reply(status: Int, _ message: String, details: String?) -> ServerReply {
        let code =
            switch status {
            case 404: "not_found"
            case 405: "method_not_allowed"
            case 401: Code.invalidAccessTokenClient.rawValue
            case 500...: Code.internalServerError.rawValue
            default: "invalid_request"
            }
        let action: Action = status == 401 ? .applicationRegistration : .none
        return .json(.object(members(action, status, code, message, details, trace: nil)), status: status)
    }

    private static func members(
        _ action: Action, _ status: Int, _ code: String, _ message: String, _ details: String?, trace: String?
    ) -> JSONObject {
        var members: JSONObject = [
            "action": .string(action.rawValue), "status": .int(Int64(status)), "code": .string(code),
            "message": .string(message),
        ]
        members["details"] = details.map(JSON.string)
        members["helpUrl"] = .string(help)
        members["trace"] = trace.map(JSON.string)
        return members
    }
}
