extension Model {
    /// How a flow goes on with an MVPD (AE-SEL-002, AE-SEL-004): at its page, which is shown in one of several ways.
    func handover(to mvpd: String, _ purpose: State.Goal, _ state: State, _ cites: String...) -> Answer? {
        var answer = Answer(state)
        answer.next.flow = .page(mvpd, purpose)
        func owe(_ sign: Sign, _ more: String...) {
            var promise = Promise(sign)
            promise.cites = cites + more
            answer.owed = [promise]
        }
        guard !world.isTelevision else {
            owe(.loginOffered)
            return answer
        }
        switch (world.trait(mvpd), state.handlesSafari) {
        case (.safari, nil): return nil
        case (.safari, true) where world.omitsSafari:
            // AE-NAV-008: nobody can show the page, so that the flow may fail.
            answer.allowed = [.anyPage, .status]
            answer.next.flow = .unknown
        case (.safari, true):
            owe(.safariPage(mvpd), "AE-OPT-007", "AE-NAV-004")
            answer.forbidden = [Promise(.safari, "AE-OPT-007")]
        case (.safari, false):
            owe(.safari, "AE-OPT-006")
            answer.allowed = [.anyPage]
            answer.forbidden = [Promise(.anySafariPage, "AE-OPT-006")]
        default:
            let candidates = state.providers.filter { world.providers[$0].contains(mvpd) }
            owe(.page(mvpd, provider: candidates.count == 1 ? candidates[0] : nil), "AE-NAV-001", "AE-NAV-002")
        }
        return answer
    }

    /// AE-SEL-002 to AE-SEL-005, AE-SEL-013.
    func choose(_ mvpd: String, _ state: State) -> Answer? {
        // What the service has already may be there as soon as the MVPD is chosen.
        guard world.mvpds(of: state.providers).contains(mvpd), !state.present.atService.contains(mvpd) else {
            return nil
        }
        let isTempPass = world.trait(mvpd) == .tempPass
        var answer: Answer
        switch state.flow {
        case .picker(let purpose):
            if purpose == .forced {
                // The page may be there since the login was asked for.
                guard !isTempPass, state.present.login != .valid(mvpd) else { return nil }
            }
            if maySkipPicker(state) { guard !isTempPass, !state.users.contains(mvpd) else { return nil } }
            guard let next = isTempPass ? pass(mvpd, purpose, state) : handover(to: mvpd, purpose, state, "AE-SEL-002")
            else { return nil }
            answer = next
            answer.asked.append(Promise(.selectionTracked(mvpd), "AE-SEL-003", "AE-TRK-006"))
        case .none where state.present.others.contains(mvpd):
            guard case .valid = state.present.login, world.trait(mvpd) == .plain, !state.hasAccountUser else {
                return nil
            }
            // AE-STO-010: that login was kept beside this one, and nobody has to log in.
            answer = Answer(loggedIn(mvpd, state))
            answer.next.present.isChosen = true
            // AE-SEL-014 is a reading: the login may be the chosen one now, or with the next getAuthentication.
            answer.next.present.isUnconfirmed = true
            // Of a login that was kept beside another only the token is said to be stored.
            answer.next.present.isRecalled = true
            answer.allowed = [.anyPage, .status]
        case .none:
            if case .valid(let before) = state.present.login, isTempPass, before != mvpd, !state.hasAccountUser {
                return pass(mvpd, .authentication, state)
            }
            guard state.present.login == .none, state.present.selection == .none, !state.hasExpired
            else { return nil }
            // A port that begins at once asks the service again and again.
            guard isTempPass || !world.isTelevision else { return nil }
            if isTempPass {
                guard let next = pass(mvpd, .authentication, state) else { return nil }
                answer = next
            } else {
                // AE-SEL-014 is a reading: a port may begin to show the page at once.
                answer = Answer(state)
                answer.allowed = [.anyPage, .anySafariPage]
                answer.next.present.selection = .chosen(mvpd)
            }
        case .page(let before, .authentication):
            // AE-SEL-013: the MVPD is changed while the user is at the page of another, or chosen again (AE-SEL-004): whether
            // with another registration code is not said.
            guard before != mvpd || !world.isTelevision, world.trait(before) == .plain, world.trait(mvpd) == .plain,
                let next = handover(to: mvpd, .authentication, state, "AE-SEL-002", "AE-SEL-013")
            else { return nil }
            answer = next
        case .page, .apple, .unknown: return nil
        }
        return answer
    }

    /// A login that cannot begin (AE-AUTHN-023), where it begins with a registration code: on iOS it need not.
    ///
    /// Nobody says when a port asks for its code, so that none was to be had from the beginning.
    func askInVain(_ providers: [Int], _ mvpd: String, _ state: State) -> Answer? {
        guard world.isTelevision, state.programmers.isEmpty, world.trait(mvpd) == .plain,
            let parts = parts(of: Act.login(with: mvpd, after: providers), in: state), var answer = parts.last?.answer,
            case .page = answer.next.flow
        else { return nil }
        answer.owed = [Promise(.failed, "AE-AUTHN-017", "AE-AUTHN-023")]
        fail(&answer, .authentication)
        return answer
    }

    /// A TempPass is there as soon as it is chosen.
    private func pass(_ mvpd: String, _ purpose: State.Goal, _ state: State) -> Answer? {
        // Whom a TempPass is denied what is the service's affair.
        if case .authorization(let resource, _) = purpose, state.denial(of: resource, by: mvpd) != nil { return nil }
        var answer = Answer(loggedIn(mvpd, state))
        complete(&answer, purpose, "AE-SEL-005")
        return answer
    }

    /// AE-SEL-005 has the outcome reported, whatever it is: where a pass needs no request nothing is in vain.
    func passInVain(_ mvpd: String, _ state: State) -> Answer? {
        guard world.trait(mvpd) == .tempPass, world.mvpds(of: state.providers).contains(mvpd),
            state.flow == .none || state.flow == .picker(.authentication) && !world.isTelevision,
            state.present.login == .none, state.present.selection == .none, !state.hasExpired
        else { return nil }
        var answer = Answer(state)
        answer.owed = [Promise(.status, "AE-SEL-005")]
        answer.allowed = [.status]
        answer.next.flow = .none
        (answer.next.present.login, answer.next.present.selection) = (.unknown, .unknown)
        answer.next.present.atService.insert(mvpd)
        return answer
    }

    /// Of two choices the second counts (AE-SEL-013).
    func chooseTwice(_ first: String, _ second: String, _ state: State) -> Answer? {
        guard case .picker = state.flow, !world.isTelevision, first != second,
            ![first, second].contains(where: { [.safari, .tempPass].contains(world.trait($0)) }),
            choose(first, state) != nil, var answer = choose(second, state)
        else { return nil }
        answer.allowed = [.anyPage]
        return answer
    }

    /// What the end of a login brings: its status, or the answer of the authorization that it began with.
    func complete(_ answer: inout Answer, _ purpose: State.Goal, _ cites: String...) {
        var status = Promise(.authenticated)
        status.cites = cites
        guard case .authorization(let resource, _) = purpose, case .valid(let mvpd) = answer.next.present.login,
            let granted = result(of: resource, by: mvpd, answer.next)
        else {
            answer.owed.append(status)
            return
        }
        answer.owed.append(Promise(granted, "AE-GETZ-004"))
        // The status of the login is one of the callbacks that the call may trigger (AE-GETZ-014).
        answer.allowed = [.status]
        answer.next.present.authorized = []
        answer.next.present.unclear = Set(World.resources.map(\.name))
    }
}
