package import AccessEnablerAPI

/// The documented constants that contracts and ports call by name.
package enum Symbols {
    private static let statuses: [String: StatusCode] = [
        "SUCCESS": .success, "ACCESS_ENABLER_STATUS_SUCCESS": .success,
        "ERROR": .error, "ACCESS_ENABLER_STATUS_ERROR": .error,
    ]

    private static let codes: [String: ErrorCode] = [
        "USER_AUTHENTICATED": .userAuthenticated,
        "USER_NOT_AUTHENTICATED_ERROR": .userNotAuthenticated,
        "PROVIDER_NOT_SELECTED_ERROR": .providerNotSelected,
        "GENERIC_AUTHENTICATION_ERROR": .genericAuthentication,
        "USER_NOT_AUTHORIZED_ERROR": .userNotAuthorized,
    ]

    static func isSymbol(_ text: String) -> Bool {
        statuses[text] != nil || codes[text] != nil || text.hasPrefix("TRACKING_") || text.hasPrefix("METADATA_")
    }

    /// Whether a port's value stands for the constant: by its value, its text in any case, or its own name.
    package static func matches(_ symbol: String, _ value: Value) -> Bool {
        if case .string(let text) = value, text == symbol { return true }
        if let status = statuses[symbol] { return value == .int(status.rawValue) }
        if let code = codes[symbol], case .string(let text) = value { return ErrorCode(rawValue: text) == code }
        return false
    }

    /// The constant of the same kind as `symbol` that a port's value stands for.
    package static func name(of value: Value, like symbol: String) -> String? {
        if statuses[symbol] != nil { return ["SUCCESS", "ERROR"].first { matches($0, value) } }
        guard codes[symbol] != nil else { return nil }
        return codes.keys.sorted().first { matches($0, value) }
    }
}
