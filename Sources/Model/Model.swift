import AccessEnablerAPI

/// What the documents promise, as a function of what was done before.
///
/// Made from the documents alone. Where they are silent or ambiguous an answer allows all that they leave open, and where
/// they leave open what would have to be known to go on there is no answer: the scenario takes another way.
package struct Model: Sendable {
    package let world: World

    package init(_ world: World) {
        self.world = world
    }

    /// nil where the act makes no sense in that state, or the documents do not say what follows.
    package func answer(to act: Act, in state: State) -> Answer? {
        guard var answer = said(of: act, in: state) else { return nil }
        switch act {
        case .setOptions, .restart, .launchOther, .rule, .withholdMetadata: break
        default:
            // Without a television it is the browser that asks for a logout.
            let isBrowsers = act.hasLogout && !world.isTelevision && world.has(.logoutPages)
            let sent = isBrowsers ? [] : state.options?.sent ?? []
            answer.forbidden += sent.map { Promise(.unsent(.any, $0.value), "AE-OPT-002") }
            answer.forbidden += state.formerOptions.sorted().map { Promise(.sent(.any, $0), "AE-OPT-004") }
        }
        if case .preauthorize = act {} else { answer.next.justPreauthorized = nil }
        if answer.next.programmers.values.contains(where: \.mayHaveAuthorized) { answer.next.hasAuthorized = true }
        switch act {
        case .preauthorize(let resources, _), .preauthorizeInVain(let resources, _, _),
            .late(.preauthorize(let resources, _), _, _, _):
            answer.next.lastPreauthorized = resources
        default: break
        }
        if world.omitsTracking { answer.asked.removeAll(where: \.sign.isOfTracking) }
        return answer
    }

    /// Without what holds of every act.
    func said(of act: Act, in state: State) -> Answer? {
        isPossible(act) ? saidByDocuments(of: act, in: state).map(fitted) : nil
    }

    private func saidByDocuments(of act: Act, in state: State) -> Answer? {
        switch act {
        case .configure, .configureDefault, .configureInOrder, .configureLate, .configureInVain, .configureInTrouble,
            .configureTwice, .queue, .logOutElsewhere, .renewElsewhere:
            return configuration(act, state)
        case .askInVain(let providers, let mvpd, _): return askInVain(providers, mvpd, state)
        case .pause: return Answer(state)
        case .restart, .launchOther, .expire, .expireAuthorizations, .setOptions, .rule, .withholdMetadata:
            return environment(act, state)
        default: break
        }
        guard state.requestor != nil else { return nil }
        if state.present.isUnconfirmed {
            guard case .getAuthentication(isForced: false, _, _) = act else { return nil }
        }
        switch act {
        case .checkAuthentication, .preauthorize, .preauthorizeInVain, .preauthorizeJoined, .preauthorizeMultitude,
            .decide, .decideInVain, .getMetadata, .getSelectedProvider, .together, .checkTwice, .compareExpiries:
            return question(act, state)
        case .logInLate(let meanwhile): return lateLogin(meanwhile, state)
        case .late(let call, let request, let meanwhile, let isLoggedOut):
            return late(call, request, meanwhile, isLoggedOut, state)
        case .authorize, .authorizeInVain, .authorizeCrowd, .checkLoggedOut: return authorization(act, state)
        case .authorizeDuring(let first, let second, let mvpd): return authorizeDuring(first, second, mvpd, state)
        default: return authentication(act, state)
        }
    }

    // MARK: - What the application's process and its environment do

    private func environment(_ act: Act, _ state: State) -> Answer? {
        var answer = Answer(state)
        switch act {
        case .restart(let isKill):
            // AE-STO-002: what was stored is there; what the process alone knew is not spoken of.
            answer.next.wasConfigured = false
            answer.next.flow = .none
            (answer.next.options, answer.next.formerOptions) = (nil, [])
            answer.next.handlesSafari = state.handlesSafari == false ? false : nil
            answer.next.present.forget(state.flow)
            for requestor in Act.Requestor.allCases {
                answer.next.programmers[requestor]?.isRecalled = true
                answer.next.programmers[requestor]?.forgetSelection()
                // Which of several logins is the present one need not be stored.
                if let user = state.programmers[requestor], user.hadAnother || !user.others.isEmpty {
                    answer.next.programmers[requestor]?.login = .unknown
                    answer.next.programmers[requestor]?.selection = .unknown
                }
                // AE-STO-027 and AE-INIT-007 leave logins as they are.
                if world.isUpdated || world.isDamaged { answer.next.programmers[requestor]?.lose() }
            }
            answer.next.phase = .none
            if world.checksStorage { check(&answer.next, of: state, isKill: isKill) }
            return answer
        case .launchOther:
            // AE-STO-004. The account of the device, and what is to come of a login there, are another matter.
            guard world.isTelevision, !world.hasAccount, !world.isUpdated, !world.checksStorage,
                !state.hasExpired, !state.haveAuthorizationsExpired,
                var other = environment(.restart(isKill: false), state)
            else { return nil }
            (other.next.programmers, other.next.elsewhere) = (other.next.elsewhere, other.next.programmers)
            // AE-REQ-014: the service may know the device, and have the login for this application, too.
            for (requestor, programmer) in other.next.elsewhere
            where programmer.login != .none || !programmer.atService.isEmpty {
                let users = state.users.union(programmer.atService)
                other.next.programmers[requestor, default: State.Programmer()].atService.formUnion(users)
            }
            other.next.isElsewhere.toggle()
            return other
        case .expire:
            guard mayExpire(state) else { return nil }
            answer.next.hasExpired = true
            for requestor in Act.Requestor.allCases {
                guard answer.next.programmers[requestor] != nil else { continue }
                answer.next.programmers[requestor]?.login = .none
                answer.next.programmers[requestor]?.selection = .unknown
                answer.next.programmers[requestor]?.others = []
                answer.next.programmers[requestor]?.lose()
            }
            return answer
        case .expireAuthorizations:
            // AE-STO-026; authorizations that come later may run out at any time.
            guard mayExpire(state) else { return nil }
            answer.next.haveAuthorizationsExpired = true
            for requestor in state.programmers.keys {
                answer.next.programmers[requestor]?.authorized = []
                answer.next.programmers[requestor]?.unclear = []
            }
            return answer
        case .rule(let resource, let isGranted):
            guard state.requestor != nil, state.flow == .none, state.rules[resource] != isGranted else { return nil }
            answer.next.rules[resource] = isGranted
            // An authorization is as good as before, or not: nobody says.
            for requestor in Act.Requestor.allCases {
                answer.next.programmers[requestor]?.doubt(resource)
                answer.next.elsewhere[requestor]?.doubt(resource)
            }
            return answer
        case .withholdMetadata:
            guard state.requestor != nil, state.flow == .none, !state.withholdsMetadata else { return nil }
            answer.next.withholdsMetadata = true
            return answer
        case .setOptions(let options):
            // What the port asks again and again may be under way.
            if world.isTelevision, case .page = state.flow { return nil }
            // A key that is in both calls has the value of the later one.
            if let last = state.options, !last.isBlank { answer.next.formerOptions.insert(last.visitor) }
            answer.next.formerOptions.remove(options.visitor)
            answer.next.options = options
            // AE-OPT-012; whether a key that is left out keeps its value is not said.
            answer.next.handlesSafari =
                state.flow != .none ? nil : options.handlesSafari ?? (state.handlesSafari == false ? false : nil)
            return answer
        default: return nil
        }
    }

    /// AE-INIT-009: nothing is left where one value cannot be read.
    ///
    /// A kill may lose an authorization, and so the damage.
    private func check(_ next: inout State, of state: State, isKill: Bool) {
        guard state.hasAuthorized else { return }
        let isCertain = !isKill && state.programmers.values.contains { !$0.authorized.isEmpty }
        for requestor in state.programmers.keys {
            var programmer = State.Programmer()
            programmer.atService = state.programmers[requestor]?.atService ?? []
            // This is an extension: what the core says of users without a login is not to hang on it.
            (programmer.login, programmer.selection) = (.unknown, .unknown)
            programmer.unclear = Set(World.resources.map(\.name))
            programmer.isCleared = isCertain
            next.programmers[requestor] = programmer
        }
    }

    private func mayExpire(_ state: State) -> Bool {
        guard case .ready = state.phase, case .valid = state.present.login else { return false }
        return state.flow == .none && !state.hasExpired && !state.haveAuthorizationsExpired && state.elsewhere.isEmpty
            && state.expiries == 0 && !state.isRenewed
            // A pass and what is authorized with it end together (AE-STO-031).
            && state.users.allSatisfy { world.trait($0) != .tempPass }
    }
}

extension State.Programmer {
    /// The selection of a user who is logged in is that of the login (AE-PROV-003).
    ///
    /// Of several it is that of the last, or whatever was chosen among them and may be stored or not. Whether a selection
    /// outlasts the process is not said.
    mutating func forgetSelection() {
        switch login {
        case .valid where isChosen: (login, selection, isUnconfirmed) = (.unknown, .unknown, false)
        case .valid(let mvpd): selection = isRecalled ? .unknown : .chosen(mvpd)
        case .none, .unknown: if selection != .none { selection = .unknown }
        }
    }

    /// The choice of a login that was under way may be stored, and whether it takes the place of a login is not said.
    mutating func forget(_ flow: State.Flow) {
        switch flow {
        case .none, .picker, .apple: return
        case .page(let chosen, _) where login == .valid(chosen): return
        case .page, .unknown: break
        }
        selection = .unknown
        if case .valid = login { login = .unknown }
    }

    /// It is not known any more whether it is authorized.
    fileprivate mutating func doubt(_ resource: String) {
        guard authorized.remove(resource) != nil else { return }
        unclear.insert(resource)
    }

    /// It is not known any more what is authorized.
    mutating func lose() {
        unclear.formUnion(authorized)
        authorized = []
    }
}
