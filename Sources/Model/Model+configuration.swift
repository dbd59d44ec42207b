extension Model {
    /// What follows from `setRequestor:serviceProviders:`.
    func configuration(_ act: Act, _ state: State) -> Answer? {
        switch act {
        case .configure(let requestor, let providers):
            return phase(requestor, providers, state) ?? phaseInFlow(requestor, providers, state)
        case .configureDefault:
            // AE-REQ-011; AE-SP-021 speaks of what follows.
            guard let provider = world.defaultProvider, var answer = phase(.usual, [provider], state) else {
                return nil
            }
            answer.asked = [Promise(.requestTo([provider], .configuration), "AE-REQ-011")]
            let others = world.providers.indices.filter { $0 != provider }
            if !others.isEmpty { answer.forbidden.append(Promise(.requestTo(others, .configuration), "AE-REQ-011")) }
            return answer
        case .configureInOrder(let providers, let answers):
            guard Set(answers) == Set(providers) else { return nil }
            return phase(state.requestor ?? .usual, providers, state)
        case .configureLate(let providers, let answers, let mvpd):
            return configureLate(providers, answers, mvpd, state)
        case .configureInVain(let providers, let fault):
            guard !providers.isEmpty, state.flow == .none else { return nil }
            var answer = Answer(state)
            answer.owed = [Promise(.notConfigured, "AE-REQ-009")]
            // What cannot be read may be taken for an empty list, or for its beginning; and what was there before may serve on.
            if [.malformed, .truncate, .page].contains(fault) || state.wasConfigured {
                answer.owed = [Promise(.configurationEnded, "AE-REQ-007")]
            }
            answer.next.phase = .none
            return answer
        case .configureInTrouble(let providers, _):
            guard !state.hasAccountUser else { return exchangeInVain(providers, state) }
            // AE-REQ-015 has a logout elsewhere noticed; a service in trouble says nothing of one.
            guard let requestor = state.requestor, case .valid(let mvpd) = state.present.login,
                world.trait(mvpd) == .plain, !state.hasExpired
            else { return nil }
            return phase(requestor, providers, state)
        case .configureTwice(let first, let second, let failing):
            guard !first.isEmpty, state.phase == .none || state.requestor == .usual,
                failing == nil || Set(first).isDisjoint(with: second), var answer = phase(.usual, second, state)
            else { return nil }
            // How often an overtaken phase is reported is not said; of the later one its end is. Which phase counts is said
            // for two requestors only (AE-DPD-002). So, where the providers differ, the first has the other requestor.
            answer.allowed = [.configurationEnded]
            answer.owed = [Promise(.configured, "AE-REQ-008", "AE-REQ-013")]
            if let left = world.defaultProvider, first.contains(left) {
                answer.forbidden.removeAll { $0.sign == .requestTo([left], .configuration) }
            }
            return answer
        case .queue(let calls, let providers, let requestor):
            return queue(calls, requestor, providers, state)
        case .logOutElsewhere:
            // AE-REQ-015 speaks of a repeated call: the runs of the application do not matter to it. It speaks of one login.
            guard case .ready(let requestor, let providers) = state.phase, case .valid(let mvpd) = state.present.login,
                world.trait(mvpd) != .tempPass,
                // a phase may end before the reply of the login's provider.
                providers.allSatisfy({ world.providers[$0].contains(mvpd) }),
                !state.present.hadAnother, state.programmers.count == 1, state.elsewhere.isEmpty,
                !state.hasAccountUser, var answer = phase(requestor, providers, state)
            else { return nil }
            // AE-REQ-015 has the login deleted; authorizations that are kept are of no use any more.
            var programmer = State.Programmer()
            programmer.selection = .unknown
            programmer.unclear = Set(World.resources.map(\.name))
            programmer.revoked = state.present.authorized.union(state.present.unclear).union(state.present.revoked)
            answer.next.programmers = [requestor: programmer]
            return answer
        case .renewElsewhere:
            // Whether the newer token takes the place of the one before is ambiguous; it is the same user's.
            guard case .ready(let requestor, let providers) = state.phase, case .valid(let mvpd) = state.present.login,
                world.trait(mvpd) == .plain, state.expiries == 0, !state.hasAccountUser, !state.hasExpired,
                state.present.others.isEmpty, var answer = phase(requestor, providers, state)
            else { return nil }
            answer.next.isRenewed = true
            loseWithRenewal(&answer.next)
            return answer
        default: return nil
        }
    }

    /// A phase in which every provider answers (AE-REQ-008); apart from its end nothing is reported (AE-DPD-004).
    private func phase(_ requestor: Act.Requestor, _ providers: [Int], _ state: State) -> Answer? {
        let mvpds = world.mvpds(of: providers)
        guard !mvpds.isEmpty, state.flow == .none else { return nil }
        var answer = Answer(state)
        answer.owed = [Promise(.configured, "AE-REQ-008")]
        answer.forbidden = [Promise(.anyUI, "AE-DPD-004")]
        // What the phase before has fetched may be known.
        let known = state.programmers[requestor] == nil ? [] : state.providers
        answer.asked = Set(providers).subtracting(known).sorted().map {
            Promise(.requestTo([$0], .configuration), "AE-REQ-006", "AE-SP-001")
        }
        if let left = world.defaultProvider, !providers.contains(left) {
            answer.forbidden.append(Promise(.requestTo([left], .configuration), "AE-SP-003"))
        }
        answer.next.phase = .ready(requestor, providers)
        answer.next.wasConfigured = true
        var programmer = state.programmers[requestor] ?? State.Programmer()
        programmer.forgetSelection()
        let isOnlyLogin = programmer.others.isEmpty && !state.hasAccountUser && state.users.count == 1
        programmer.isForeign = false
        // Which of several logins is the present one when another programmer was here is not said.
        if state.requestor != requestor, !programmer.others.isEmpty {
            (programmer.login, programmer.selection) = (.unknown, .unknown)
        }
        programmer.others.formIntersection(mvpds)
        // Whose a selection is that led to no login is not said.
        if state.programmers.contains(where: { $0 != requestor && $1.hasOpenSelection }) {
            programmer.selection = .unknown
            if case .valid = programmer.login { programmer.login = .unknown }
        }
        // AE-REQ-025: the device's account may be taken over. A television need not tell the service of a logout, and the
        // call may fetch what the service has, as repeated ones do (AE-REQ-014).
        let isLeftThere = world.isTelevision && programmer.hasLoggedOut
        let mayBeFetched =
            state.hasAccountUser || !programmer.atService.isEmpty || isLeftThere || mayBeShared(with: requestor, state)
        if mayBeFetched, programmer.login == .none {
            (programmer.login, programmer.selection) = (.unknown, .unknown)
        }
        if case .valid(let mvpd) = programmer.login, !mvpds.contains(mvpd) {
            // AE-CHKN-008: not valid here; whether it is kept for a list that has the MVPD again is not said.
            programmer.login = .unknown
            programmer.isForeign = isOnlyLogin
            programmer.lose()
        } else if case .valid(let mvpd) = programmer.login {
            // Whether another provider's authorizations are of use at this one is not said.
            let listing = route(of: mvpd, answer.next)
            if listing != programmer.providers || listing.count > 1 { programmer.lose() }
            // Nor is it for a login: whoever asks the MVPD's provider (AE-SP-008, AE-REQ-014) may hear that there is none.
            if listing.isDisjoint(with: programmer.providers) || isAskedForElsewhere(programmer, listing) {
                (programmer.login, programmer.selection) = (.unknown, .unknown)
            }
            programmer.providers = listing
        }
        answer.next.programmers[requestor] = programmer
        if state.isRenewed { loseWithRenewal(&answer.next) }
        return answer
    }

    /// AE-SP-010; whether a late reply extends the list is not said, nor that a phase without it ends well.
    private func configureLate(_ providers: [Int], _ answers: [Int], _ mvpd: String, _ state: State) -> Answer? {
        guard Set(answers) == Set(providers), let first = answers.first, world.providers[first].contains(mvpd),
            world.trait(mvpd) == .plain, state.programmers.isEmpty, state.phase == .none, state.flow == .none,
            !world.hasAccount
        else { return nil }
        var answer = Answer(state)
        let late = answers.dropFirst().sorted()
        // Where a late list says more, a port may take that up, and ask its provider.
        let silent = late.filter { Set(world.providers[$0]).isSubset(of: world.providers[first]) }
        answer.owed = [Promise(.configurationEnded, "AE-REQ-007")]
        answer.allowed = [.picker(world.mvpds(of: providers)), .anyPage, .status]
        // A port that waits for all may ask each for a login before the phase ends, and one whose phase fails may have another.
        if !silent.isEmpty {
            answer.forbiddenAfterwards = [Promise(.requestTo(silent, .entitlement), "AE-SP-010", "AE-SP-008")]
        }
        answer.forbiddenAfterwards += late.map { Promise(.page(mvpd, provider: $0), "AE-SP-010", "AE-SP-008") }
        answer.forbiddenAfterwards = answer.forbiddenAfterwards.map { $0.unless(.notConfigured, since: .act) }
        answer.next.flow = .unknown
        return answer
    }

    /// A phase in which the device's account may be exchanged for a login, and cannot (AE-REQ-025): it ends all the same,
    /// and how is a reading.
    private func exchangeInVain(_ providers: [Int], _ state: State) -> Answer? {
        guard var answer = phase(state.requestor ?? .usual, providers, state) else { return nil }
        answer.owed = [Promise(.configurationEnded, "AE-REQ-007")]
        (answer.next.present.login, answer.next.present.selection) = (.unknown, .unknown)
        answer.next.phase = .none
        return answer
    }

    /// What becomes of the authorizations of a login whose token was renewed is not said, nor in which phase that is noticed.
    private func loseWithRenewal(_ next: inout State) {
        next.present.lose()
        next.present.hasAskedService = false
    }

    /// A phase while a user is asked to log in; what becomes of that is not said.
    private func phaseInFlow(_ requestor: Act.Requestor, _ providers: [Int], _ state: State) -> Answer? {
        guard state.phase == .ready(requestor, providers), state.present.login == .none, !state.hasAccountUser else {
            return nil
        }
        switch state.flow {
        case .picker(.authentication), .page(_, .authentication): break
        default: return nil
        }
        var answer = Answer(state)
        answer.owed = [Promise(.configured, "AE-REQ-008")]
        answer.allowed = [.status]
        answer.next.flow = .unknown
        return answer
    }

    /// Calls before the end of a phase are kept and served afterwards, in any order (AE-Q-001, AE-Q-003, AE-Q-008).
    private func queue(_ calls: [Act], _ requestor: Act.Requestor, _ providers: [Int], _ state: State) -> Answer? {
        let kept = calls.allSatisfy { call in
            switch call {
            // An authorization that leads to a login would be one flow among several.
            case .checkAuthentication: true
            case .authorize(_, let isCheck, _): isCheck || calls.count == 1
            // Only an extension says that these are kept (AE-Q-006): whoever answers them at once has less to say.
            case .preauthorize, .getMetadata: calls.count == 1
            default: false
            }
        }
        switch calls.first {
        case .getAuthentication(isForced: false, _, nil) where calls.count == 1:
            return queuedLogin(.authentication, requestor, providers, state)
        case .authorize(let resource, isCheck: false, .none) where calls.count == 1:
            if let login = queuedLogin(.authorization(resource), requestor, providers, state) { return login }
        default: break
        }
        guard kept, !calls.isEmpty, var answer = phase(requestor, providers, state),
            let served = together(calls, answer.next),
            !state.wasConfigured || calls.allSatisfy(\.isAnsweredEach),
            isAlike(served, if: together(calls, state), requestor, providers, state)
        else { return nil }
        // a phase may end with the first valid reply; what is kept is served with the list of that provider then.
        if case .valid(let mvpd) = answer.next.present.login,
            !providers.allSatisfy({ world.providers[$0].contains(mvpd) })
        {
            return nil
        }
        switch calls[0] {
        case .preauthorize: keepExtension([.preauthorization])
        case .getMetadata(let question): keepExtension([.metadata(question, hasValue: false)])
        default: answer.owed += served.owed.map { $0.citing("AE-Q-003") }
        }
        func keepExtension(_ allowed: [Sign]) {
            answer.allowed += allowed
            answer.asked += served.owed.map { $0.citing("AE-Q-006") }
        }
        answer.allowed += served.allowed
        answer.forbidden = [Promise(.anyUI, "AE-DPD-004")]
        answer.next = served.next
        if state.wasConfigured { answer.next.present.lose() }
        return answer
    }

    /// A login that is asked for before the end of a phase begins afterwards, if there is none (AE-Q-002, AE-Q-003).
    private func queuedLogin(
        _ purpose: State.Goal, _ requestor: Act.Requestor, _ providers: [Int], _ state: State
    ) -> Answer? {
        guard var answer = phase(requestor, providers, state),
            providers.allSatisfy({ Set(world.providers[$0]) == Set(world.providers[providers[0]]) }),
            let login = login(purpose, answer.next),
            isAlike(login, if: self.login(purpose, state), requestor, providers, state)
        else { return nil }
        switch login.next.flow {
        case .picker where answer.next.present.login == .none && answer.next.present.selection == .none:
            answer.forbidden = []
        case .none: answer.forbidden += login.forbidden
        default: return nil
        }
        answer.owed += login.owed
        answer.allowed += login.allowed
        answer.next = login.next
        if state.wasConfigured { answer.next.present.lose() }
        return answer
    }

    /// Where the application was configured before, a call may be served at once: `atOnce` is the answer then.
    ///
    /// Not so where it is another requestor that is configured: the call is made after `setRequestor:` for that one.
    private func isAlike(
        _ served: Answer, if atOnce: Answer?, _ requestor: Act.Requestor, _ providers: [Int], _ state: State
    ) -> Bool {
        if let present = state.requestor, present != requestor { return true }
        guard state.wasConfigured else { return true }
        return state.phase == .ready(requestor, providers) && atOnce?.owed == served.owed && served.next.flow == .none
    }

    private func login(_ purpose: State.Goal, _ state: State) -> Answer? {
        if case .authorization(let resource, _) = purpose { return authorize(resource, false, state) }
        return begin(purpose, state)
    }
}
