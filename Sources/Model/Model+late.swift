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
    /// What it is answered belongs to the login and
    /// the programmer of when it was made (AE-SP-008, AE-META-020), so everything afterwards is as if it had not been made.
    func late(
        _ call: Act, _ request: Act.Request, _ meanwhile: [Act], _ isLoggedOut: Bool, _ state: State
    ) -> Answer? {
        guard isForLateAnswers(state), let end = parts(of: meanwhile, in: state)?.last?.answer, end.next.flow == .none
        else { return nil }
        var answer = Answer(end.next)
        answer.owed = end.owed
        if isLoggedOut {
            // Then no other login than that one is to have ended, and nobody is to be asked for one (AE-DPD-007).
            guard end.next.present.login != state.present.login, case .valid = end.next.present.login,
                state.programmers.count == 1, state.present.others.isEmpty
            else { return nil }
            answer.next.present.others = []
        }
        switch request {
        case .authorize: return lateAuthorization(call, state, answer)
        case .preauthorize: return latePreauthorization(call, state, answer)
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
        guard let end = parts(of: meanwhile, in: before)?.last?.answer, end.next.requestor != requestor else {
            return nil
        }
        var answer = Answer(end.next)
        answer.owed = end.owed
        answer.allowed = [.status]
        answer.next.programmers[requestor, default: State.Programmer()].login = .unknown
        answer.next.programmers[requestor]?.selection = .unknown
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

    private func lateAuthorization(_ call: Act, _ state: State, _ end: Answer) -> Answer? {
        guard case .authorize(let resource, _, .none) = call, let requestor = state.requestor,
            !state.present.authorized.contains(resource), !state.present.unclear.contains(resource)
        else { return nil }
        var answer = end
        answer.allowed = [.status, .token(resource), .refused(resource)]
        answer.next.programmers[requestor]?.unclear.insert(resource)
        return answer
    }

    private func latePreauthorization(_ call: Act, _ state: State, _ end: Answer) -> Answer? {
        guard case .preauthorize = call else { return nil }
        var answer = end
        answer.allowed = [.preauthorization]
        if state.requestor == end.next.requestor, end.next.present.login != state.present.login,
            case .valid = end.next.present.login
        {
            answer.next.present.emptyCache = ["AE-PRE-004", "AE-SP-008"]
        }
        return answer
    }
}
