import AccessEnablerAPI

extension Model {
    /// What follows from `getAuthorization:` and `checkAuthorization:`.
    func authorization(_ act: Act, _ state: State) -> Answer? {
        guard state.flow == .none || isAnsweredMeanwhile(act, state) else { return nil }
        switch act {
        case .authorize(let resource, let isCheck, let data):
            guard var answer = authorize(resource, isCheck, state) else { return nil }
            guard case .valid(let mvpd) = state.present.login else {
                guard state.flow == .none, case .picker(.authorization) = answer.next.flow else { return answer }
                answer.next.flow = .picker(.authorization(resource, data: data))
                answer.next.givenToAuthorizations.insert(data)
                return answer
            }
            let statement = isCheck ? "AE-CHKZ-002" : "AE-GETZ-002"
            answer.forbidden += data.values(of: state.givenToAuthorizations).map {
                Promise(.sent(.entitlement, $0), statement)
            }
            answer.next.givenToAuthorizations.insert(data)
            guard state.denial(of: resource, by: mvpd) == nil, isDataSent(for: resource, state) else { return answer }
            answer.asked += data.texts.map { Promise(.sent(.entitlement, $0), statement) }
            return answer
        case .authorizeCrowd:
            guard case .valid(let mvpd) = state.present.login, world.trait(mvpd) == .plain,
                let parts = parts(of: World.crowd.map { .authorize($0, isCheck: true) }, in: state),
                let end = parts.last?.answer
            else { return nil }
            var answer = Answer(end.next)
            answer.owed = parts.flatMap(\.answer.owed)
            answer.allowed = [.status]
            return answer
        case .checkLoggedOut(let resource): return checkLoggedOut(resource, state)
        case .authorizeInVain(_, _, .mediaToken, .malformed), .authorizeInVain(_, _, .mediaToken, .page):
            // Nobody says that a port looks into a media token before it hands it on.
            return nil
        case .authorizeInVain(let resource, let isCheck, let request, let fault):
            // What is answered from the storage needs no authorization, but a media token always (AE-GETZ-007).
            guard case .valid(let mvpd) = state.present.login, state.denial(of: resource, by: mvpd) == nil,
                !mayBeStored(resource, state),
                request == .mediaToken || !state.present.authorized.contains(resource),
                // Whoever has no proof may ask the user to log in where the call allows that.
                request != .accessToken || isCheck,
                var answer = authorize(resource, isCheck, state)
            else { return nil }
            answer.owed = [Promise(.refused(resource), request == .mediaToken ? "AE-GETZ-011" : "AE-GETZ-010")]
            answer.forbidden = [Promise(.token(resource), "AE-GETZ-010")]
            answer.asked = []
            if request == .accessToken { answer.allowed += [.notAuthenticated] }
            if request == .authorize, [.serverError, .malformed, .unavailable, .page].contains(fault) {
                answer.asked = [Promise(.authorizationTracked(nil), "AE-TRK-005", "AE-GETZ-013")]
            }
            // Whether an authorization whose media token failed is kept is not said, nor of one that was stored before.
            answer.next.present = state.present
            if request == .mediaToken {
                answer.next.present.authorized.remove(resource)
                answer.next.present.unclear.insert(resource)
            }
            return answer
        default: return nil
        }
    }

    func authorize(_ resource: String, _ isCheck: Bool, _ state: State) -> Answer? {
        var answer = Answer(state)
        // AE-STAT-008, AE-CHKZ-008, AE-GETZ-014: a status may come with it.
        answer.allowed = [.status]
        switch state.present.login {
        case .unknown where !(isCheck && state.present.isForeign): return nil
        case .none where isCheck, .unknown:
            answer.owed = [Promise(.refused(resource), "AE-CHKZ-004")]
            guard state.flow == .none else { return answer }
            answer.forbidden = [
                Promise(.anyUI, "AE-CHKZ-005"), Promise(.request(.authorize), "AE-CHKZ-005"),
                Promise(.authenticated, "AE-CHKZ-003"),
            ]
            return answer
        case .none where (World.isDisputed(resource) || state.rules[resource] != nil) && !state.users.isEmpty:
            return nil
        case .none: return begin(.authorization(resource), state)
        case .valid(let mvpd): return authorize(resource, by: mvpd, state)
        }
    }

    private func authorize(_ resource: String, by mvpd: String, _ state: State) -> Answer? {
        // What another MVPD has granted may be stored, and whether it is of use with this one is not said.
        guard let result = result(of: resource, by: mvpd, state),
            !(World.isDisputed(resource) && state.users.contains { $0 != mvpd }),
            // As only one is kept for each resource, it may be that of another programmer's login.
            !state.programmers.values.contains(where: { $0.revoked.contains(resource) }),
            state.rules[resource] == nil || !mayBeStored(resource, state)
        else { return nil }
        let denial = state.denial(of: resource, by: mvpd)
        // Whom a TempPass is denied what is the service's affair.
        if world.trait(mvpd) == .tempPass, denial != nil { return nil }
        var answer = Answer(state)
        answer.allowed = [.status]
        answer.owed = [Promise(result, denial == nil ? "AE-GETZ-009" : "AE-GETZ-010")]
        if denial == "" { answer.owed[0].cites.append("AE-FAIL-004") }
        answer.forbidden = [Promise(.anyUI, "AE-DPD-007")]
        let isGranted = denial == nil
        // What is answered from the storage may go untracked: no request returned (AE-TRK-023).
        let isNew = !state.present.authorized.contains(resource) && !mayBeStored(resource, state)
        // Whether what has run out is in the cache is not said (AE-TRK-015).
        if isNew, !state.haveAuthorizationsExpired {
            answer.asked = [Promise(.authorizationTracked(isGranted ? mvpd : nil), "AE-GETZ-013", "AE-TRK-009")]
            if isGranted { answer.asked[0].cites.append("AE-TRK-015") }
        }
        guard isGranted else { return answer }
        answer.asked.append(Promise(.request(.mediaToken), "AE-GETZ-007"))
        answer.asked += (state.options?.sent ?? []).map {
            Promise(.sent(.mediaToken, $0.value), "AE-OPT-002", "AE-OPT-003")
        }
        if state.present.authorized.contains(resource) {
            answer.forbidden.append(Promise(.request(.authorize), "AE-GETZ-006"))
            if world.hasAdvice, !state.haveAuthorizationsExpired {
                answer.forbidden.append(Promise(.authorizationTracked(mvpd), "AE-TRK-023"))
            }
        } else if isNew {
            answer.asked.append(Promise(.request(.authorize), "AE-GETZ-005"))
        }
        let others = foreigners(to: mvpd, state)
        if isNew || state.programmers.count == 1, !others.isEmpty, !state.present.isChosen {
            // Whatever is stored of an earlier login, the requests go where the present one's provider is.
            let cites = ["AE-GETZ-019"] + (state.present.hadAnother ? ["AE-SP-012"] : [])
            answer.forbidden += [.authorize, .mediaToken].map { Promise(.requestTo(others, $0), cites) }
        }
        for requestor in state.programmers.keys where requestor != state.requestor {
            guard answer.next.programmers[requestor]?.authorized.remove(resource) != nil else { continue }
            answer.next.programmers[requestor]?.unclear.insert(resource)
        }
        if isNew { answer.next.present.hasAskedService = true }
        // What is authorized may be what is answered from a cache.
        answer.next.fillCaches()
        if state.haveAuthorizationsExpired || !world.has(.keptAuthorizations) {
            answer.next.present.unclear.insert(resource)
        } else {
            answer.next.present.authorized.insert(resource)
            answer.next.present.unclear.remove(resource)
        }
        return answer
    }

    /// What the service refuses to who has no login there any more, and nobody is asked to log in for a check.
    private func checkLoggedOut(_ resource: String, _ state: State) -> Answer? {
        guard state.flow == .none, case .valid(let mvpd) = state.present.login, world.trait(mvpd) == .plain,
            state.denial(of: resource, by: mvpd) == nil, !state.present.authorized.contains(resource),
            !mayBeStored(resource, state), state.programmers.count == 1, state.present.others.isEmpty,
            state.elsewhere.isEmpty, !state.hasAccountUser, !state.hasExpired
        else { return nil }
        var answer = Answer(state)
        answer.allowed = [.status]
        answer.owed = [Promise(.refused(resource), "AE-CHKZ-007", "AE-GETZ-010")]
        answer.forbidden = [Promise(.anyUI, "AE-DPD-004"), Promise(.token(resource), "AE-GETZ-010")]
        answer.next.present.revoked.formUnion(state.present.authorized.union(state.present.unclear))
        loseLogin(&answer.next)
        return answer
    }

    /// The providers that do not list the MVPD: in one order, and without those that are nobody's, because what is compared
    /// with another run is the same in it.
    func foreigners(to mvpd: String, _ state: State) -> [Int] {
        state.providers.sorted().filter { provider in
            !world.providers[provider].isEmpty && !world.providers[provider].contains(mvpd)
        }
    }

    /// Whether an authorization may be in the storage although nobody can say so: that of another programmer may be of use,
    /// as only one is kept for each resource (AE-STO-005).
    func mayBeStored(_ resource: String, _ state: State) -> Bool {
        state.present.unclear.contains(resource)
            || state.programmers.contains { requestor, programmer in
                requestor != state.requestor && programmer.authorized.union(programmer.unclear).contains(resource)
            }
    }

    /// AE-GETZ-009, AE-TOK-002, AE-FAIL-003, AE-FAIL-005.
    func result(of resource: String, by mvpd: String, _ state: State) -> Sign? {
        guard World.resources.contains(where: { $0.name == resource }) || World.crowd.contains(resource) else {
            return nil
        }
        return state.denial(of: resource, by: mvpd).map { .denied(resource, message: $0) } ?? .token(resource)
    }
}
