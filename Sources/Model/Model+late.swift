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

    /// Nobody says how a call is answered that something else has overtaken. What it is answered belongs to the login and
    /// the programmer of when it was made (AE-SP-008, AE-META-020), so everything afterwards is as if it had not been made.
    func late(
        _ call: Act, _ request: Act.Request, _ meanwhile: [Act], _ isLoggedOut: Bool, _ state: State
    ) -> Answer? {
        guard state.flow == .none, let requestor = state.requestor, case .valid(let mvpd) = state.present.login,
            world.trait(mvpd) == .plain, !state.hasAccountUser, !state.hasExpired, state.elsewhere.isEmpty,
            state.providers.count(where: { world.providers[$0].contains(mvpd) }) == 1,
            let last = parts(of: meanwhile, in: state)?.last, last.answer.next.flow == .none
        else { return nil }
        var answer = Answer(last.answer.next)
        answer.owed = last.answer.owed
        let changesLogin = last.answer.next.present.login != state.present.login
        if isLoggedOut {
            // Then no other login than that one is to have ended.
            guard changesLogin, state.programmers.count == 1, state.present.others.isEmpty,
                case .valid = last.answer.next.present.login
            else { return nil }
            answer.next.present.others = []
        }
        switch (call, request) {
        case (.authorize(let resource, _, let data), .authorize):
            guard data.isEmpty, !state.present.authorized.contains(resource),
                !state.present.unclear.contains(resource)
            else { return nil }
            answer.allowed = [.status, .token(resource), .refused(resource)]
            answer.next.programmers[requestor]?.unclear.insert(resource)
        case (.preauthorize(_, isCached: false), .preauthorize):
            answer.allowed = [.preauthorization]
            if requestor == answer.next.requestor, changesLogin, case .valid = answer.next.present.login {
                answer.next.present.emptyCache = ["AE-PRE-004", "AE-SP-008"]
            }
        default: return nil
        }
        return answer
    }
}
