import Model

/// The kinds of moves, from plain to odd: a lower number makes a simpler scenario.
package enum MoveKind: Int, Sendable, Hashable, CaseIterable {
    case configure, signIn, check, authorize, preauthorize, metadata, provider, ask, choose, logIn, cancel, logOut
    case configureInOrder, configureInVain, configureTwice, queue, together, authorizeInVain, logInInVain, cancelLate
    case restart, logOutElsewhere, setOptions, expire, preauthorizeInVain, changeMind
    case pick, chooseTwice, configureDefault, launchOther, checkTwice, expiries, configureInTrouble
    case preauthorizeJoined, decide, late, refresh, logInLate, authorizeCrowd
    case renewElsewhere, decideInVain, expireAuthorizations, logOutInVain
    case askInVain, giveUp, recall, visit, cancelAtOnce, rule
    case closeDialog, checkLoggedOut, preauthorizeMultitude, passInVain, cancelRenewal
    case configureLate, logOutLate, withholdMetadata, authorizeDuring

    /// What the port must be able to do.
    var ability: Ability? {
        switch self {
        case .expire, .expireAuthorizations: .expiry
        case .configureDefault: .defaultProvider
        case .launchOther: .applications
        default: nil
        }
    }

    /// What is asked once, and again when something has happened.
    static let questions: Set<MoveKind> = [
        .check, .authorize, .preauthorize, .metadata, .provider, .checkTwice, .decide, .expiries, .ask,
        .authorizeInVain,
    ]
    /// What may change the answer, or must not.
    static let events: Set<MoveKind> = [
        .logOut, .restart, .configure, .visit, .signIn, .logOutElsewhere, .expire, .expireAuthorizations, .rule,
        .setOptions, .configureTwice, .configureInVain, .configureInTrouble, .renewElsewhere, .late, .recall, .ask,
        .authorizeInVain, .preauthorizeInVain, .decideInVain, .logOutInVain, .together, .refresh, .authorizeCrowd,
        .preauthorizeMultitude, .checkLoggedOut, .launchOther, .queue, .authorize, .preauthorize, .withholdMetadata,
    ]

    /// How often it is tried among the others where everything is still to be seen.
    var weight: Int {
        switch self {
        case .configure, .restart, .cancel, .logOut, .configureInVain, .configureTwice, .cancelLate, .logInInVain: 3
        case .logOutElsewhere, .setOptions, .provider, .ask, .preauthorize, .late: 3
        case .signIn, .choose, .logIn, .pick: 8
        case .recall: 6
        case .check, .metadata, .authorizeInVain, .queue: 4
        case .authorize, .configureInOrder, .together: 6
        case .configureLate, .authorizeCrowd, .logOutInVain, .renewElsewhere, .decideInVain, .preauthorizeMultitude: 1
        default: 2
        }
    }

    /// How many times as often it is tried in a state from which it leads on: most promises are made to users with a login.
    func factor(in state: State) -> Int {
        switch (self, state.phase, state.flow, state.present.login) {
        case (.configure, .none, _, _), (.configureInOrder, .none, _, _), (.queue, .none, _, _): 4
        case (.choose, _, .picker, _), (.pick, _, .apple, _), (.logIn, _, .page, _), (.logInInVain, _, .page, _): 6
        case (.giveUp, _, .page, _), (.cancelRenewal, _, .page, _), (.closeDialog, _, .apple, _): 4
        case (.logInLate, _, .page, _): 6
        case (.logOutLate, _, .page, _): 3
        case (.signIn, .ready, .none, .none): 6
        case (.signIn, .ready, _, .valid): 1
        case (.visit, .ready, .none, .valid): 3
        case (.ask, .ready, .none, .none), (.cancelLate, _, .page, _): 3
        case (.cancelAtOnce, _, .picker, _), (.setOptions, .none, _, _), (.chooseTwice, _, .picker, _),
            (.configureDefault, .none, _, _):
            3
        case (.cancel, _, _, _), (.configureTwice, _, _, _), (.restart, _, _, _), (.queue, _, _, _): 1
        default: 2
        }
    }
}

/// What a search is to look at above all.
package enum Focus: String, Sendable, Hashable, CaseIterable {
    case merge, authentication, authorization, preauthorization, metadata, logout, storage, queue, overlaps, faults,
        names, relations, account, pages, passes, options

    /// How many times as often such a move is tried.
    func factor(of kind: MoveKind) -> Int {
        kinds.contains(kind) ? 8 : 1
    }

    /// The worlds that it is searched in; nil where any will do.
    var flavours: [Flavour]? {
        switch self {
        case .account: [.account, .account, .account, .emptyAccount, .withoutAccount]
        case .merge: [.plain, .plain, .fuller, .pieces]
        case .pages: [.plain, .safari, .safari, .withoutSafari]
        case .passes: [.passes]
        case .storage: [.plain, .plain, .updated, .damaged, .checked]
        case .options: [.plain, .plain, .defaultProvider, .withoutTracking, .updated]
        default: nil
        }
    }

    private var kinds: [MoveKind] {
        switch self {
        case .merge: [.configure, .configureInOrder, .configureTwice, .configureLate]
        case .authentication: [.ask, .choose, .logIn, .cancel, .cancelAtOnce, .changeMind, .giveUp, .recall]
        case .authorization: [.authorize, .authorizeInVain, .together, .authorizeCrowd]
        case .preauthorization:
            [
                .preauthorize, .preauthorizeInVain, .preauthorizeJoined, .preauthorizeMultitude, .decide, .decideInVain,
                .rule,
            ]
        case .metadata: [.metadata, .provider, .expiries, .checkTwice, .renewElsewhere, .withholdMetadata]
        case .logout: [.logOut, .logOutElsewhere, .logOutInVain, .logOutLate, .checkLoggedOut]
        case .storage: [.restart, .expire, .expireAuthorizations, .visit]
        case .queue: [.queue]
        case .overlaps:
            [
                .configureTwice, .together, .queue, .cancelLate, .changeMind, .late, .logInLate, .refresh, .chooseTwice,
                .cancelAtOnce, .cancelRenewal, .logOutLate,
            ]
        case .faults:
            [
                .configureInVain, .configureInTrouble, .authorizeInVain, .logInInVain, .preauthorizeInVain,
                .askInVain,
            ]
        case .relations: [.configureInOrder, .restart]
        case .names: []
        case .account: [.signIn, .ask, .pick, .closeDialog, .logIn, .logOut, .check, .provider]
        case .pages: [.setOptions, .ask, .choose, .chooseTwice, .logIn, .logOut]
        case .passes: [.choose, .passInVain, .metadata, .authorize, .check, .provider]
        case .options: [.setOptions, .configureDefault, .authorize, .launchOther]
        }
    }
}
