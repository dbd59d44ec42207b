import AccessEnablerAPI

extension Model {
    /// What follows from the calls of a login and of a logout.
    func authentication(_ act: Act, _ state: State) -> Answer? {
        switch act {
        case .getAuthentication(let isForced, let data, let filter):
            var answer = begin(isForced ? .forced : .authentication, state, filter: filter)
            answer?.next.givenToLogins.insert(data)
            return answer
        case .signIn(let mvpd, let data, let isForced): return signIn(mvpd, data, isForced, state)
        case .choose(let mvpd): return choose(mvpd, state)
        case .recall(let mvpd): return recall(mvpd, state)
        case .visit(let acts):
            guard let parts = parts(of: visit(acts, state), in: state), var answer = parts.last?.answer else {
                return nil
            }
            // What must not come with the last configuration comes with the login before it.
            answer.forbidden = []
            answer.allowed = parts.flatMap(\.answer.allowed)
            return answer
        case .chooseTwice(let first, let second): return chooseTwice(first, second, state)
        case .pick(let mvpd): return pick(mvpd, state)
        case .cancel: return cancel(state)
        case .closeDialog: return closeDialog(state)
        case .passInVain(let mvpd, _): return passInVain(mvpd, state)
        case .changeMind: return changeMind(state)
        case .cancelAtOnce(let mvpd): return cancelAtOnce(mvpd, state)
        case .logIn, .logInInVain, .giveUp, .cancelLate, .cancelRenewal: return end(act, state)
        case .logOut: return logOut(state)
        case .logOutLate: return logOutLate(state)
        case .logOutInVain:
            // AE-LOG-004 knows no logout without an end; what is left of one that the service has not heard of is not said.
            guard world.isTelevision, case .valid = state.present.login, var answer = logOut(state),
                !state.hasAccountUser
            else { return nil }
            forgetLogins(&answer.next)
            return answer
        default: return nil
        }
    }

    /// A login from its beginning to its end, act by act; nil where there is none.
    package func login(
        with mvpd: String, data: Pairs, isForced: Bool, in state: State
    ) -> [(act: Act, answer: Answer)]? {
        switch state.present.login {
        case .none: guard state.present.selection == .none else { return nil }
        // On a television it is not seen whether a forced login has begun before there is quiet.
        case .valid(let before): guard isForced, before != mvpd, !world.isTelevision else { return nil }
        case .unknown: return nil
        }
        var parts: [(act: Act, answer: Answer)] = []
        var act: Act? = .getAuthentication(isForced: isForced, data: data)
        while let next = act, parts.count < 3 {
            guard let answer = said(of: next, in: parts.last?.answer.next ?? state) else { return nil }
            parts.append((next, answer))
            act =
                switch answer.next.flow {
                case .picker: .choose(mvpd)
                case .apple: .pick(mvpd)
                case .page: .logIn(.signIn)
                case .none, .unknown: nil
                }
        }
        return parts.last?.answer.next.present.login == .valid(mvpd) ? parts : nil
    }

    private func signIn(_ mvpd: String, _ data: Pairs, _ isForced: Bool, _ state: State) -> Answer? {
        guard let parts = login(with: mvpd, data: data, isForced: isForced, in: state), var answer = parts.last?.answer
        else { return nil }
        answer.allowed = parts.flatMap(\.answer.allowed)
        // What must not come before the login comes with its end.
        answer.forbidden = parts.flatMap(\.answer.forbidden).filter { $0.sign != .authenticated }
        if state.present.login != .none { answer.owed[0].cites.append("AE-AUTHN-014") }
        // It is not said whether it comes with the picker or with the end.
        answer.asked = parts.flatMap(\.answer.asked) + [Promise(.authenticationTracked(nil), "AE-AUTHN-019")]
        let others = data.values(of: state.givenToLogins)
        answer.forbidden += others.flatMap {
            [Promise(.sent(.any, $0), "AE-AUTHN-016"), Promise(.sentInLogin($0), "AE-AUTHN-016")]
        }
        // What Apple's dialog does with them is not said, nor whether they outlast a page that is there at once.
        if answer.next.dialogs == state.dialogs, state.present.login == .none {
            let hasPage = !world.isTelevision && world.trait(mvpd) != .tempPass
            answer.asked += data.texts.map { Promise(hasPage ? .sentInLogin($0) : .sent(.any, $0), "AE-AUTHN-016") }
        }
        return answer
    }

    /// AE-STO-010, AE-SEL-013.
    private func recall(_ mvpd: String, _ state: State) -> Answer? {
        guard state.present.others.contains(mvpd),
            let parts = parts(of: [.choose(mvpd), .getAuthentication(isForced: false)], in: state)
        else { return nil }
        var answer = parts[1].answer
        answer.allowed += parts[0].answer.allowed
        // AE-SEL-014 is a reading: the page may be there for a moment.
        answer.forbidden.removeAll { $0.sign == .anyUI }
        return answer
    }

    /// What is done between the configurations of another programmer and of this one (AE-STO-011).
    package func visit(_ acts: [Act], _ state: State) -> [Act] {
        let requestor = state.requestor ?? .usual
        return [.configure(requestor == .usual ? .other : .usual, state.providers)] + acts
            + [.configure(requestor, state.providers)]
    }

    /// AE-AUTHN-003, AE-AUTHN-004, AE-AUTHN-008.
    func begin(_ purpose: State.Goal, _ state: State, filter: Filter? = nil) -> Answer? {
        guard state.flow == .none else { return nil }
        guard !state.hasExpired else { return purpose == .authentication ? beginAfterExpiry(state) : nil }
        var answer = Answer(state)
        let isApples = !world.offered(by: state.providers).isEmpty
        switch (state.present.login, purpose) {
        case (.unknown, _): return nil
        case (.valid(let mvpd), .authentication):
            answer.owed = [Promise(.authenticated, "AE-AUTHN-004")]
            answer.forbidden = [Promise(.anyUI, "AE-AUTHN-004")]
            answer.asked = [Promise(.authenticationTracked(nil), "AE-AUTHN-019")]
            if !state.present.isUnconfirmed {
                answer.asked = [Promise(.authenticationTracked(mvpd), "AE-AUTHN-019", "AE-TRK-008", "AE-TRK-015")]
            }
            if state.present.isUnconfirmed { confirm(&answer.next) }
            return answer
        case (.valid, .authorization): return nil
        case (.none, _) where state.present.selection != .none:
            // Where the page is there since the choice it need not be shown once more (AE-AUTHN-026).
            return nil
        // AE-SSO-002 speaks of getAuthentication; what an authorization shows first is not said.
        case (.none, .authorization) where isApples: return nil
        case (.none, _) where isApples: return dialog(purpose, state, filter)
        // A forced login is another matter: AE-SSO-002 speaks of users who are not authenticated.
        case (.valid, .forced) where isApples: return nil
        case (.valid(let mvpd), .forced):
            // AE-AUTHN-014 has the flow begin; whether with the picker is left open where an MVPD is chosen. On a
            // television nothing need be shown then, nor for an MVPD without a page that the application shows.
            guard world.trait(mvpd) == .plain else { return nil }
            if !world.isTelevision { answer.owed = [Promise(.anyUI, "AE-AUTHN-014")] }
            answer.allowed = [.picker(world.mvpds(of: state.providers)), .anyPage, .anySafariPage]
            answer.forbidden = [Promise(.authenticated, "AE-AUTHN-014")]
        case (.none, _) where maySkipPicker(state):
            if !world.isTelevision { answer.owed = [Promise(.anyUI, "AE-AUTHN-003", "AE-AUTHN-005")] }
            answer.allowed = [.picker(world.mvpds(of: state.providers)), .anyPage, .status]
            answer.forbidden = [Promise(.authenticated, "AE-AUTHN-003", "AE-AUTHN-005")]
        case (.none, .authorization):
            answer.owed = [Promise(.picker(world.mvpds(of: state.providers)), "AE-GETZ-003", "AE-GETZ-018")]
            answer.allowed = [.status]
        case (.none, _):
            var picker = Promise(.picker(world.mvpds(of: state.providers)), "AE-AUTHN-008", "AE-DPD-002", "AE-DPD-003")
            if filter != nil { picker.cites.append("AE-SSO-003") }
            answer.owed = [picker]
        }
        answer.next.flow = .picker(purpose)
        return answer
    }

    /// AE-AUTHN-003, AE-AUTHN-005; whether with the picker, or with the MVPD of before, is not said.
    private func beginAfterExpiry(_ state: State) -> Answer? {
        guard !world.isTelevision, world.traits.isEmpty, !world.hasAccount, state.present.login == .none else {
            return nil
        }
        var answer = Answer(state)
        answer.owed = [Promise(.anyUI, "AE-AUTHN-005")]
        answer.allowed = [.picker(world.mvpds(of: state.providers)), .anyPage]
        answer.forbidden = [Promise(.authenticated, "AE-AUTHN-003", "AE-AUTHN-005")]
        answer.next.flow = .unknown
        return answer
    }

    /// AE-SEL-008, AE-SEL-012.
    private func cancel(_ state: State) -> Answer? {
        var answer = Answer(state)
        answer.forbidden = [Promise(.anyUI, "AE-SEL-012")]
        answer.next.flow = .none
        let purpose: State.Goal
        switch state.flow {
        case .unknown: return nil
        // Whether the dialog is to go, and when, is not said.
        case .apple: return nil
        case .none:
            // AE-SEL-016: it may be reported or not; what the erased selection does to a login is open.
            answer.allowed = [.cancelled]
            answer.next.present.login = answer.next.present.login == .none ? .none : .unknown
            answer.next.present.selection = answer.next.present.login == .none ? .none : .unknown
            answer.next.present.others = []
            answer.next.present.lose()
            return answer
        case .picker(let flow), .page(_, let flow): purpose = flow
        }
        answer.owed = [Promise(.cancelled, "AE-SEL-008")]
        answer.next.present.selection = .none
        answer.next.hasFailedLogin = true
        switch purpose {
        case .authentication: break
        case .forced: loseLogin(&answer.next)
        case .authorization(let resource, _):
            answer.forbidden += [
                Promise(.request(.authorize), "AE-GETZ-015"), Promise(.token(resource), "AE-GETZ-015"),
            ]
            answer.allowed = [.refused(resource)]
        }
        return answer
    }

    /// A page may be there before the cancellation, and not any more after it (AE-SEL-008, AE-SEL-012).
    private func cancelAtOnce(_ mvpd: String, _ state: State) -> Answer? {
        guard case .picker = state.flow, world.trait(mvpd) != .tempPass, let chosen = choose(mvpd, state),
            case .page = chosen.next.flow, var answer = cancel(chosen.next)
        else { return nil }
        (answer.forbiddenAfterwards, answer.forbidden) = (answer.forbidden, [])
        answer.allowed += [.anyPage, .anySafariPage]
        return answer
    }

    /// A cancellation and the next login at once (AE-SEL-013, AE-SEL-018): both are answered.
    private func changeMind(_ state: State) -> Answer? {
        switch state.flow {
        case .picker(.authentication), .page(_, .authentication): break
        default: return nil
        }
        guard let end = cancel(state), let start = begin(.authentication, end.next) else { return nil }
        var answer = Answer(start.next)
        answer.owed = end.owed + start.owed
        return answer
    }

    /// The user has logged in, or it came to nothing.
    private func end(_ act: Act, _ state: State) -> Answer? {
        guard case .page(let mvpd, let purpose) = state.flow, !state.hasExpired else { return nil }
        var answer = Answer(state)
        answer.next.flow = .none
        switch act {
        case .logIn:
            answer.next = loggedIn(mvpd, state)
            complete(&answer, purpose, "AE-AUTHN-017")
            // Where there was no login before there is no authorization that would do instead of a request.
            if case .authorization(let resource, let data) = purpose, state.users.isEmpty,
                state.denial(of: resource, by: mvpd) == nil
            {
                answer.asked += data.texts.map { Promise(.sent(.entitlement, $0), "AE-GETZ-002", "AE-GETZ-004") }
            }
            if !world.isTelevision { answer.asked.append(Promise(.authenticationTracked(nil), "AE-URL-006")) }
            return answer
        case .logInInVain:
            guard !world.isTelevision else { return nil }
            answer.owed = [Promise(.failed, "AE-AUTHN-023", "AE-URL-004")]
            fail(&answer, purpose)
            answer.next.present.atService.insert(mvpd)
            return answer
        case .giveUp:
            guard !world.isTelevision, world.trait(mvpd) == .plain else { return nil }
            answer.owed = [Promise(.loggedOut, "AE-AUTHN-017", "AE-URL-004")]
            fail(&answer, purpose)
            return answer
        case .cancelRenewal:
            // What is refused may have ended the login before the user goes back.
            guard !world.isTelevision, purpose == .authentication else { return nil }
            answer.allowed = [.status]
            fail(&answer, purpose)
            return answer
        case .cancelLate:
            // Where several providers list the MVPD, it is for the race to say which of them is asked.
            let candidates = state.providers.filter { world.providers[$0].contains(mvpd) }
            guard purpose != .forced, candidates.count == 1 else { return nil }
            answer.owed = [Promise(.cancelled, "AE-SEL-008")]
            answer.forbidden = [Promise(.anyUI, "AE-SEL-012")]
            answer.forbidden.append(
                world.isTelevision
                    ? Promise(.authenticated, "AE-SEL-008", "AE-TV-005") : Promise(.authenticated, "AE-AUTHN-024"))
            if case .authorization(let resource, _) = purpose {
                answer.forbidden += [
                    Promise(.request(.authorize), "AE-GETZ-015"), Promise(.token(resource), "AE-GETZ-015"),
                ]
                answer.allowed = [.refused(resource)]
            }
            answer.next.present.selection = .none
            answer.next.present.atService.insert(mvpd)
            answer.next.hasFailedLogin = true
            return answer
        default: return nil
        }
    }

    /// What a login that has failed leaves.
    func fail(_ answer: inout Answer, _ purpose: State.Goal) {
        answer.forbidden.append(Promise(.authenticated, "AE-AUTHN-017"))
        (answer.next.flow, answer.next.hasFailedLogin) = (.none, true)
        // AE-AUTHN-006: the picker is shown again.
        answer.next.present.selection = .none
        switch purpose {
        case .authentication: break
        // whether the authorization that the login was for is reported as well.
        case .authorization(let resource, _): answer.allowed.append(.refused(resource))
        case .forced: loseLogin(&answer.next)
        }
    }

    /// Whether a login stays when another was to take its place is not said.
    func loseLogin(_ next: inout State) {
        guard case .valid = next.present.login else { return }
        (next.present.login, next.present.selection) = (.unknown, .unknown)
        next.present.others = []
        next.present.lose()
    }

    /// AE-SEL-014 is a reading: where the requests of both go to different providers it is the chosen one that counts
    /// (AE-SP-012), otherwise the one before may.
    private func confirm(_ next: inout State) {
        next.present.isUnconfirmed = false
        let state = next
        guard case .valid(let mvpd) = state.present.login,
            state.present.others.contains(where: { !route(of: $0, state).isDisjoint(with: route(of: mvpd, state)) })
        else { return }
        (next.present.login, next.present.selection) = (.unknown, .unknown)
    }

    /// AE-AUTHN-022; authorizations of a login before belong to it, or do not: nobody says.
    func loggedIn(_ mvpd: String, _ state: State) -> State {
        var next = state
        (next.flow, next.hasFailedLogin) = (.none, false)
        if ![.none, .valid(mvpd)].contains(state.present.login) { next.present.hadAnother = true }
        if case .valid(let before) = state.present.login, before != mvpd {
            if world.has(.severalLogins) { next.present.others.insert(before) }
            // One is kept for each resource (AE-STO-005), whichever MVPD it is of.
            next.present.unclear.formUnion(state.present.authorized)
            next.present.authorized = []
        }
        next.present.others.remove(mvpd)
        next.present.login = .valid(mvpd)
        // What this MVPD told with an earlier login is true of its user, and may be kept with it (AE-STO-010) until a logout.
        let isFirst = !state.users.contains(mvpd) || state.present.hasLoggedOut && !world.isTelevision
        next.present.isUntold = state.withholdsMetadata && isFirst
        next.users.insert(mvpd)
        (next.present.isOfAccount, next.present.hasLoggedOut) = (false, false)
        (next.present.isChosen, next.present.isUnconfirmed) = (false, false)
        next.present.isRecalled = false
        next.present.isCleared = false
        next.present.atService.remove(mvpd)
        next.present.hasAskedService = false
        next.present.providers = route(of: mvpd, state)
        next.present.selection = .chosen(mvpd)
        next.present.lose()
        return next
    }

    /// The providers that could be the MVPD's.
    func route(of mvpd: String, _ state: State) -> Set<Int> {
        Set(state.providers.filter { world.providers[$0].contains(mvpd) })
    }
}
