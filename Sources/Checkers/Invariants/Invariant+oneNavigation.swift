import AccessEnablerAPI
import Evidence

extension Invariant {
    /// One navigation, one callback (AE-NAV-006).
    static let oneNavigation = Invariant(
        id: "one-navigation", title: "Each navigation leads to at most one of the two navigation callbacks",
        statements: ["AE-NAV-006"], ground: .order
    ) { trace in
        trace.findings(from: Expected()) { expected, position, event in
            switch event {
            case .call(_, let message): expected.take(message)
            case .callback(let callback) where callback.message.selector == .displayProviderDialog:
                // The flow waits for setSelectedProvider:, which is what navigates.
                if expected.pickers > 0 { expected.navigations = max(0, expected.navigations - 1) }
                expected.pickers = max(0, expected.pickers - 1)
            case .callback(let callback)
            where [.navigateToUrl, .navigateToUrlUseSVC].contains(callback.message.selector):
                expected.navigations -= 1
            default: break
            }
            guard expected.navigations < 0 else { return nil }
            expected.navigations = 0
            return trace.finding(
                ["AE-NAV-006"], at: position, "there was a second navigation where there was reason for one",
                expected: "at most one of navigateToUrl: and navigateToUrl:useSVC: for each navigation")
        }
    }

    /// What the calls so far can still lead to.
    private struct Expected {
        var navigations = 0
        /// How many of them can still show the picker; one that is shown again is of none.
        var pickers = 0
        /// Several logins may end one page after the other.
        private var isLoggingOut = false

        mutating func take(_ call: Message) {
            let beginsOther = call.canNavigate || call.selector == .setSelectedProvider
            isLoggingOut = call.selector == .logout || isLoggingOut && !beginsOther
            if call.canNavigate || isLoggingOut && call.selector == .handleExternalURL { navigations += 1 }
            if call.canNavigate, ![.setSelectedProvider, .logout].contains(call.selector) { pickers += 1 }
        }
    }
}

extension Message {
    /// Whether the call by itself can lead to a navigation.
    fileprivate var canNavigate: Bool {
        switch selector {
        case .setSelectedProvider: !(self["mvpdId"]?.isNull ?? true)
        case .getAuthentication, .getAuthenticationWithData, .getAuthenticationFilter,
            .getAuthenticationWithDataAndFilter, .getAuthorization, .getAuthorizationWithData, .logout:
            true
        default: false
        }
    }
}
