/// What the documents advise beyond single calls.
extension Model {
    /// AE-GETZ-012: each of two authorizations that are asked for before one login is answered, once.
    func authorizeDuring(_ first: String, _ second: String, _ mvpd: String, _ state: State) -> Answer? {
        let acts: [Act] = [.authorize(first, isCheck: false), .choose(mvpd), .logIn(.signIn)]
        guard world.hasAdvice, first != second, state.flow == .none, state.users.isEmpty, world.trait(mvpd) == .plain,
            state.denial(of: first, by: mvpd) == nil, state.denial(of: second, by: mvpd) == nil,
            let parts = parts(of: acts, in: state), let end = parts.last?.answer
        else { return nil }
        var answer = Answer(end.next)
        answer.owed = parts.dropLast().flatMap(\.answer.owed) + [Promise(.request(.authorize), "AE-GETZ-004")]
        answer.allowed = [.status, .picker(world.mvpds(of: state.providers)), .anyPage, .anySafariPage]
        for resource in [first, second] {
            answer.allowed += [.token(resource), .refused(resource)]
            answer.asked.append(Promise(.answeredExactlyOnce(resource), "AE-GETZ-012"))
        }
        answer.next.present.lose()
        return answer
    }
}
