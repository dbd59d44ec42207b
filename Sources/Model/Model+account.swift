/// Apple's single sign-on: what the core documents say of a device that has an account and nobody signed in at first.
extension Model {
    /// AE-SSO-001, AE-SSO-002, AE-SSO-012 to AE-SSO-014, AE-SSO-026.
    func dialog(_ purpose: State.Goal, _ state: State, _ filter: Filter?) -> Answer? {
        // Who is signed in at the device may be logged in without being asked. Of getAuthorization it is not said whether
        // the dialog is Apple's.
        guard !state.hasAccountUser, purpose == .authentication || purpose == .forced else { return nil }
        // AE-AUTHN-006 and AE-AUTHN-007 have the application's own picker then.
        guard !state.hasFailedLogin, !state.present.hasLoggedOut else { return nil }
        var answer = Answer(state)
        var offered = world.offered(by: state.providers)
        answer.asked = [Promise(.offered(offered), "AE-SSO-002", "AE-MVPD-003", "AE-MVPD-004")]
        if let filter {
            offered = filter.mvpds.filter(offered.contains)
            // What a dialog without any MVPD is good for is not said.
            guard !offered.isEmpty else { return nil }
            answer.asked = [
                Promise(.offered(offered), "AE-SSO-012", "AE-SSO-026"),
                Promise(.offeredInOrder(offered), "AE-SSO-013"),
                Promise(.featured(filter.featured.filter(offered.contains)), "AE-SSO-014"),
            ]
        }
        answer.next.dialogs += 1
        answer.next.flow = .apple(purpose, offered)
        answer.owed = [Promise(.dialog, "AE-SSO-001", "AE-SSO-002")]
        return answer
    }

    /// AE-SSO-005, AE-SSO-006, AE-SSO-017, AE-SSO-018.
    func pick(_ mvpd: String, _ state: State) -> Answer? {
        guard case .apple(let purpose, let offered) = state.flow, offered.contains(mvpd) else { return nil }
        let gone = Promise(.dialogGone, "AE-SSO-004", "AE-SSO-005")
        guard world.trait(mvpd) == .supported else {
            guard var answer = handover(to: mvpd, purpose, state, "AE-SSO-018") else { return nil }
            answer.owed.insert(gone, at: 0)
            if world.hasAdvice { answer.asked.append(Promise(.dialogGoneOnce, "AE-SSO-007")) }
            // The user of a second screen is told which MVPD it is by who has chosen it: here nobody has.
            if world.isTelevision { answer.next.flow = .unknown }
            return answer
        }
        // Whose a login of the platform is cannot be seen, so it is the only one.
        guard state.users.isSubset(of: [mvpd]) else { return nil }
        var answer = Answer(loggedIn(mvpd, state))
        answer.next.present.isOfAccount = true
        answer.next.hasAccountUser = true
        answer.owed = [gone]
        complete(&answer, purpose, "AE-SSO-016", "AE-SSO-017")
        answer.forbidden = [Promise(.loginOffered, "AE-SSO-017")]
        if world.hasAdvice { answer.asked = [Promise(.dialogGoneOnce, "AE-SSO-007")] }
        if purpose == .authentication {
            answer.asked += [Promise(.inOrder([.dialogGone, .authenticated]), "AE-SSO-006")]
        }
        return answer
    }

    /// AE-SSO-005; whether the login ends with it, or goes on in the application's own picker, is ambiguous.
    func closeDialog(_ state: State) -> Answer? {
        guard case .apple(.authentication, _) = state.flow else { return nil }
        var answer = Answer(state)
        answer.owed = [Promise(.dialogGone, "AE-SSO-005")]
        answer.allowed = [.status, .picker(world.mvpds(of: state.providers))]
        answer.forbidden = [Promise(.authenticated, "AE-AUTHN-017")]
        answer.next.flow = .none
        answer.next.present.selection = .none
        answer.next.hasFailedLogin = true
        return answer
    }

    /// AE-LOG-009; the account may bring the login back, and whether a page is to be shown as well is not said.
    ///
    /// Nor is when the report comes: where there may be a page it may come with the end of the logout.
    func logOutOfAccount(_ state: State) -> Answer {
        var answer = Answer(state)
        if world.isTelevision { answer.owed = [Promise(.reported("VSA203"), "AE-LOG-009")] }
        answer.allowed = [.loggedOut, .anyPage, .anySafariPage, .status]
        answer.forbidden = [Promise(.authenticated, "AE-STAT-009")]
        answer.next.flow = .unknown
        forgetLogins(&answer.next)
        return answer
    }
}
