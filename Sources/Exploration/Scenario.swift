package import Model

/// A world and what is done in it, with what the model says must follow.
package struct Scenario: Sendable, Hashable {
    package struct Move: Sendable, Hashable {
        package var kind: MoveKind
        package var act: Act
        package var answer: Answer
        /// Whether it is waited until nothing more happens before the next move.
        package var isSettled: Bool
        /// The state it was made in.
        package var before: State
    }

    package var world: World
    package var moves: [Move]
    /// What it is compared by with its twin.
    package var relation: Relation?

    /// What the choices make; moves that make no sense in their place are left out.
    package init(_ choices: Choices, isTelevision: Bool) {
        world = Self.world(choices.world, isTelevision: isTelevision)
        moves = []
        var state = State()
        let model = Model(world)
        for choice in choices.moves {
            guard let move = Self.move(choice, model, state) else { continue }
            state = move.answer.next
            moves.append(move)
        }
        guard let relation = Self.relation(choices.world) else { return }
        var related = self
        if relation == .emptyProvider {
            guard world.providers.count < 8 else { return }
            related.world.providers.append([])
        }
        if relation == .renamed { related.world.hasOddNames = false }
        guard related.twin(by: relation) != nil else { return }
        self = related
        self.relation = relation
    }

    /// The choices of the world that decide what the scenario is compared with, and what resources look like.
    static let relationChoice = 12
    static let mediaRSSChoice = 13
    /// Those that decide what the world has beside plain MVPDs, and which are not plain.
    static let flavourChoice = 14
    static let traitsChoice = 15
    /// Above these are relations.
    static let unrelated = 18

    private static func relation(_ choices: [Int]) -> Relation? {
        guard choices.indices.contains(relationChoice) else { return nil }
        let choice = Int(choices[relationChoice].magnitude) % (unrelated + Relation.allCases.count)
        return Relation(rawValue: choice - unrelated)
    }

    /// The choices that made moves.
    package static func used(_ choices: Choices, isTelevision: Bool) -> Choices {
        let model = Model(world(choices.world, isTelevision: isTelevision))
        var state = State()
        var used = choices
        used.moves = choices.moves.filter { choice in
            guard let move = move(choice, model, state) else { return false }
            state = move.answer.next
            return true
        }
        return used
    }

    /// Whether it comes to light after each configuration which provider an MVPD belongs to.
    ///
    /// Where replies are held back, the rule for that would leave undecided what nothing was seen of.
    var showsBindings: Bool {
        let holds = moves.contains { [.configureInOrder, .queue].contains($0.kind) }
        var isOpen = false
        for move in moves {
            if [.configure, .configureInOrder, .configureInTrouble, .queue, .logOutElsewhere, .restart].contains(
                move.kind) || move.before.phase != move.answer.next.phase
            {
                if holds, isOpen { return false }
                if case .ready(_, let providers) = move.answer.next.phase { isOpen = providers.count > 1 }
            } else if case .page = move.answer.next.flow {
                isOpen = false
            } else if [.signIn, .ask, .changeMind].contains(move.kind) {
                isOpen = false
            }
        }
        return !(holds && isOpen)
    }

    /// Whether anything is owed in it: what a silent port does as well proves nothing.
    package var isDemanding: Bool { moves.contains { !$0.answer.owed.isEmpty } }

    private static let names = ["A", "B", "C", "D", "a"]

    static func world(_ choices: [Int], isTelevision: Bool) -> World {
        var reader = ChoiceReader(choices)
        let count = 1 + reader.next(8)
        let isOdd = reader.next(2) == 1
        let further = reader.next(120)
        let offset = [0, 0, 0, -8 * 60, 5 * 60 + 30, 13 * 60][reader.next(6)]
        let providers = (0..<count).map { index -> [String] in
            let choice = reader.next(32)
            // Simplest: each provider lists what the first does.
            let bits = choice == 31 && index > 0 ? 0 : (choice + 1) & 31
            return names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] }
        }
        var world = World(
            providers: providers.map { $0.isEmpty && $0 == providers[0] ? ["A"] : $0 }, isTelevision: isTelevision)
        world.hasOddNames = isOdd
        // Thousands now and then, where few ask for them: such a scenario costs as much as fifty others.
        world.furtherMVPDs = further == 119 && count < 3 ? 2_000 : further > 113 ? 300 : 0
        world.hasMediaRSS = choices.count > mediaRSSChoice && choices[mediaRSSChoice].magnitude % 8 == 7
        world.tokenOffset = offset
        if choices.count > flavourChoice {
            let bits = choices.count > traitsChoice ? Int(choices[traitsChoice].magnitude) : 0
            flavour(choices[flavourChoice]).season(&world, names: names, bits: bits)
        }
        return world
    }

    static func flavour(_ choice: Int) -> Flavour {
        Flavour(rawValue: Int(choice.magnitude) % Flavour.allCases.count) ?? .plain
    }

    static func move(_ choices: [Int], _ model: Model, _ state: State) -> Move? {
        var reader = ChoiceReader(choices)
        guard let kind = reader.next(of: MoveKind.allCases) else { return nil }
        let isSettled = reader.next(3) != 1
        var acts = ActReader(reader: reader, world: model.world, state: state)
        guard let act = acts.act(kind), let answer = model.answer(to: act, in: state) else { return nil }
        return Move(kind: kind, act: act, answer: answer, isSettled: isSettled, before: state)
    }
}

/// Reads the arguments of an act from choices.
private struct ActReader {
    var reader: ChoiceReader
    let world: World
    let state: State

    mutating func act(_ kind: MoveKind) -> Act? {
        switch kind {
        case .configure:
            let providers = providers()
            return .configure(reader.next(4) == 3 ? .other : .usual, providers)
        case .configureInOrder:
            let providers = providers()
            return providers.count > 1 ? .configureInOrder(providers, answers: reader.order(of: providers)) : nil
        case .configureInVain: return fault().map { .configureInVain(providers(), $0) }
        case .configureInTrouble: return fault().map { .configureInTrouble(providers(), $0) }
        case .configureTwice:
            let (first, second) = (providers(), providers())
            let others = world.providers.indices.filter { !first.contains($0) }
            guard !others.isEmpty, reader.next(3) == 2 else { return .configureTwice(first, second) }
            return .configureTwice(first, others, failing: fault())
        case .late: return late()
        case .logInLate: return .logInLate(meanwhile: [otherRequestor])
        case .refresh:
            let refused = reader.next(2) == 0 ? Act.Request.authorize : .mediaToken
            return .together((0...1 + reader.next(2)).compactMap { _ in call() }, held: nil, refused: refused)
        case .preauthorizeJoined:
            guard let first = resource(), let second = resource() else { return nil }
            return .preauthorizeJoined(first, second)
        case .decide: return .decide(reader.order(of: Array(reader.some(of: World.resources.map(\.name)).prefix(5))))
        case .queue:
            let providers = providers()
            if !state.wasConfigured, reader.next(4) == 3 {
                return .queue([.getAuthentication(isForced: false)], providers)
            }
            let calls = (0...reader.next(3)).compactMap { _ in call() }
            // Now and then more than a port may think that anybody makes.
            guard reader.next(6) == 5 else { return .queue(calls, providers) }
            let checks = World.resources.map { Act.authorize($0.name, isCheck: true) }
            return .queue(checks + Array(repeating: .checkAuthentication, count: 5), providers)
        case .together:
            let held = reader.next(of: [nil, .authorize, .mediaToken, .preauthorize] as [Act.Request?]) ?? nil
            if held == .authorize, reader.next(3) == 2 {
                let all = reader.order(of: World.resources.map(\.name)).prefix(4 + reader.next(4))
                return .together(all.map { .authorize($0, isCheck: reader.next(2) == 1) }, held: held)
            }
            var calls = (0...1 + reader.next(4)).compactMap { _ in call() }
            // The same once more, now and then.
            if reader.next(4) == 3 { calls += calls.prefix(1) }
            return .together(calls, held: held)
        case .signIn: return mvpd().map { .signIn($0, data: pairs()) }
        case .check: return .checkAuthentication
        case .checkTwice: return .checkTwice
        case .expiries: return reader.next(of: state.present.authorized.sorted()).map { .compareExpiries($0) }
        case .authorizeCrowd: return .authorizeCrowd
        case .authorize:
            return resource().map { .authorize($0, isCheck: reader.next(2) == 1, data: pairs()) }
        case .authorizeInVain:
            guard let resource = resource(), let fault = fault() else { return nil }
            return .authorizeInVain(
                resource, isCheck: reader.next(2) == 1, reader.next(2) == 1 ? .mediaToken : .authorize, fault)
        case .preauthorize:
            let some = Array(reader.some(of: World.resources.map(\.name)).prefix(5))
            let order = reader.order(of: some)
            let isCached = reader.next(2) == 1
            let last = state.lastPreauthorized
            if !last.isEmpty, reader.next(2) == 1 { return .preauthorize(last, isCached: reader.next(3) < 2) }
            return .preauthorize(order, isCached: isCached)
        case .preauthorizeInVain:
            let some = Array(reader.some(of: World.resources.map(\.name)).prefix(5))
            return fault().map { .preauthorizeInVain(some, isCached: reader.next(2) == 1, $0) }
        case .metadata: return question().map { .getMetadata($0) }
        case .provider: return .getSelectedProvider
        case .ask:
            return .getAuthentication(
                isForced: reader.next(4) == 3, data: pairs(), filter: reader.next(3) == 2 ? filter() : nil)
        case .choose: return mvpd().map { .choose($0) }
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
        case .changeMind: return .changeMind
        case .logOut: return .logOut
        case .restart: return .restart(isKill: reader.next(3) == 2)
        case .logOutElsewhere: return .logOutElsewhere
        case .setOptions:
            var options = Options(number: 1 + reader.next(9))
            let bits = reader.next(32)
            (options.hasProfile, options.hasDevice, options.isOdd) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)
            options.handlesSafari = [nil, true, true, false][bits >> 3]
            return .setOptions(options)
        case .expire: return .expire
        }
    }

    /// Some of the providers, all where the choice is 0; in their order, or turned around.
    private mutating func providers() -> [Int] {
        let some = reader.some(of: Array(world.providers.indices))
        return some
    }

    private mutating func mvpd() -> String? {
        reader.next(of: world.mvpds(of: state.providers))
    }

    private var otherRequestor: Act { .configure(state.requestor == .usual ? .other : .usual, state.providers) }

    /// A call that is overtaken by a logout, by a login with another MVPD, or by another programmer's configuration.
    private mutating func late() -> Act? {
        guard let resource = resource() else { return nil }
        let (call, request): (Act, Act.Request) =
            reader.next(2) == 0
            ? (.authorize(resource, isCheck: reader.next(2) == 1), .authorize)
            : (.preauthorize([resource], isCached: false), .preauthorize)
        // Whoever has no login any more may be asked for one by the other call.
        let check = request == .authorize ? .authorize(resource, isCheck: true) : call
        switch reader.next(4) {
        case 0: return .late(check, request, meanwhile: [.logOut])
        case 1: return .late(check, request, meanwhile: [otherRequestor])
        default:
            guard let other = mvpd() else { return nil }
            let login: [Act] = [.getAuthentication(isForced: true), .choose(other), .logIn(.signIn)]
            return .late(call, request, meanwhile: login, isLoggedOut: reader.next(2) == 1)
        }
    }

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
        switch reader.next(8) {
        case 0, 6: .authentication
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
