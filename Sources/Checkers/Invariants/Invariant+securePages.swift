import AccessEnablerAPI
import Evidence

extension Invariant {
    /// Pages are opened over HTTPS where every service provider is reached so (AE-NAV-003).
    ///
    /// The simulated service providers of a run speak plain HTTP; those of somebody else may not.
    static let securePages = Invariant(
        id: "secure-pages", title: "A page is opened over HTTPS where the service providers are reached over HTTPS",
        statements: ["AE-NAV-003"]
    ) { trace in
        trace.findings(from: false) { isSecure, position, event in
            if case .call(_, let message) = event, message.selector.beginsConfiguration {
                let urls = message["urls"]?.arrayValue?.compactMap(\.stringValue) ?? []
                isSecure = !urls.isEmpty && urls.allSatisfy(\.isSecureURL)
            }
            guard isSecure, let url = event.navigation, !url.isSecureURL else { return nil }
            return trace.finding(
                ["AE-NAV-003"], at: position, "a page was opened in clear, although the service providers use HTTPS",
                expected: "a URL that begins with https://")
        }
    }
}

extension String {
    fileprivate var isSecureURL: Bool { lowercased().hasPrefix("https://") }
}
