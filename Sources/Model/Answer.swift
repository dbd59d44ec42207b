/// What may be seen after an act, and in which states the scenario may go on: everything else is forbidden.
package struct Answer: Sendable, Hashable {
    /// What must come, each once, in no order unless an act has to wait for it.
    package var owed: [Promise] = []
    /// What may come, any number of times.
    package var allowed: [Sign] = []
    /// What must not come before the next act, among what would not be forbidden anyway.
    package var forbidden: [Promise] = []
    /// What must not come any more when all that is owed has come, and may come before.
    package var forbiddenAfterwards: [Promise] = []
    /// Requests that must have been made when all that is owed has come.
    package var asked: [Promise] = []
    package var next: State

    init(_ next: State) {
        self.next = next
    }

    /// All that is said of it, for and against.
    package var promises: [Promise] { owed + asked + forbidden + forbiddenAfterwards }
}

/// Something that the documents say, with the statements that say it.
package struct Promise: Sendable, Hashable {
    package var sign: Sign
    package var cites: [String]
    /// What leaves it open: nothing is promised where this was seen.
    package var excuse: Excuse?

    package struct Excuse: Sendable, Hashable {
        package enum Start: Sendable, Hashable { case act, logout, restart }

        package var sign: Sign
        /// Since when: since the act itself began, or the last logout, or the last start of the application.
        package var start: Start
    }

    init(_ sign: Sign, _ cites: String...) {
        self.init(sign, cites)
    }

    init(_ sign: Sign, _ cites: [String]) {
        self.sign = sign
        self.cites = cites
    }

    func unless(_ sign: Sign, since start: Excuse.Start) -> Promise {
        var promise = self
        promise.excuse = Excuse(sign: sign, start: start)
        return promise
    }

    /// The same, for another reason.
    func citing(_ cites: String...) -> Promise {
        var promise = self
        promise.cites = cites
        return promise
    }
}

/// What can be seen of a port.
package enum Sign: Sendable, Hashable {
    case configured
    case notConfigured
    /// `setRequestorComplete:`, whatever it says.
    case configurationEnded
    case authenticated
    case notAuthenticated
    case cancelled
    case failed
    /// The status 0 that ends a logout, or a login that the user gives up, with any code.
    case loggedOut
    /// The status of an authentication, whatever it says.
    case status
    /// The picker, with these MVPDs.
    case picker([String])
    case loginOffered
    /// `navigateToUrl:`, at the login page of the MVPD; the provider is there where there is but one.
    case page(String, provider: Int?)
    /// `navigateToUrl:useSVC:`, at the login page of the MVPD.
    case safariPage(String)
    /// The port shows a Safari view controller itself.
    case safari
    /// `navigateToUrl:`, and `navigateToUrl:useSVC:`, wherever it leads.
    case anyPage
    case anySafariPage
    /// Apple's dialog, and that it is to go.
    case dialog
    case dialogGone
    /// That it is to go, at most once.
    case dialogGoneOnce
    /// The port offers MVPDs in Apple's dialog: these, or these in this order, or with these marked.
    case offered([String])
    case offeredInOrder([String])
    case featured([String])
    /// A report with this code.
    case reported(String)
    /// The application hands over the URL that the browser came to.
    case returned
    /// One after the other.
    case inOrder([Sign])
    case token(String)
    /// A failed token request, with the MVPD's message where there is one to tell.
    case denied(String, message: String)
    case refused(String)
    /// An answer to an authorization of the resource, at most one.
    case answeredOnce(String)
    /// An answer to it, and no second one.
    case answeredExactlyOnce(String)
    case preauthorized([String])
    /// The answer to a preauthorization, whatever it says.
    case preauthorization
    /// The answer to a preauthorization that has this one among the rest.
    case preauthorizedAmongOthers(String)
    /// The answer to a preauthorization of the joined name of these: not what was asked of one of them.
    case preauthorizedJoined(String, String)
    /// Decisions, those on so many resources, and the one on this.
    case anyDecision
    /// That there are none, and that there is one on this all the same.
    case noDecisions
    case failedDecision(String)
    case decided(Int)
    case decision(String, isGranted: Bool)
    case selected(String)
    /// The answer to the question for the selected provider, whatever it says.
    case selection
    /// The answer to a question of metadata: with a value, or with or without.
    case metadata(Act.Question, hasValue: Bool)
    /// The answer to a question that has none: nothing, and something all the same.
    case noMetadata(Act.Question)
    case untrueMetadata(Act.Question)
    /// The user's id that this MVPD tells.
    case idTold(by: String)
    /// How long an authorization lasts, and that the login lasts for two days longer.
    case expiry(Int, Act.Question)
    case laterExpiry(Int)
    case anyUI
    case request(Act.Request)
    /// At least so many.
    case requests(Act.Request, Int)
    /// A request to one of these providers.
    case requestTo([Int], Act.Request)
    /// A request with this text in it, wherever it has its values, or without it.
    case sent(Act.Request, String)
    /// The same, by the address of the login page or by a request of the port's own.
    case sentInLogin(String)
    case unsent(Act.Request, String)
    /// The MVPD of the login that is in the storage; nil where nothing is asked of it.
    case authenticationTracked(String?)
    /// The same, counted, with the GUID of the one of that count, and with it all the same.
    case userTracked(Int, String)
    case userTrackedAgain(Int, String)
    case userTrackedAs(Int, String)
    /// The MVPD of an authorization that was granted, and was not stored before; nil for one that was not granted.
    case authorizationTracked(String?)
    case selectionTracked(String)
}

extension Sign {
    /// Whether only an application that has the callback for tracking sees it.
    var isOfTracking: Bool {
        switch self {
        case .authenticationTracked, .authorizationTracked, .selectionTracked: true
        case .userTracked, .userTrackedAgain, .userTrackedAs: true
        default: false
        }
    }
}
