import AccessEnablerAPI

/// What follows from a logout.
extension Model {
    /// AE-LOG-002 to AE-LOG-008.
    func logOut(_ state: State) -> Answer? {
        guard state.flow == .none else { return nil }
        var answer = Answer(state)
        answer.owed = [Promise(.loggedOut, "AE-LOG-004")]
        answer.forbidden = [Promise(.authenticated, "AE-STAT-009")]
        if world.isTelevision {
            answer.forbidden += [Promise(.anyPage, "AE-LOG-003"), Promise(.anySafariPage, "AE-LOG-003")]
        }
        guard case .valid(let mvpd) = state.present.login else {
            // A page may be shown where nobody is logged in, or not.
            guard world.isTelevision, case .none = state.present.login, case .none = state.present.selection,
                state.programmers.count < 2, state.elsewhere.isEmpty, !state.hasAccountUser, !state.hasExpired,
                state.present.atService.isEmpty
            else { return nil }
            return answer
        }
        if state.present.isOfAccount { return logOutOfAccount(state) }
        if !state.programmers.values.contains(where: \.isOfAccount) {
            answer.forbidden.append(Promise(.reported("VSA203"), "AE-LOG-010"))
        }
        if !world.isTelevision {
            // What a logout shows for the others is the port's own, or not said.
            switch world.trait(mvpd) {
            case .plain, .supported, .picker: break
            case .safari: guard state.handlesSafari == true, !world.omitsSafari else { return nil }
            case .tempPass: return nil
            }
            // Each of several logins may have a page of its own.
            guard state.present.others.isEmpty else { return nil }
            if world.has(.logoutPages) { answer.asked = [Promise(.inOrder([.returned, .loggedOut]), "AE-LOG-005")] }
        }
        // The applications of a television have storages of their own; that one session is all of theirs is possible.
        for requestor in state.elsewhere.keys { answer.next.elsewhere[requestor]?.login = .unknown }
        for requestor in Act.Requestor.allCases where state.programmers[requestor] != nil {
            // Whether the other programmers' logins end, too, is ambiguous.
            let isPresent = requestor == state.requestor
            var programmer = State.Programmer()
            (programmer.hasEmptyCache, programmer.hasLoggedOut) = (isPresent, isPresent)
            programmer.atService = state.programmers[requestor]?.atService ?? []
            if !isPresent {
                programmer.login = .unknown
                programmer.selection = .unknown
                programmer.unclear = Set(World.resources.map(\.name))
            }
            answer.next.programmers[requestor] = programmer
        }
        return answer
    }

    /// What waits for the second screen ends with the logout (AE-LOG-006).
    func logOutLate(_ state: State) -> Answer? {
        guard world.isTelevision, case .page(let mvpd, .authentication) = state.flow, world.trait(mvpd) == .plain,
            route(of: mvpd, state).count == 1, state.present.login == .none, state.programmers.count == 1,
            state.elsewhere.isEmpty, !state.hasAccountUser, !state.hasExpired
        else { return nil }
        var answer = Answer(state)
        answer.owed = [Promise(.loggedOut, "AE-LOG-004")]
        // The flow that ends with it may be reported as well (AE-AUTHN-017).
        answer.allowed = [.status]
        answer.forbiddenAfterwards = [Promise(.authenticated, "AE-LOG-006")]
        var programmer = State.Programmer()
        programmer.hasLoggedOut = true
        programmer.atService = state.present.atService.union([mvpd])
        answer.next.present = programmer
        answer.next.flow = .none
        return answer
    }

    /// It is not known of any programmer any more who is logged in.
    func forgetLogins(_ next: inout State) {
        for requestor in next.programmers.keys {
            var programmer = State.Programmer()
            (programmer.login, programmer.selection) = (.unknown, .unknown)
            programmer.unclear = Set(World.resources.map(\.name))
            next.programmers[requestor] = programmer
        }
    }
}
