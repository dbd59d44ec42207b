/// What the documents say must be so at a moment of a scenario, as far as they say it.
package struct State: Sendable, Hashable {
    package enum Phase: Sendable, Hashable {
        /// No configuration has ended well since the application started, or the last one has failed.
        case none
        case ready(Act.Requestor, [Int])
    }

    package enum Login: Sendable, Hashable {
        case none
        case valid(String)
        /// The documents leave it open whether there is one.
        case unknown
    }

    package enum Selection: Sendable, Hashable {
        case none
        case chosen(String)
        case unknown
    }

    /// Where an authentication stands.
    package enum Flow: Sendable, Hashable {
        case none
        case picker(Goal)
        /// Apple's dialog is shown, the last of those so far, with these MVPDs.
        case apple(Goal, [String])
        /// The user is at the MVPD's page, or has the registration code.
        case page(String, Goal)
        /// The documents leave it open whether one is under way.
        case unknown
    }

    package enum Goal: Sendable, Hashable {
        case authentication
        case forced
        case authorization(String, data: Pairs = .none)
    }

    /// What is known of one programmer's user.
    package struct Programmer: Sendable, Hashable {
        package var login = Login.none
        package var selection = Selection.none
        /// Whether there was a login with another MVPD before.
        package var hadAnother = false
        /// The MVPDs whose logins are kept beside the present one.
        package var others: Set<String> = []
        /// Whether the present login is not the last one, but was chosen among ``others``.
        package var isChosen = false
        /// Whether it was chosen, and no `getAuthentication` has asked for it since.
        package var isUnconfirmed = false
        /// Whether what is known of the user came with an earlier run of the application, or with a login that was kept beside
        /// another: only tokens are said to be stored.
        package var isRecalled = false
        /// The MVPDs of which the service may have a login that the port could not fetch, and may fetch later (AE-REQ-014).
        package var atService: Set<String> = []
        /// Whether there is but one login, with an MVPD that is not listed here (AE-CHKN-008).
        package var isForeign = false
        /// The providers that could be the one of the login.
        package var providers: Set<Int> = []
        /// The resources whose authorization is stored, and those of which it is not known.
        package var authorized: Set<String> = []
        package var unclear: Set<String> = []
        /// Those whose authorization may be stored and of no use: the service has ended the login that it belonged to.
        package var revoked: Set<String> = []
        /// Whether an authorization was certainly asked for since the login: what comes with one is known then.
        package var hasAskedService = false
        /// Whether the device's account has logged in.
        package var isOfAccount = false
        /// Whether a logout has emptied the cache of preauthorizations, and nothing has filled it since.
        package var hasEmptyCache = false
        /// Whether a logout was the last that happened to a login.
        package var hasLoggedOut = false
        /// Whether a check of the storage has left nothing of the login, which the service may still have.
        package var isCleared = false
        /// Whether the MVPD has told nothing of the user, with the present login and with those before that may be kept.
        package var isUntold = false

        /// Whether an authorization was made, or may have been.
        var mayHaveAuthorized: Bool {
            !authorized.isEmpty || !unclear.isEmpty || !revoked.isEmpty || hasAskedService
        }

        /// Whether an MVPD was selected, or may have been, of which there is no login that the selection led to.
        var hasOpenSelection: Bool {
            if case .valid = login { isChosen } else { selection != .none }
        }
    }

    package var phase = Phase.none
    /// Whether a configuration has ended well since the application started.
    package var wasConfigured = false
    package var programmers: [Act.Requestor: Programmer] = [:]
    package var flow = Flow.none
    /// The resources that every MVPD grants now, or denies, whatever it did before.
    package var rules: [String: Bool] = [:]
    /// The options that were set last.
    package var options: Options?
    /// What was set for a key before, in this run of the application, and is not any more.
    package var formerOptions: Set<String> = []
    /// Whether the application shows Safari view controllers itself; nil where nobody can say.
    package var handlesSafari: Bool? = false
    /// What was given with authorizations and with logins so far: no later one has it.
    package var givenToAuthorizations: Set<Pairs> = []
    package var givenToLogins: Set<Pairs> = []
    /// Whether the last login that began was given up, or came to nothing.
    package var hasFailedLogin = false
    /// How many times Apple's dialog was shown.
    package var dialogs = 0
    /// What was preauthorized with the cache by the act before.
    package var justPreauthorized: Set<String>?
    /// What was preauthorized last, or was to be.
    package var lastPreauthorized: [String] = []
    /// Whether there may be something in a cache of preauthorizations.
    package var mayHaveCached = false
    /// How often somebody's GUID was looked at, and whose last.
    package var guids = 0
    package var lastTracked: String?
    /// How often expiries were compared: then nothing is to run out.
    package var expiries = 0
    /// Whether a login may last longer than logins do.
    package var isRenewed = false
    /// Whether there was ever an authorization, or may have been: what has expired may still be stored.
    package var hasAuthorized = false
    /// Whether MVPDs tell nothing of users who log in.
    package var withholdsMetadata = false
    /// The MVPDs that there were logins with.
    package var users: Set<String> = []
    /// Whether somebody is signed in at the device's account.
    package var hasAccountUser = false
    /// What the other application of the device has stored, and whether it is the one that runs.
    package var elsewhere: [Act.Requestor: Programmer] = [:]
    package var isElsewhere = false
    /// Whether what is issued lasts for seconds only, and has run out: logins, or authorizations alone.
    package var hasExpired = false
    package var haveAuthorizationsExpired = false

    package init() {}

    package var requestor: Act.Requestor? {
        if case .ready(let requestor, _) = phase { requestor } else { nil }
    }

    package var providers: [Int] {
        if case .ready(_, let providers) = phase { providers } else { [] }
    }

    /// What a user of the MVPD is told now; nil where the resource is granted.
    package func denial(of resource: String, by mvpd: String) -> String? {
        guard let isGranted = rules[resource] else { return World.denial(of: resource, by: mvpd) }
        return isGranted ? nil : World.laterDenial
    }

    /// What is preauthorized may be in the cache by now, also in one that programmers share.
    mutating func fillCaches() {
        mayHaveCached = true
        for requestor in programmers.keys { programmers[requestor]?.hasEmptyCache = false }
    }

    /// The programmer whose requestor is set.
    package var present: Programmer {
        get { requestor.flatMap { programmers[$0] } ?? Programmer() }
        set { if let requestor { programmers[requestor] = newValue } }
    }

    /// In words that are the same for states in which the same may follow: what steers a search.
    package var kind: String {
        let phase = requestor.map { $0 == .usual ? "ready" : "other" } ?? "none"
        let login =
            switch present.login {
            case .none: "out"
            case .valid: "in"
            case .unknown: "unclear"
            }
        let flow =
            switch flow {
            case .none: ""
            case .picker(let purpose): " picker \(Self.word(purpose))"
            case .apple(let purpose, _): " dialog \(Self.word(purpose))"
            case .page(_, let purpose): " page \(Self.word(purpose))"
            case .unknown: " flow?"
            }
        let isTwice = programmers.values.count { $0.login != .none } > 1
        let others = isTwice ? " two" : present.others.isEmpty ? "" : " again"
        return "\(phase) \(login) \(present.authorized.isEmpty ? "" : "authorized")\(flow)\(others)"
    }

    private static func word(_ purpose: Goal) -> String {
        switch purpose {
        case .authentication: "login"
        case .forced: "forced"
        case .authorization: "authorization"
        }
    }
}
