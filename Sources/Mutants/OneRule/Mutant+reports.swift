internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong reports through `status:`.
extension Mutant {
    static let reports: [Mutant] = [
        .mutant(
            "report-instead-of-callback", "reports N000 in place of the status of the authentication", ["AE-EST-005"]
        ) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { $0.isStatus(.userNotAuthenticated) ? [] : [$0] }
        },
        .mutant("report-is-text", "delivers a code to status: instead of a dictionary", ["AE-EST-001"]) {
            _, mutation in
            mutation.onCallback(.status) { [$0.with("statusDictionary", $0.report ?? "")] }
        },
        withholding("no-temp-pass-report", ["N011", "N111"], ["AE-EST-007"]),
        withholding("no-denial-report", ["Z100", "Z011"], ["AE-EST-008"]),
        withholding("no-foreign-device-report", ["SEC412"], ["AE-DEV-010"]),
        withholding("no-wrong-clock-report", ["CFG100"], ["AE-EST-010"]),
        withholding("no-report-without-code", ["REG500"], ["AE-TV-008"]),
    ]

    private static func withholding(_ id: String, _ codes: [Value], _ cites: [String]) -> Mutant {
        let names = codes.compactMap(\.stringValue).joined(separator: " and ")
        return .mutant(id, "does not report \(names)", cites) { _, mutation in
            mutation.onCallback(.status) { callback in
                callback.report.map { codes.contains($0) } ?? false ? [] : [callback]
            }
        }
    }
}

extension Message {
    /// The code of a status report.
    fileprivate var report: Value? { self["statusDictionary"]?.objectValue?["errorId"] }
}
