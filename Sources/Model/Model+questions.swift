extension Model {
    /// What follows from calls that ask for something, and lead nowhere.
    func question(_ act: Act, _ state: State) -> Answer? {
        guard state.flow == .none || isAnsweredMeanwhile(act, state) else { return nil }
        switch act {
        case .checkAuthentication: return check(state)
        case .preauthorize(let resources, let isCached): return preauthorize(resources, isCached, state)
        case .checkTwice: return checkTwice(state)
        case .compareExpiries(let resource): return compareExpiries(resource, state)
        case .preauthorizeInVain(let resources, let isCached, _):
            guard case .valid(let mvpd) = state.present.login,
                var answer = preauthorize(resources, isCached, state),
                !resources.contains(where: { state.rules[$0] != nil })
            else { return nil }
            // A failure is no answer, so that none is kept.
            answer.next.justPreauthorized = nil
            answer.forbidden = [Promise(.anyUI, "AE-PRE-010")]
            answer.owed = [Promise(.preauthorization, "AE-PRE-003")]
            answer.asked = []
            let denied = resources.filter { state.denial(of: $0, by: mvpd) != nil }
            answer.forbidden += denied.map { Promise(.preauthorizedAmongOthers($0), "AE-PRE-006") }
            return answer
        case .preauthorizeMultitude:
            guard case .valid = state.present.login,
                let parts = parts(of: Self.multitude, in: state), let end = parts.last?.answer
            else { return nil }
            var answer = Answer(end.next)
            answer.owed = parts.flatMap(\.answer.owed)
            answer.forbidden = end.forbidden
            answer.next.justPreauthorized = nil
            return answer
        case .preauthorizeJoined(let first, let second): return preauthorizeJoined(first, second, state)
        case .decide(let resources, let caches):
            var answer = decide(resources, isWithoutCache: caches != .none, state)
            if caches != .none { answer?.asked.append(Promise(.request(.preauthorize), "AE-PRE-022")) }
            return answer
        case .decideInVain(let resources, _):
            guard var answer = decide(resources, state) else { return nil }
            answer.allowed = [.anyDecision, .noDecisions]
            answer.asked = []
            answer.forbidden += resources.map { Promise(.failedDecision($0), "AE-PRE-021") }
            return answer
        case .getMetadata(let question): return metadata(question, state)
        case .getSelectedProvider:
            var answer = Answer(state)
            answer.owed = [Promise(.selection, "AE-PROV-001")]
            switch (state.present.login, state.present.selection) {
            case (.valid(let mvpd), .chosen(let chosen)) where mvpd == chosen:
                answer.owed = [Promise(.selected(mvpd), "AE-PROV-002", "AE-PROV-003")]
            case (.none, .chosen(let mvpd)): answer.owed = [Promise(.selected(mvpd), "AE-PROV-002")]
            default: break
            }
            if state.flow == .none { answer.forbidden = [Promise(.anyUI, "AE-DPD-004")] }
            return answer
        case .together(let calls, _, let refused):
            guard calls.count > 1, !calls.contains(where: \.isLarge), var answer = together(calls, state) else {
                return nil
            }
            guard refused != nil else { return answer }
            guard case .valid = state.present.login else { return nil }
            // An access token that is refused is nothing that the application notices; this is a statement of the
            // extensions, which nothing else is to wait for.
            answer.allowed += answer.owed.map(\.sign) + [.preauthorization, .status]
            answer.asked = answer.owed.map { Promise($0.sign, "AE-INIT-011") }
            for call in calls {
                guard case .authorize(let resource, _, _) = call else { continue }
                answer.allowed.append(.refused(resource))
                answer.next.present.authorized.remove(resource)
                answer.next.present.unclear.insert(resource)
            }
            answer.owed = []
            // Nor is it said that a login outlasts a 401.
            loseLogin(&answer.next)
            return answer
        default: return nil
        }
    }

    /// Whether it is asked while a user who has no login is at the picker or at a page, and answered all the same.
    func isAnsweredMeanwhile(_ act: Act, _ state: State) -> Bool {
        guard state.present.login == .none else { return false }
        switch state.flow {
        case .picker: break
        case .page(let mvpd, _): guard world.trait(mvpd) == .plain else { return false }
        case .none, .apple, .unknown: return false
        }
        switch act {
        case .checkAuthentication, .getMetadata, .getSelectedProvider, .authorize(_, isCheck: true, .none): return true
        default: return false
        }
    }

    /// AE-CHKN-002 to AE-CHKN-008.
    private func check(_ state: State) -> Answer? {
        var answer = Answer(state)
        switch state.present.login {
        case .valid: answer.owed = [Promise(.authenticated, "AE-CHKN-003")]
        case .none:
            answer.owed = [Promise(.notAuthenticated, "AE-CHKN-004")]
            if state.present.hasLoggedOut { answer.owed[0].cites.append("AE-LOG-006") }
        case .unknown where state.present.isForeign: answer.owed = [Promise(.notAuthenticated, "AE-CHKN-008")]
        case .unknown: answer.owed = [Promise(.status, "AE-CHKN-005")]
        }
        // The service may have the login still, and be asked for it.
        if state.present.isCleared {
            answer.forbidden = [Promise(.authenticated, "AE-INIT-009").unless(.request(.poll), since: .restart)]
        } else if world.isTelevision, state.present.hasLoggedOut, case .unknown = state.present.login,
            !state.hasAccountUser, state.programmers.count == 1, state.elsewhere.isEmpty
        {
            answer.forbidden = [Promise(.authenticated, "AE-LOG-006").unless(.request(.poll), since: .logout)]
        }
        // What is shown and asked for meanwhile may be the login's.
        if state.flow == .none {
            answer.forbidden += [Promise(.anyUI, "AE-CHKN-006"), Promise(.request(.any), "AE-CHKN-002")]
        }
        answer.asked = [Promise(.authenticationTracked(nil), "AE-CHKN-009")]
        if case .valid(let mvpd) = state.present.login {
            answer.asked = [Promise(.authenticationTracked(mvpd), "AE-CHKN-009", "AE-TRK-008", "AE-TRK-015")]
        }
        return answer
    }

    /// AE-TRK-014: the GUID is a hash of the user's id, so that it stays the same, and is not that of who was here before.
    private func checkTwice(_ state: State) -> Answer? {
        guard case .valid(let mvpd) = state.present.login, world.trait(mvpd) != .tempPass, !world.omitsTracking,
            var answer = check(state)
        else { return nil }
        answer.next.guids += 1
        answer.owed = [
            Promise(.authenticated, "AE-CHKN-003"), Promise(.userTracked(answer.next.guids, mvpd), "AE-TRK-004"),
            Promise(.authenticated, "AE-CHKN-003"),
        ]
        answer.asked = [Promise(.userTrackedAgain(answer.next.guids, mvpd), "AE-TRK-014")]
        if let last = state.lastTracked, last != mvpd {
            answer.forbidden.append(Promise(.userTrackedAs(state.guids, mvpd), "AE-TRK-014"))
        }
        answer.next.lastTracked = mvpd
        return answer
    }

    /// AE-META-020; that both end at once for a TempPass is an extension (AE-STO-031).
    private func compareExpiries(_ resource: String, _ state: State) -> Answer? {
        guard case .valid(let mvpd) = state.present.login, world.trait(mvpd) != .tempPass,
            state.present.authorized.contains(resource), !state.isRenewed
        else { return nil }
        var answer = Answer(state)
        answer.next.expiries += 1
        answer.owed = [
            Promise(.expiry(answer.next.expiries, .authorization(resource)), "AE-META-003"),
            Promise(.laterExpiry(answer.next.expiries), "AE-META-002", "AE-META-020"),
        ]
        answer.forbidden = [Promise(.anyUI, "AE-DPD-004")]
        return answer
    }

    /// AE-PRE-003 to AE-PRE-007; more than five resources are another matter (AE-PRE-016).
    private func preauthorize(_ resources: [String], _ isCached: Bool?, _ state: State) -> Answer? {
        guard !resources.isEmpty, resources.count <= 5, Set(resources).count == resources.count,
            // How long a cache is good for is not said, nor whether what is authorized is on the list.
            !resources.contains(where: {
                state.rules[$0] != nil && isCached != false
                    || (state.rules[$0] != nil || World.isDisputed($0) && state.users.count > 1)
                        && mayBeStored($0, state)
                    // Where a login was chosen again, a service that goes by the device answers for the last one.
                    || state.present.isChosen && World.isDisputed($0)
            })
        else { return nil }
        var answer = Answer(state)
        answer.forbidden = [Promise(.anyUI, "AE-PRE-010")]
        switch state.present.login {
        case .valid(let mvpd):
            // AE-PRE-023 is an extension.
            guard world.trait(mvpd) != .tempPass else { return nil }
            let granted = resources.filter { state.denial(of: $0, by: mvpd) == nil }
            answer.owed = [Promise(.preauthorized(granted), "AE-PRE-004", "AE-PRE-005", "AE-PRE-006")]
            let others = foreigners(to: mvpd, state)
            if !others.isEmpty, !state.present.isChosen {
                answer.forbidden.append(Promise(.requestTo(others, .preauthorize), "AE-SP-008", "AE-SP-009"))
            }
            if isCached == false { answer.asked = [Promise(.request(.preauthorize), "AE-PRE-007")] }
            if isCached == true, state.present.hasEmptyCache {
                answer.asked = [Promise(.request(.preauthorize), "AE-PRE-014")]
            }
            if isCached == true, state.justPreauthorized == Set(resources) {
                // Which other calls a cache serves is not said: the same resources may come in another order.
                if state.lastPreauthorized == resources {
                    answer.forbidden.append(Promise(.request(.preauthorize), "AE-PRE-008"))
                }
                answer.asked = []
            }
            answer.next.justPreauthorized = isCached == true ? Set(resources) : nil
            answer.next.fillCaches()
        case .none, .unknown: answer.owed = [Promise(.preauthorization, "AE-PRE-003")]
        }
        return answer
    }

    /// More than any cache need hold, in calls of as many as may be asked about, and then what came first and last.
    package static let multitude: [Act] = {
        let all = World.multitude
        let calls = stride(from: 0, to: all.count, by: 5).map { Array(all[$0..<min($0 + 5, all.count)]) }
        return (calls + [[all[0], "news", all[all.count - 1]]]).map { .preauthorize($0, isCached: true) }
    }()

    /// AE-PRE-005: a resource is not one of those that its name is made of.
    private func preauthorizeJoined(_ first: String, _ second: String, _ state: State) -> Answer? {
        guard first != second, !world.hasMediaRSS, var answer = preauthorize([first, second], true, state),
            case .valid = state.present.login
        else { return nil }
        answer.owed = [Promise(.preauthorizedJoined(first, second), "AE-PRE-005")]
        answer.asked = []
        answer.forbidden = [Promise(.anyUI, "AE-PRE-010")]
        answer.next.justPreauthorized = nil
        return answer
    }

    /// AE-PRE-018, AE-PRE-019; of users without a login and of a TempPass it is not asked here.
    private func decide(_ resources: [String], isWithoutCache: Bool = false, _ state: State) -> Answer? {
        guard case .valid(let mvpd) = state.present.login, var answer = preauthorize(resources, false, state),
            isWithoutCache || !resources.contains(where: { state.rules[$0] != nil })
        else { return nil }
        // These are statements of the extensions, which nothing else is to wait for.
        answer.owed = []
        answer.allowed = [.anyDecision]
        answer.asked =
            [Promise(.decided(resources.count), "AE-PRE-018")]
            + resources.map { Promise(.decision($0, isGranted: state.denial(of: $0, by: mvpd) == nil), "AE-PRE-019") }
        answer.next.justPreauthorized = nil
        return answer
    }

    /// AE-META-001, AE-META-009; what is not there is answered with nothing (AE-META-019).
    private func metadata(_ question: Act.Question, _ state: State) -> Answer? {
        var answer = Answer(state)
        var isKnown = false
        if case .valid(let mvpd) = state.present.login {
            switch question {
            case .authentication: isKnown = true
            // What came with an authorization (AE-META-024); of who has a TempPass nothing is known.
            case .user(let name), .marked(let name):
                isKnown =
                    world.trait(mvpd) != .tempPass && !state.present.isRecalled && !state.withholdsMetadata
                    && (name != "maxRating" || state.present.hasAskedService && !state.present.authorized.isEmpty)
            case .authorization(let resource): isKnown = state.present.authorized.contains(resource)
            case .device: break
            }
        }
        answer.owed = [
            isKnown
                ? Promise(.metadata(question, hasValue: true), Self.statement(of: question))
                : Promise(.metadata(question, hasValue: false), "AE-META-009")
        ]
        if case .marked = question { answer.owed[0].cites.append("AE-META-009") }
        if state.flow == .none { answer.forbidden = [Promise(.anyUI, "AE-DPD-004")] }
        if question == .device { answer.owed = [Promise(.noMetadata(question), "AE-META-004")] }
        if case .authorization(let resource) = question, case .valid = state.present.login, !isKnown,
            !mayBeStored(resource, state), !state.haveAuthorizationsExpired
        {
            answer.forbidden.append(Promise(.untrueMetadata(question), "AE-META-020"))
        }
        // Of whoever has gone back to an earlier login either may be told.
        if case .valid(let mvpd) = state.present.login, [.user("userID"), .marked("userID")].contains(question),
            !state.present.isChosen
        {
            answer.forbidden += state.users.subtracting([mvpd]).sorted().map {
                Promise(.idTold(by: $0), "AE-META-005")
            }
        }
        // What was told with a login before is of the user of that one.
        if isUser(question), state.present.isUntold, !state.present.isChosen, state.programmers.count == 1,
            state.elsewhere.isEmpty, case .valid = state.present.login
        {
            answer.forbidden.append(Promise(.untrueMetadata(question), "AE-META-005"))
        }
        // The service of a television need not have heard of a logout, and may be asked for users' metadata.
        if state.present.hasLoggedOut, case .none = state.present.login, question != .device,
            !world.isTelevision || !isServiceAsked(for: question), !mayBeAnswered(question, state)
        {
            answer.forbidden.append(Promise(.untrueMetadata(question), "AE-LOG-007", "AE-META-020"))
        }
        return answer
    }

    /// Whether an answer to the question may be in the storage, although nobody can say so.
    private func mayBeAnswered(_ question: Act.Question, _ state: State) -> Bool {
        switch question {
        case .authorization(let resource): mayBeStored(resource, state)
        // It comes with an authorization.
        case .user("maxRating"): !state.present.unclear.isEmpty
        default: false
        }
    }

    /// Whether it is for what comes with a login.
    private func isUser(_ question: Act.Question) -> Bool {
        isServiceAsked(for: question) && question != .user("maxRating")
    }

    private func isServiceAsked(for question: Act.Question) -> Bool {
        switch question {
        case .user, .marked: true
        case .authentication, .authorization, .device: false
        }
    }

    private static func statement(of question: Act.Question) -> String {
        switch question {
        case .authentication: "AE-META-002"
        case .authorization: "AE-META-003"
        case .user("maxRating"): "AE-META-024"
        case .user, .marked: "AE-META-005"
        case .device: "AE-META-004"
        }
    }

    /// Calls that lead nowhere do not change what the others are answered, in whatever order they are served.
    func together(_ calls: [Act], _ state: State) -> Answer? {
        var answer = Answer(state)
        // Of two that are equal both are answered where each is to be (AE-CHKN-005, AE-CHKZ-007), of others it is advice.
        var seen: [Act] = []
        for call in calls.filter(\.isAnsweredEach) + calls.filter({ !$0.isAnsweredEach }) {
            defer { seen.append(call) }
            let one: Answer?
            if case .authorize(let resource, let isCheck, _) = call {
                if case .valid = state.present.login {} else if !isCheck { return nil }
                one = authorize(resource, isCheck, state)
            } else {
                one = question(call, state)
            }
            guard let one, one.next.flow == state.flow else { return nil }
            let isJoined = !call.isAnsweredEach && seen.contains { $0.isEqualQuestion(to: call) }
            answer.owed += isJoined ? [] : one.owed
            if isJoined { answer.allowed += one.owed.map(\.sign) }
            answer.allowed += one.allowed.filter { !answer.allowed.contains($0) }
            // Who asked for what cannot be told apart while others ask, too.
            answer.forbidden = [Promise(.anyUI, "AE-DPD-004")]
            answer.next.present.authorized.formUnion(one.next.present.authorized)
            answer.next.present.unclear.formUnion(one.next.present.unclear)
            if one.next.present.hasAskedService { answer.next.present.hasAskedService = true }
            if !one.next.present.hasEmptyCache { answer.next.fillCaches() }
        }
        answer.next.present.unclear.subtract(answer.next.present.authorized)
        if case .valid(let mvpd) = state.present.login { answer.asked = requests(for: calls, by: mvpd, state) }
        return answer
    }

    /// Each preauthorization without the cache is one, and each authorization needs a media token: that of equal calls of
    /// `getAuthorization:` may be one.
    private func requests(for calls: [Act], by mvpd: String, _ state: State) -> [Promise] {
        var (preauthorizations, checks, resources) = (0, 0, Set<String>())
        for call in calls {
            switch call {
            case .preauthorize(_, isCached: false?): preauthorizations += 1
            case .authorize(let resource, let isCheck, _) where state.denial(of: resource, by: mvpd) == nil:
                if isCheck { checks += 1 } else { resources.insert(resource) }
            default: break
            }
        }
        let tokens = checks + resources.count
        return [
            preauthorizations == 0 ? nil : Promise(.requests(.preauthorize, preauthorizations), "AE-PRE-007"),
            tokens == 0 ? nil : Promise(.requests(.mediaToken, tokens), "AE-GETZ-007"),
        ].compactMap(\.self)
    }
}
