/// Answers that come when something else has happened.
extension Model {
    /// What is done one after the other, with what follows; nil where one of these makes no sense.
    package func parts(of acts: [Act], in state: State) -> [(act: Act, answer: Answer)]? {
        var parts: [(act: Act, answer: Answer)] = []
        for act in acts {
            guard let answer = said(of: act, in: parts.last?.answer.next ?? state) else { return nil }
            parts.append((act, answer))
        }
        return parts
    }

    /// Nobody says how a call is answered that something else has overtaken.
    ///
    /// An answer belongs to the login and the programmer that the call was made for (AE-META-020). So the state afterwards is
    /// as if the call had not been made.
    func late(
        _ call: Act, _ request: Act.Request, _ meanwhile: [Act], _ isLoggedOut: Bool, _ state: State
    ) -> Answer? {
        // On a television it is not seen whether a forced login has begun before there is quiet.
        guard isForLateAnswers(state), !world.isTelevision || !meanwhile.contains(.getAuthentication(isForced: true)),
            let parts = parts(of: meanwhile, in: state), let end = parts.last?.answer,
            end.next.flow == .none
        else { return nil }
        var answer = Answer(end.next)
        answer.owed = end.owed
        answer.allowed = parts.flatMap(\.answer.allowed)
        if isLoggedOut {
            // Only the login before has ended: the new one stands, and nobody is asked for another (AE-DPD-007). A call that
            // asks for a login where there is none may do so before the new one is there.
            if case .authorize(_, isCheck: false, _) = call { return nil }
            guard end.next.present.login != state.present.login, case .valid = end.next.present.login,
                state.programmers.count == 1, state.present.others.isEmpty
            else { return nil }
            answer.next.present.others = []
            // What was authorized before belongs to that login, and is of no use if it is kept.
            let before = state.present.authorized.union(state.present.unclear)
            answer.next.present.revoked.formUnion(before)
        }
        switch request {
        case .authorize: return lateAuthorization(call, meanwhile, state, answer)
        case .preauthorize: return latePreauthorization(call, meanwhile, state, answer)
        default: return nil
        }
    }

    /// A login that is there when another programmer is set is not that one's (AE-STO-010); whether it is anybody's is not
    /// said.
    func lateLogin(_ meanwhile: [Act], _ state: State) -> Answer? {
        guard case .page(let mvpd, .authentication) = state.flow, !world.isTelevision, world.trait(mvpd) == .plain,
            let requestor = state.requestor, !state.hasExpired,
            state.providers.count(where: { world.providers[$0].contains(mvpd) }) == 1
        else { return nil }
        var before = state
        before.flow = .none
        // Whether a login of the other programmer stands is asked where this one's is held back.
        guard let end = parts(of: meanwhile, in: before)?.last?.answer, end.next.requestor != requestor,
            end.next.present.login == .none
        else { return nil }
        var answer = Answer(end.next)
        answer.owed = end.owed
        answer.allowed = [.status]
        answer.next.programmers[requestor, default: State.Programmer()].login = .unknown
        answer.next.programmers[requestor]?.selection = .unknown
        answer.next.programmers[requestor]?.hasLoggedOut = false
        // Whose a selection is that led to no login is not said.
        answer.next.present.selection = .unknown
        answer.next.users.insert(mvpd)
        return answer
    }

    private func isForLateAnswers(_ state: State) -> Bool {
        guard state.flow == .none, case .valid(let mvpd) = state.present.login, world.trait(mvpd) == .plain else {
            return false
        }
        return !state.hasAccountUser && !state.hasExpired && state.elsewhere.isEmpty
            && state.providers.count { world.providers[$0].contains(mvpd) } == 1
    }

    private func lateAuthorization(_ call: Act, _ meanwhile: [Act], _ state: State, _ end: Answer) -> Answer? {
        guard case .authorize(let resource, let isCheck, .none) = call, let requestor = state.requestor,
            !state.present.authorized.contains(resource), !mayBeStored(resource, state)
        else { return nil }
        // Who has no login any more may be asked for one.
        if !isCheck { guard case .valid = end.next.present.login else { return nil } }
        var answer = end
        answer.allowed += [.status, .token(resource), .refused(resource)]
        if isCheck { answer.asked.append(Promise(.answeredOnce(resource), "AE-CHKZ-007")) }
        // It belongs to the login that has ended, and nobody has it after a logout (AE-LOG-008).
        if !meanwhile.contains(.logOut) { answer.next.programmers[requestor]?.unclear.insert(resource) }
        return answer
    }

    private func latePreauthorization(_ call: Act, _ meanwhile: [Act], _ state: State, _ end: Answer) -> Answer? {
        guard state.requestor != nil else { return nil }
        var answer = end
        switch call {
        case .preauthorize: answer.allowed.append(.preauthorization)
        // That there are not both is a rule of its own (AE-PRE-018).
        case .decide:
            // That no cache answers, once there may be one, is an extension (AE-PRE-022).
            guard !state.mayHaveCached else { return nil }
            answer.allowed += [.anyDecision, .noDecisions]
        default: return nil
        }
        // The answer may be kept by now, but not for whoever logs in after a logout (AE-PRE-014).
        if !meanwhile.contains(.logOut) { answer.next.fillCaches() }
        return answer
    }
}
