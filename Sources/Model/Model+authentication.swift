extension Model {
    /// What follows from the calls of a login and of a logout.
    func authentication(_ act: Act, _ state: State) -> Answer? {
        switch act {
        case .getAuthentication(let isForced): return begin(isForced ? .forced : .authentication, state)
        case .signIn(let mvpd):
            guard case .none = state.present.login, state.present.selection == .none, state.flow == .none,
                !state.hasExpired, let picker = begin(.authentication, state),
                let page = choose(mvpd, picker.next)
            else { return nil }
            var answer = Answer(page.next)
            answer.owed = [Promise(.authenticated, "AE-AUTHN-017")]
            // It is not said whether it comes with the picker or with the end.
            answer.asked = [Promise(.authenticationTracked, "AE-AUTHN-019")]
            answer.next = loggedIn(mvpd, page.next)
            return answer
        case .choose(let mvpd): return choose(mvpd, state)
        case .cancel: return cancel(state)
        case .changeMind: return changeMind(state)
        case .logIn, .logInInVain, .cancelLate: return end(act, state)
        case .logOut: return logOut(state)
        default: return nil
        }
    }

    /// AE-AUTHN-003, AE-AUTHN-004, AE-AUTHN-008.
    func begin(_ purpose: State.Goal, _ state: State) -> Answer? {
        guard state.flow == .none, !state.hasExpired, !state.holdsLogins else { return nil }
        var answer = Answer(state)
        switch (state.present.login, purpose) {
        case (.unknown, _): return nil
        case (.valid, .authentication):
            answer.owed = [Promise(.authenticated, "AE-AUTHN-004")]
            answer.forbidden = [Promise(.anyUI, "AE-AUTHN-004")]
            return answer
        case (.valid, .authorization): return nil
        case (.none, _) where state.present.selection != .none: return nil
        case (.valid, .forced):
            // AE-AUTHN-014 has the flow begin; AE-AUTHN-012 leaves it to the MVPD whether the picker is skipped.
            answer.owed = [Promise(.picker(world.mvpds(of: state.providers)), "AE-AUTHN-014")]
        case (.none, .authorization):
            answer.owed = [Promise(.picker(world.mvpds(of: state.providers)), "AE-GETZ-003", "AE-GETZ-018")]
            answer.allowed = [.status]
        case (.none, _):
            answer.owed = [
                Promise(.picker(world.mvpds(of: state.providers)), "AE-AUTHN-008", "AE-DPD-002", "AE-DPD-003")
            ]
        }
        answer.next.flow = .picker(purpose)
        return answer
    }

    /// AE-SEL-002, AE-SEL-004.
    private func choose(_ mvpd: String, _ state: State) -> Answer? {
        guard case .picker(let purpose) = state.flow, world.mvpds(of: state.providers).contains(mvpd) else {
            return nil
        }
        var answer = Answer(state)
        answer.owed = [Promise(.loginOffered, "AE-SEL-002")]
        answer.asked = [Promise(.selectionTracked(mvpd), "AE-SEL-003", "AE-TRK-006")]
        answer.next.flow = .page(mvpd, purpose)
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
        case .none:
            // AE-SEL-016: it may be reported or not; what the erased selection does to a login is open.
            answer.allowed = [.cancelled]
            answer.next.present.login = answer.next.present.login == .none ? .none : .unknown
            answer.next.present.selection = answer.next.present.login == .none ? .none : .unknown
            answer.next.present.lose()
            return answer
        case .picker(let flow), .page(_, let flow): purpose = flow
        }
        answer.owed = [Promise(.cancelled, "AE-SEL-008")]
        answer.next.present.selection = .none
        switch purpose {
        case .authentication: break
        case .forced:
            guard case .valid = state.present.login else { break }
            answer.next.present.login = .unknown
            answer.next.present.selection = .unknown
            answer.next.present.lose()
        case .authorization(let resource):
            answer.forbidden += [
                Promise(.request(.authorize), "AE-GETZ-015"), Promise(.token(resource), "AE-GETZ-015"),
            ]
            answer.allowed = [.refused(resource)]
        }
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
            answer.owed = [Promise(.authenticated, "AE-AUTHN-017")]
            guard case .authorization(let resource) = purpose, let granted = result(of: resource) else { return answer }
            answer.owed.append(Promise(granted, "AE-GETZ-004"))
            // The status of the login is one of the callbacks that the call may trigger (AE-GETZ-014).
            answer.owed.removeFirst()
            answer.allowed = [.status]
            answer.next.present.authorized = []
            answer.next.present.unclear = Set(World.resources.map(\.name))
            return answer
        case .logInInVain:
            guard !world.isTelevision, purpose != .forced else { return nil }
            answer.owed = [Promise(.failed, "AE-AUTHN-023", "AE-URL-004")]
            if case .authorization(let resource) = purpose {
                answer.owed = [Promise(.refused(resource), "AE-GETZ-010")]
                answer.allowed = [.status]
            }
            // AE-AUTHN-006: the picker is shown again.
            answer.next.present.selection = .none
            return answer
        case .cancelLate:
            // Where several providers list the MVPD, it is for the race to say which of them is asked.
            let candidates = state.providers.filter { world.providers[$0].contains(mvpd) }
            guard !world.isTelevision, purpose != .forced, candidates.count == 1 else { return nil }
            answer.owed = [Promise(.cancelled, "AE-SEL-008")]
            answer.forbidden = [Promise(.anyUI, "AE-SEL-012")]
            if case .authorization(let resource) = purpose {
                answer.forbidden += [
                    Promise(.request(.authorize), "AE-GETZ-015"), Promise(.token(resource), "AE-GETZ-015"),
                ]
                answer.allowed = [.refused(resource)]
            }
            answer.next.present.selection = .none
            answer.next.holdsLogins = true
            return answer
        default: return nil
        }
    }

    /// AE-AUTHN-022; authorizations of a login before belong to it, or do not: nobody says.
    func loggedIn(_ mvpd: String, _ state: State) -> State {
        var next = state
        next.flow = .none
        if ![.none, .valid(mvpd)].contains(state.present.login) { next.present.hadAnother = true }
        next.present.login = .valid(mvpd)
        next.present.selection = .chosen(mvpd)
        next.present.lose()
        return next
    }

    /// AE-LOG-002 to AE-LOG-008.
    private func logOut(_ state: State) -> Answer? {
        guard state.flow == .none, case .valid = state.present.login else { return nil }
        var answer = Answer(state)
        answer.owed = [Promise(.loggedOut, "AE-LOG-004")]
        answer.forbidden = [Promise(.authenticated, "AE-STAT-009")]
        for requestor in Act.Requestor.allCases where state.programmers[requestor] != nil {
            // Whether the other programmers' logins end, too, is ambiguous.
            let isPresent = requestor == state.requestor
            var programmer = State.Programmer()
            programmer.hasEmptyCache = isPresent
            if !isPresent {
                programmer.login = .unknown
                programmer.selection = .unknown
                programmer.unclear = Set(World.resources.map(\.name))
            }
            answer.next.programmers[requestor] = programmer
        }
        return answer
    }
}
