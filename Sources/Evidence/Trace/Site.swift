/// What a backend has that is not simulated, as far as somebody said or it was found out: the world of a run through a gate.
///
/// No secrets: who logs in, and with what, stays with the run.
package struct Site: Sendable, Hashable {
    /// An MVPD as one provider's configuration lists it.
    package struct Listing: Sendable, Hashable {
        package var id: String
        package var displayName: String
        package var logoURL: String
        /// Of the properties those that contracts ask for.
        package var properties: [String: String]

        package init(id: String, displayName: String, logoURL: String, properties: [String: String]) {
            self.id = id
            self.displayName = displayName
            self.logoURL = logoURL
            self.properties = properties
        }
    }

    /// In the order of the providers.
    package var providers: [[Listing]]
    /// The first is the one that is asked for.
    package var requestors: [String]
    /// The MVPDs with a user who may log in, and what each tells of that user, lists and tables as JSON; nil: a user of
    /// any MVPD may.
    package var users: [String: [String: String]]?
    package var granted: [String]
    /// With what the user is told.
    package var denied: [String: String]
    /// Whether what is named nowhere is granted.
    package var grantsOthers: Bool
    /// By MVPD: what a logout does there.
    package var logouts: [String: String]
    /// Whether a software statement that nobody issued is refused.
    package var refusesStatements: Bool
    /// Whether the answers of the suite's own TV provider account are believed.
    package var trustsAccounts: Bool

    package init(
        providers: [[Listing]], requestors: [String], users: [String: [String: String]]? = nil, granted: [String] = [],
        denied: [String: String] = [:], grantsOthers: Bool = false, logouts: [String: String] = [:],
        refusesStatements: Bool = false, trustsAccounts: Bool = false
    ) {
        self.providers = providers
        self.requestors = requestors
        self.users = users
        self.granted = granted
        self.denied = denied
        self.grantsOthers = grantsOthers
        self.logouts = logouts
        self.refusesStatements = refusesStatements
        self.trustsAccounts = trustsAccounts
    }

    /// The properties that contracts ask for; what is absent is "false".
    package static let telling: Set<String> = [
        "authPerRequestor", "boardingStatus", "canAuthenticate", "enablePlatformServices", "iFrameRequired",
        "isTempPass", "passiveAuthnEnabled", "requiresSVC",
    ]
}
