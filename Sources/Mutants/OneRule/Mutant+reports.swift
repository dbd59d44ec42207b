internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong reports through `status:`.
extension Mutant {
    static let reports: [Mutant] = [
        .onCallback(
            "report-instead-of-callback", "reports N000 in place of the status of the authentication", ["AE-EST-005"],
            .setAuthenticationStatus
        ) { _, callback in callback.isStatus(.userNotAuthenticated) ? [] : [callback] },
        .onCallback(
            "report-is-text", "delivers a code to status: instead of a dictionary", ["AE-EST-001"], .status
        ) { _, callback in [callback.with("statusDictionary", .string(callback.statusID ?? ""))] },
        withholding("no-temp-pass-report", ["N011", "N111"], ["AE-EST-007"]),
        withholding("no-denial-report", ["Z100", "Z011"], ["AE-EST-008"]),
        withholding("no-foreign-device-report", ["SEC412"], ["AE-DEV-010"]),
        withholding("no-wrong-clock-report", ["CFG100"], ["AE-EST-010"]),
        withholding("no-report-without-code", ["REG500"], ["AE-TV-008"]),
    ]

    private static func withholding(_ id: String, _ codes: [String], _ cites: [String]) -> Mutant {
        .silence(id, "does not report \(codes.joined(separator: " and "))", cites, Set(codes))
    }
}
