import AccessEnablerAPI
import Evidence

extension Invariant {
    /// One navigation, one callback (AE-NAV-006).
    static let oneNavigation = Invariant(
        id: "one-navigation", title: "Each navigation leads to at most one of the two navigation callbacks",
        statements: ["AE-NAV-006"], ground: .order
    ) { trace in
        trace.parts.flatMap { positions -> [Finding] in
            // How many navigations the calls so far can still lead to.
            var possible = 0
            // How many of them can still show the picker; one that is shown again is of none.
            var pickers = 0
            // Several logins may end one page after the other.
            var isLoggingOut = false
            return positions.compactMap { position -> Finding? in
                switch trace.observations[position].event {
                case .call(_, let message):
                    let beginsOther = message.canNavigate || message.selector == .setSelectedProvider
                    isLoggingOut = message.selector == .logout || isLoggingOut && !beginsOther
                    let isNextPage = isLoggingOut && message.selector == .handleExternalURL
                    possible += message.canNavigate || isNextPage ? 1 : 0
                    pickers +=
                        message.canNavigate && ![.setSelectedProvider, .logout].contains(message.selector) ? 1 : 0
                    return nil
                case .callback(let callback):
                    switch callback.message.selector {
                    case .displayProviderDialog:
                        // The flow waits for setSelectedProvider:, which is what navigates.
                        if pickers > 0 { possible = max(0, possible - 1) }
                        pickers = max(0, pickers - 1)
                        return nil
                    case .navigateToUrl, .navigateToUrlUseSVC:
                        possible -= 1
                        guard possible < 0 else { return nil }
                        possible = 0
                        return trace.finding(
                            ["AE-NAV-006"], at: position,
                            "there was a second navigation where there was reason for one",
                            expected: "at most one of navigateToUrl: and navigateToUrl:useSVC: for each navigation")
                    default:
                        return nil
                    }
                default:
                    return nil
                }
            }
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
