import Model

extension Act {
    /// What is done, for titles.
    var words: String {
        switch self {
        case .configure(let requestor, let providers):
            "configure \(Self.list(providers))" + (requestor == .usual ? "" : " for another requestor")
        case .configureInOrder(let providers, let answers):
            "configure \(Self.list(providers)), answered by \(Self.list(answers))"
        case .configureLate(let providers, let answers, let mvpd):
            "configure \(Self.list(providers)), answered by \(Self.list(Array(answers.prefix(1)))), and late by "
                + "\(Self.list(Array(answers.dropFirst()))); choose \(mvpd)"
        case .configureInVain(let providers, let fault): "configure \(Self.list(providers)) in vain, \(fault.rawValue)"
        case .configureInTrouble(let providers, let fault):
            "configure \(Self.list(providers)), \(fault.rawValue) of session"
        case .configureTwice(let first, let second, let failing):
            "configure \(Self.list(first))" + (Set(first) == Set(second) ? "" : " for another requestor")
                + (failing.map { ", \($0.rawValue)," } ?? "") + " and, before the end, " + Self.list(second)
        case .queue(let calls, let providers, let requestor):
            "\(Self.list(calls)) before \(Self.list(providers)) have answered"
                + (requestor == .usual ? "" : " for another requestor")
        case .checkAuthentication: "check"
        case .checkTwice: "check twice"
        case .compareExpiries(let resource): "compare the ends of the login and \(resource)"
        case .configureDefault: "configure the default provider"
        case .getAuthentication(let isForced, let data, let filter):
            (isForced ? "force a login" : "ask for a login") + (data.isEmpty ? "" : " with data")
                + (filter.map { " from \($0.mvpds.joined(separator: " and "))" } ?? "")
        case .choose(let mvpd): "choose \(mvpd)"
        case .askInVain(let providers, let mvpd, let fault):
            "configure \(Self.list(providers)) and ask for a login with \(mvpd) in vain, \(fault.rawValue)"
        case .giveUp: "give up at the page"
        case .visit(let acts): "for another requestor: \(Self.list(acts)); come back"
        case .recall(let mvpd): "go back to \(mvpd)"
        case .chooseTwice(let first, let second): "choose \(first) and at once \(second)"
        case .pick(let mvpd): "pick \(mvpd) in Apple's dialog"
        case .cancel: "cancel"
        case .cancelAtOnce(let mvpd): "choose \(mvpd) and at once cancel"
        case .changeMind: "cancel and ask for a login again"
        case .logIn(let way): way == .signIn ? "log in" : "log in at the second try"
        case .logInInVain(let fault): "log in in vain, \(fault.rawValue)"
        case .cancelRenewal: "cancel while a new access token is under way"
        case .cancelLate: "cancel before the login is there"
        case .signIn(let mvpd, let data, let isForced):
            "sign in with \(mvpd)" + (data.isEmpty ? "" : " and data") + (isForced ? ", forced" : "")
        case .authorize(let resource, let isCheck, let data):
            "\(isCheck ? "check" : "get") \(resource)" + (data.isEmpty ? "" : " with data")
        case .authorizeDuring(let first, let second, let mvpd):
            "get \(first) and \(second) before the login with \(mvpd)"
        case .authorizeCrowd: "check \(World.crowd.count) resources one after the other"
        case .authorizeInVain(let resource, _, let request, let fault):
            "get \(resource) in vain, \(fault.rawValue) of \(request.rawValue)"
        case .preauthorize(let resources, let isCached):
            "preauthorize \(resources.joined(separator: " and "))"
                + (isCached.map { $0 ? " with the cache" : "" } ?? ", the cache not named")
        case .preauthorizeMultitude: "preauthorize \(World.multitude.count) resources, five at a time"
        case .passInVain(let mvpd, let fault): "choose the pass \(mvpd) in vain, \(fault.rawValue)"
        case .closeDialog: "close Apple's dialog and cancel"
        case .checkLoggedOut(let resource): "log out elsewhere and check \(resource)"
        case .preauthorizeInVain(let resources, _, let fault):
            "preauthorize \(resources.joined(separator: " and ")) in vain, \(fault.rawValue)"
        case .preauthorizeJoined(let first, let second): "preauthorize what is called \(first),\(second)"
        case .decide(let resources, let caches):
            "ask for decisions on \(resources.joined(separator: " and "))"
                + (caches == .none ? "" : ", not from a cache")
        case .decideInVain(let resources, let fault):
            "ask for decisions on \(resources.joined(separator: " and ")) in vain, \(fault.rawValue)"
        case .getMetadata(.authentication): "ask when the login ends"
        case .getMetadata(.authorization(let resource)): "ask when \(resource) ends"
        case .getMetadata(.user(let name)): "ask for \(name)"
        case .getMetadata(.marked(let name)): "ask for \(name) with a key of the application's"
        case .getMetadata(.device): "ask for the device"
        case .getSelectedProvider: "ask for the provider"
        case .logOut: "log out"
        case .logOutLate: "log out before the login is there"
        case .withholdMetadata: "have nothing told of users from now on"
        case .logOutInVain(let fault): "log out in vain, \(fault.rawValue)"
        case .logOutElsewhere: "log out elsewhere and configure"
        case .renewElsewhere: "have the login renewed elsewhere and configure"
        case .rule(let resource, let isGranted): "have \(resource) \(isGranted ? "granted" : "denied") from now on"
        case .restart(let isKill): isKill ? "kill" : "restart"
        case .pause: "wait"
        case .expire: "let the login run out"
        case .expireAuthorizations: "let the authorizations run out"
        case .setOptions(let options):
            "set options" + (options.handlesSafari.map { $0 ? ", handling Safari" : ", not handling Safari" } ?? "")
        case .launchOther: "go to the other application"
        case .logInLate(let meanwhile): "log in, with a login that is there after: \(Self.list(meanwhile))"
        case .late(let call, _, let meanwhile, let isLoggedOut):
            (isLoggedOut ? "log out elsewhere; " : "") + "\(call.words), answered after: \(Self.list(meanwhile))"
        case .together(let calls, _, _?):
            "at once, with an access token that is refused: \(Self.list(calls))"
        case .together(let calls, let held, _):
            "at once: \(Self.list(calls))" + (held.map { ", \($0.rawValue) answered late" } ?? "")
        }
    }

    private static func list(_ providers: [Int]) -> String {
        providers.map(World.name(ofProvider:)).joined(separator: " and ")
    }

    private static func list(_ acts: [Act]) -> String {
        acts.map(\.words).joined(separator: " and ")
    }
}
