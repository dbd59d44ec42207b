/// Something that the application, its user or the world does, of which the documents say what follows.
package indirect enum Act: Sendable, Hashable {
    /// A configuration phase with these providers.
    case configure(Requestor, [Int])
    /// The same, where the providers answer in this order.
    case configureInOrder([Int], answers: [Int])
    /// The first configuration, where all but the first of these answer when a phase that waits a while for them has ended,
    /// and the choice of an MVPD of the first.
    case configureLate([Int], answers: [Int], choosing: String)
    /// The same, where each provider's answer is broken.
    case configureInVain([Int], Fault)
    /// A phase in which the login cannot be asked about.
    case configureInTrouble([Int], Fault)
    /// A phase that another begins before the end of; the first may fail, and is slower.
    case configureTwice([Int], [Int], failing: Fault? = nil)
    /// Calls made while a configuration is under way, with these providers and for that requestor.
    case queue([Act], [Int], for: Requestor = .usual)
    case checkAuthentication
    /// Two checks of one user, whose tracking is compared.
    case checkTwice
    /// When an authorization ends and when the login does.
    case compareExpiries(String)
    /// With the default provider.
    case configureDefault
    /// `getAuthentication`, in the form that has what is given.
    case getAuthentication(isForced: Bool, data: Pairs = .none, filter: Filter? = nil)
    /// The first configuration, with these providers, and a login with the MVPD; no registration code can be had.
    case askInVain([Int], String, Fault)
    /// The user chooses an MVPD in the application's picker, at its page, or before there is a picker.
    case choose(String)
    /// The same with a TempPass, which cannot be had.
    case passInVain(String, Fault)
    /// The user goes back to a login that was kept beside a later one, and the application asks for a login.
    case recall(String)
    /// What is done for another programmer's requestor before the application comes back to that of before.
    case visit([Act])
    /// Two MVPDs one after the other; the first is slow.
    case chooseTwice(String, String)
    /// The user chooses an MVPD in Apple's dialog, and signs in there where it is supported.
    case pick(String)
    case cancel
    /// The user chooses an MVPD and goes back in the same breath.
    case cancelAtOnce(String)
    /// The user closes Apple's dialog, and goes back where the application's own picker is shown in its place.
    case closeDialog
    /// The user goes back, and the application asks for another login in the same breath.
    case changeMind
    /// The user logs in where the flow has led to.
    case logIn(Login)
    /// The same, but the login cannot be fetched.
    case logInInVain(Fault)
    /// The same, and the user has second thoughts before the login is there; on a television before the second screen.
    case cancelLate
    /// The same, while a new access token is under way: the one that there was is refused.
    case cancelRenewal
    /// The same, and the login is there when all that is done meanwhile is over.
    case logInLate(meanwhile: [Act])
    /// The user gives up at the page.
    case giveUp
    /// A login from its beginning to its end; a user who is logged in already must be forced to a second one.
    case signIn(String, data: Pairs = .none, isForced: Bool = false)
    case authorize(String, isCheck: Bool, data: Pairs = .none)
    /// Two resources, one after the other, before the login with the MVPD that the first has led to.
    case authorizeDuring(String, String, String)
    /// Each of ``World/crowd``, one after the other.
    case authorizeCrowd
    /// The same, but a request that it needs is broken.
    case authorizeInVain(String, isCheck: Bool, Request, Fault)
    /// The login has ended elsewhere before the resource is checked.
    case checkLoggedOut(String)
    /// Each of ``World/multitude``, five at a time, and in the end the first and the last of them beside another.
    case preauthorizeMultitude
    /// With the cache or without; nil for the form that does not say.
    case preauthorize([String], isCached: Bool?)
    /// The same, but the request is broken.
    case preauthorizeInVain([String], isCached: Bool, Fault)
    /// With one resource, whose name is those of two others with a comma between.
    case preauthorizeJoined(String, String)
    /// In the form that has a decision for each resource.
    case decide([String], without: Caches = .none)
    /// The same, but the service cannot be reached.
    case decideInVain([String], Fault)
    case getMetadata(Question)
    case getSelectedProvider
    case logOut
    /// The service cannot be told of a logout.
    case logOutInVain(Fault)
    /// A logout while the user logs in on the second screen, and the login is there when the logout has ended.
    case logOutLate
    /// The login ends from elsewhere, and the application synchronises.
    case logOutElsewhere
    /// The service has a newer token of the login, and the application synchronises.
    case renewElsewhere
    /// From now on every MVPD grants the resource, or denies it.
    case rule(String, isGranted: Bool)
    /// From now on the MVPDs tell nothing of users who log in.
    case withholdMetadata
    /// The application is ended and started again.
    case restart(isKill: Bool)
    /// Nothing is done until all is quiet: what a restart is compared with.
    case pause
    /// The login runs out.
    case expire
    /// The authorizations run out, and the login does not.
    case expireAuthorizations
    /// Options that every later request must carry.
    case setOptions(Options)
    /// The application ends, and the other one of the device starts.
    case launchOther
    /// Calls made before the first of them is answered; requests of the kind are held meanwhile, or the first of the kind,
    /// and the first preauthorization, are refused for their access token.
    case together([Act], held: Request?, refused: Request? = nil)
    /// A call whose request is answered when all that is done meanwhile is over; the login may have ended elsewhere before.
    case late(Act, Request, meanwhile: [Act], isLoggedOut: Bool = false)

    package enum Requestor: String, Sendable, Hashable, CaseIterable {
        case usual = "requestor"
        case other = "other-requestor"
    }

    package enum Login: String, Sendable, Hashable, CaseIterable {
        case signIn = "sign-in"
        case wrongPasswordFirst = "wrong-password-first"
    }

    /// The caches that decisions must not come from.
    package enum Caches: String, Sendable, Hashable, CaseIterable {
        case none = ""
        case local = "LOCAL_CACHE"
        case all = "LOCAL_CACHE, REMOTE_CACHE"
    }

    /// How a reply is broken.
    package enum Fault: String, Sendable, Hashable, CaseIterable {
        case serverError = "status(500)"
        case refuse
        case truncate = "truncate(30)"
        case malformed = "malformedXML"
        case reset = "resetAfterHeaders"
        case unavailable = "status(503)"
        case page = "htmlPage"
    }

    /// What a port asks a service provider for.
    package enum Request: String, Sendable, Hashable, CaseIterable {
        case configuration
        case authenticate
        case authorize
        case mediaToken = "media-token"
        case preauthorize
        case session
        /// Whether there is a login, asked by whichever call.
        case poll
        case entitlement
        case any
        /// The proof that every request for an entitlement carries: the one at hand is refused, and another cannot be had.
        case accessToken = "access-token"
    }

    package enum Question: Sendable, Hashable {
        case authentication
        case authorization(String)
        /// By its name: `userID`.
        case user(String)
        /// The same, with a key in the question that only the application knows.
        case marked(String)
        case device
    }

    /// A configuration with these providers, and a login with the MVPD as far as its page.
    package static func login(with mvpd: String, after providers: [Int]) -> [Act] {
        [.configure(.usual, providers), .getAuthentication(isForced: false), .choose(mvpd)]
    }

    /// Whether it begins with a new state of everything but what is stored, or with the picker or a login.
    package var isLarge: Bool {
        switch self {
        case .checkAuthentication, .authorize, .preauthorize, .getMetadata, .getSelectedProvider: false
        default: true
        }
    }

    /// Whether a logout is, or is among, what is done.
    var hasLogout: Bool {
        switch self {
        case .logOut: true
        case .late(_, _, let meanwhile, _): meanwhile.contains(.logOut)
        default: false
        }
    }

    /// Whether what was issued runs out.
    package var isExpiry: Bool { self == .expire || self == .expireAuthorizations }

    /// Whether each such call is answered, however many are equal.
    package var isAnsweredEach: Bool {
        switch self {
        case .checkAuthentication, .authorize(_, isCheck: true, _): true
        default: false
        }
    }

    /// Whether one answer may do for both.
    func isEqualQuestion(to other: Act) -> Bool {
        if case .authorize(let resource, _, _) = self, case .authorize(resource, _, _) = other {
            true
        } else {
            self == other
        }
    }
}
