import Model

/// Reads the arguments of an act from choices.
struct ActReader {
    var reader: ChoiceReader
    let world: World
    let state: State

    mutating func act(_ kind: MoveKind) -> Act? {
        switch kind {
        case .configure:
            let providers = providers()
            // The other programmer is of interest beside a login.
            let turns = state.present.login == .none ? 4 : 2
            return .configure(reader.next(turns) == turns - 1 ? .other : .usual, providers)
        case .configureInOrder:
            let providers = providers()
            return providers.count > 1 ? .configureInOrder(providers, answers: reader.order(of: providers)) : nil
        case .configureLate:
            let providers = providers()
            let answers = reader.order(of: providers)
            guard let first = answers.first, providers.count > 1, let mvpd = reader.next(of: world.providers[first])
            else { return nil }
            return .configureLate(providers, answers: answers, choosing: mvpd)
        case .configureInVain: return fault().map { .configureInVain(providers(), $0) }
        case .configureInTrouble: return fault().map { .configureInTrouble(providers(), $0) }
        case .configureTwice:
            let (first, second) = (providers(), providers())
            let others = world.providers.indices.filter { !first.contains($0) }
            // The first is overtaken where the second has providers of its own.
            guard !others.isEmpty, reader.next(3) > 0 else { return .configureTwice(first, second) }
            return .configureTwice(first, others, failing: reader.next(2) == 0 ? nil : fault())
        case .late: return late()
        case .logInLate: return .logInLate(meanwhile: [toOtherRequestor])
        case .refresh:
            let refused = reader.next(2) == 0 ? Act.Request.authorize : .mediaToken
            return .together((0...1 + reader.next(2)).compactMap { _ in call() }, held: nil, refused: refused)
        case .preauthorizeJoined:
            guard let first = resource(), let second = resource() else { return nil }
            return .preauthorizeJoined(first, second)
        case .decide:
            return .decide(reader.order(of: resources()), without: reader.next(of: Act.Caches.allCases) ?? .none)
        case .decideInVain:
            let some = reader.order(of: resources())
            return fault().map { .decideInVain(some, $0) }
        case .queue:
            // What is asked of another requestor is for that one to answer.
            let isOther = state.requestor != nil && reader.next(2) == 1
            let requestor = isOther ? otherRequestor : .usual
            let providers = state.wasConfigured && !isOther ? state.providers : providers()
            if reader.next(4) == 3 {
                guard reader.next(2) == 1, let resource = resource() else {
                    return .queue([.getAuthentication(isForced: false)], providers, for: requestor)
                }
                return .queue([.authorize(resource, isCheck: false)], providers, for: requestor)
            }
            let calls = (0...reader.next(3)).compactMap { _ in call() }.map { call in
                guard state.wasConfigured, !call.isAnsweredEach else { return call }
                if case .authorize(let resource, _, _) = call { return .authorize(resource, isCheck: true) }
                return .checkAuthentication
            }
            // Now and then more than a port may think that anybody makes.
            guard reader.next(6) == 5 else { return .queue(calls, providers, for: requestor) }
            let checks = World.resources.map { Act.authorize($0.name, isCheck: true) }
            let count = reader.next(2) == 0 ? 5 : 40
            return .queue(checks + Array(repeating: .checkAuthentication, count: count), providers, for: requestor)
        case .together:
            let held = reader.next(of: [nil, .authorize, .mediaToken, .preauthorize] as [Act.Request?]) ?? nil
            if held == .authorize, reader.next(3) == 2 {
                let all = reader.order(of: World.resources.map(\.name)).prefix(4 + reader.next(4))
                return .together(all.map { .authorize($0, isCheck: reader.next(2) == 1) }, held: held)
            }
            var calls = (0...1 + reader.next(4)).compactMap { _ in call() }
            // One of these once more, now and then: each needs a media token of its own, or an answer (AE-GETZ-007).
            if reader.next(3) == 2 { calls += [reader.next(of: calls)].compactMap(\.self) }
            return .together(calls, held: held)
        case .signIn:
            guard case .valid(let user) = state.present.login else {
                return mvpd().map { .signIn($0, data: pairs(), isForced: reader.next(6) == 5) }
            }
            let others = world.mvpds(of: state.providers).filter { $0 != user }
            return reader.next(of: others).map { .signIn($0, isForced: true) }
        case .visit: return visit()
        case .recall: return reader.next(of: state.present.others.sorted()).map { .recall($0) }
        case .check: return .checkAuthentication
        case .checkTwice: return .checkTwice
        case .expiries: return reader.next(of: state.present.authorized.sorted()).map { .compareExpiries($0) }
        case .authorizeCrowd: return .authorizeCrowd
        case .authorizeDuring:
            guard let first = resource(), let second = resource(), let mvpd = mvpd() else { return nil }
            return .authorizeDuring(first, second, mvpd)
        case .preauthorizeMultitude: return .preauthorizeMultitude
        case .closeDialog: return .closeDialog
        case .passInVain:
            guard let mvpd = mvpd(), let fault = fault() else { return nil }
            return .passInVain(mvpd, fault)
        case .checkLoggedOut: return resource().map { .checkLoggedOut($0) }
        case .authorize:
            return resource().map { .authorize($0, isCheck: reader.next(2) == 1, data: pairs()) }
        case .authorizeInVain:
            guard let resource = resource(), let fault = fault() else { return nil }
            let isCheck = reader.next(2) == 1
            let request = reader.next(of: [.authorize, .mediaToken, .accessToken] as [Act.Request]) ?? .authorize
            return .authorizeInVain(resource, isCheck: isCheck || request == .accessToken, request, fault)
        case .preauthorize:
            let order = reader.order(of: resources())
            let isCached = reader.next(of: [false, true, nil, true] as [Bool?]) ?? nil
            let last = state.lastPreauthorized
            if !last.isEmpty, reader.next(2) == 1 { return .preauthorize(last, isCached: reader.next(3) < 2) }
            return .preauthorize(order, isCached: isCached)
        case .preauthorizeInVain:
            let some = resources()
            return fault().map { .preauthorizeInVain(some, isCached: reader.next(2) == 1, $0) }
        case .metadata: return question().map { .getMetadata($0) }
        case .provider: return .getSelectedProvider
        case .ask:
            return .getAuthentication(
                isForced: reader.next(4) == 3, data: pairs(), filter: reader.next(3) == 2 ? filter() : nil)
        case .choose: return mvpd().map { .choose($0) }
        case .askInVain:
            let providers = providers()
            guard let mvpd = reader.next(of: world.mvpds(of: providers)), let fault = fault(),
                ![.malformed, .truncate].contains(fault)
            else { return nil }
            return .askInVain(providers, mvpd, fault)
        case .giveUp: return .giveUp
        case .chooseTwice:
            guard let first = mvpd(), let second = mvpd() else { return nil }
            return .chooseTwice(first, second)
        case .pick:
            guard case .apple(_, let offered) = state.flow else { return nil }
            return reader.next(of: offered).map { .pick($0) }
        case .configureDefault: return .configureDefault
        case .launchOther: return .launchOther
        case .cancel: return .cancel
        case .logIn: return .logIn(reader.next(5) == 4 ? .wrongPasswordFirst : .signIn)
        case .logInInVain: return fault().map { .logInInVain($0) }
        case .cancelLate: return .cancelLate
        case .cancelRenewal: return .cancelRenewal
        case .changeMind: return .changeMind
        case .cancelAtOnce: return mvpd().map { .cancelAtOnce($0) }
        case .logOut: return .logOut
        case .logOutLate: return .logOutLate
        case .withholdMetadata: return .withholdMetadata
        case .logOutInVain: return fault().map { .logOutInVain($0) }
        case .restart: return .restart(isKill: reader.next(3) == 2)
        case .logOutElsewhere: return .logOutElsewhere
        case .renewElsewhere: return .renewElsewhere
        case .rule:
            // What was asked for before, for the most part, and the other way than it is.
            let some = reader.next(3) > 0 ? reader.next(of: state.lastPreauthorized) : nil
            guard let name = some ?? resource() else { return nil }
            return .rule(
                name, isGranted: state.denial(of: name, by: world.mvpds(of: state.providers).first ?? "") != nil)
        case .setOptions:
            var options = Options(number: 1 + reader.next(9))
            let bits = reader.next(32)
            (options.hasProfile, options.hasDevice, options.isOdd) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)
            options.handlesSafari = [nil, true, true, false][bits >> 3]
            options.isBlank = reader.next(6) == 5
            // What was set is taken back now and then.
            if state.handlesSafari == true, reader.next(2) == 1 { options.handlesSafari = false }
            return .setOptions(options)
        case .expire: return .expire
        case .expireAuthorizations: return .expireAuthorizations
        }
    }

    /// Some of the providers, all where the choice is 0; in their order, or turned around.
    private mutating func providers() -> [Int] {
        reader.some(of: Array(world.providers.indices))
    }

    private mutating func mvpd() -> String? {
        reader.next(of: world.mvpds(of: state.providers))
    }

    private var otherRequestor: Act.Requestor { state.requestor == .usual ? .other : .usual }
    private var toOtherRequestor: Act { .configure(otherRequestor, state.providers) }

    /// A call that is overtaken by a logout, by a login with another MVPD, or by another programmer's configuration.
    private mutating func late() -> Act? {
        guard let resource = resource() else { return nil }
        let (call, request): (Act, Act.Request) =
            switch reader.next(3) {
            case 0: (.authorize(resource, isCheck: reader.next(2) == 1), .authorize)
            case 1: (.preauthorize([resource], isCached: false), .preauthorize)
            default: (.decide([resource], without: .local), .preauthorize)
            }
        // Whoever has no login any more may be asked for one by the other call.
        let check = request == .authorize ? .authorize(resource, isCheck: true) : call
        switch reader.next(4) {
        case 0: return .late(check, request, meanwhile: [.logOut])
        case 1: return .late(check, request, meanwhile: [toOtherRequestor])
        default:
            guard let other = mvpd() else { return nil }
            let login: [Act] = [.getAuthentication(isForced: true), .choose(other), .logIn(.signIn)]
            return .late(call, request, meanwhile: login, isLoggedOut: reader.next(2) == 1)
        }
    }

    /// What another programmer's user does: logs in, or begins to with the MVPD of this one's login, and does not.
    private mutating func visit() -> Act? {
        guard let mvpd = mvpd() else { return nil }
        let number = reader.next(8)
        guard number > 0 else { return .visit([.signIn(mvpd)]) }
        let same: String? = if case .valid(let user) = state.present.login { user } else { nil }
        let login: [Act] = [.getAuthentication(isForced: false), .choose(reader.next(2) == 0 ? same ?? mvpd : mvpd)]
        switch number {
        case 1: return .visit(login + [.cancel])
        case 2: return .visit(login + [.giveUp])
        case 3: return fault().map { .visit(login + [.logInInVain($0)]) }
        case 4: return .visit(login + [.cancelLate])
        case 5, 6:
            // The same question, and another answer where an MVPD denies what another grants.
            guard !state.lastPreauthorized.isEmpty else { return nil }
            return .visit([.signIn(mvpd), .preauthorize(state.lastPreauthorized, isCached: true)])
        default: return resource().map { .visit([.signIn(mvpd), .authorize($0, isCheck: true)]) }
        }
    }

    private mutating func resources() -> [String] { Array(reader.some(of: World.resources.map(\.name)).prefix(5)) }

    /// Every other time one that was asked for before.
    private mutating func resource() -> String? {
        let all = World.resources.map(\.name)
        let known = state.present.authorized.union(state.present.unclear).sorted()
        let choice = reader.next(2 * all.count)
        guard choice >= all.count, !known.isEmpty else { return all[choice % all.count] }
        return choice % 2 == 0 ? known[0] : known[choice % known.count]
    }

    /// None most of the time.
    private mutating func pairs() -> Pairs { Pairs(max(0, reader.next(14) - 8)) }

    /// Some of all MVPDs in an order of their own, and every other one of these featured.
    private mutating func filter() -> Filter {
        let named = reader.order(of: world.mvpds(of: state.providers))
        return Filter(mvpds: named, featured: named.indices.filter { $0 % 2 == 1 }.map { named[$0] })
    }

    private mutating func fault() -> Act.Fault? { reader.next(of: Act.Fault.allCases) }

    private mutating func question() -> Act.Question? {
        switch reader.next(9) {
        case 0, 6: .authentication
        case 8: .marked("userID")
        case let number where number < 5: .user(Act.Question.names[number - 1])
        case 5: .device
        default: resource().map { .authorization($0) }
        }
    }

    /// A call that leads nowhere, from one choice.
    private mutating func call() -> Act? {
        var own = ChoiceReader([reader.next(1_000)])
        let number = own.next(1_000)
        let resource = World.resources[number / 5 % World.resources.count].name
        return switch number % 5 {
        case 0, 1: .authorize(resource, isCheck: state.requestor == nil || number % 10 < 5)
        case 2: .getMetadata(number / 5 % 2 == 0 ? .authentication : .user("userID"))
        case 3: .preauthorize([resource], isCached: false)
        default: .checkAuthentication
        }
    }
}
