import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// A status is SUCCESS or ERROR, and its code goes with it.
    static let statusAndCode = Invariant(
        id: "status-and-code", title: "Status and error code of a callback go together",
        statements: ["AE-STAT-002", "AE-STAT-004", "AE-STAT-005", "AE-STAT-006"]
    ) { trace in
        trace.parts.flatMap { StatusRule(trace: trace).findings($0) }
    }
}

private struct StatusRule {
    let trace: CaseTrace
    private var logoutsUnderWay = 0
    private var isCancelled = false

    init(trace: CaseTrace) {
        self.trace = trace
    }

    func findings(_ positions: [Int]) -> [Finding] {
        var rule = self
        return positions.compactMap { rule.take($0) }
    }

    private mutating func take(_ position: Int) -> Finding? {
        switch trace.observations[position].event {
        case .call(_, let message):
            if message.selector == .logout { logoutsUnderWay += 1 }
            if message.selector == .setSelectedProvider, message["mvpdId"]?.isNull ?? false { isCancelled = true }
            return nil
        case .callback(let callback):
            switch callback.message.selector {
            case .setRequestorComplete: return unknownStatus(callback.message, position)
            case .setAuthenticationStatus: return authenticationStatus(callback.message, position)
            default: return nil
            }
        default:
            return nil
        }
    }

    /// AE-STAT-002, and the same symbols for setRequestorComplete:.
    private func unknownStatus(_ message: Message, _ position: Int) -> Finding? {
        guard let status = message["status"]?.intValue, trace.api.status(status) == nil else { return nil }
        let cites = message.selector == .setAuthenticationStatus ? ["AE-STAT-002"] : ["AE-REQ-009"]
        return trace.finding(
            cites, at: position, "the status of \(message.selector) is neither SUCCESS nor ERROR",
            expected: "1 (ACCESS_ENABLER_STATUS_SUCCESS) or 0 (ACCESS_ENABLER_STATUS_ERROR)")
    }

    private mutating func authenticationStatus(_ message: Message, _ position: Int) -> Finding? {
        if let unknown = unknownStatus(message, position) { return unknown }
        guard let status = message["status"]?.intValue, let code = message["code"]?.stringValue else { return nil }
        if status == StatusCode.success.rawValue {
            guard !Symbols.matches("USER_AUTHENTICATED", .string(code)) else { return nil }
            return trace.finding(
                ["AE-STAT-004"], at: position, "the status is SUCCESS and the code is not empty",
                expected: "the empty string, USER_AUTHENTICATED")
        }
        let known = trace.api.errorCode(code)?.symbol
        let errors = ["USER_NOT_AUTHENTICATED_ERROR", "PROVIDER_NOT_SELECTED_ERROR", "GENERIC_AUTHENTICATION_ERROR"]
        if let known, errors.contains(known), known != "PROVIDER_NOT_SELECTED_ERROR" || isCancelled { return nil }
        if logoutsUnderWay > 0 {
            // The status that ends a logout may have any code.
            logoutsUnderWay -= 1
            return nil
        }
        if known == "PROVIDER_NOT_SELECTED_ERROR" {
            return trace.finding(
                ["AE-STAT-006"], at: position,
                "PROVIDER_NOT_SELECTED_ERROR was reported although nothing was cancelled",
                expected: "that code only after setSelectedProvider: with nil")
        }
        return trace.finding(
            ["AE-STAT-005"], at: position, "the status is ERROR with a code that does not go with it",
            expected: errors.joined(separator: " or "))
    }
}
