import Evidence
package import Model

/// Makes scenarios, by weight, and above all what was not seen yet.
///
/// A seed decides all of them.
package struct Generator: Sendable {
    private var numbers: SeededRandom
    let stage: Stage
    private let abilities: Set<Ability>
    private let calls: Set<String>?
    private let focus: Focus?
    private let statement: String?
    private let processCost: Int
    private let isAdvised: Bool
    package private(set) var coverage = Coverage()
    /// The choices of scenarios that were through something new.
    package private(set) var interesting: [Choices] = []
    private var turn = 0
    /// How many scenarios are drawn for one that promises the statement.
    var maxDraws = 3_000
    /// What is tried before anything new.
    private var waiting: [Choices]
    /// What of it does not promise the statement.
    private var passedOver: [Choices] = []

    /// Of so many scenarios that are drawn the one is taken that has most in it that was seldom seen.
    private static let candidates = 8
    /// Where processes cost much, every so many scenarios one is taken that has a restart, whatever it costs: what is stored
    /// wrongly shows in no other.
    private static let turnsToRestart = 8
    /// The most that is kept to go on from.
    private static let memory = 400

    /// - Parameters:
    ///   - abilities: of the port; nothing is drawn that it has not.
    ///   - calls: that the port has; nil for all.
    ///   - isAdvised: whether scenarios show what the documents advise, too.
    ///   - processCost: what it costs to start the port in a process, counted in moves.
    package init(
        seed: UInt64, on stage: Stage = Stage(), abilities: Set<Ability> = [], calls: Set<String>? = nil,
        focus: Focus? = nil, statement: String? = nil, corpus: [Choices] = [], isAdvised: Bool = false,
        processCost: Int = 0
    ) {
        numbers = SeededRandom(seed: seed)
        self.stage = stage
        self.abilities = abilities
        self.calls = calls
        self.focus = focus
        self.statement = statement
        self.processCost = processCost
        self.isAdvised = isAdvised
        waiting = corpus.reversed()
    }

    /// What of the corpus was not tried, in its order.
    package var untried: [Choices] { passedOver + waiting.reversed() }

    /// The next scenario, with the choices that it is made of; nil where none was found that promises the statement, or anything
    /// that a port with so few calls can be held to.
    package mutating func next() -> (choices: Choices, scenario: Scenario)? {
        while let choices = waiting.popLast() {
            let kept = Scenario.advised(choices, isAdvised)
            let scenario = Scenario(kept, on: stage)
            if isWanted(scenario) { return taken(kept) }
            if scenario.isDemanding { passedOver.append(choices) }
        }
        guard statement == nil else {
            for _ in 0..<maxDraws {
                let choices = draw()
                if isWanted(Scenario(choices, on: stage)) { return taken(choices) }
            }
            return nil
        }
        turn += 1
        var best = (gain: -1, choices: Choices(world: [], moves: []))
        for _ in 0..<maxDraws where best.gain < 0 {
            for _ in 0..<Self.candidates {
                let choices = draw()
                let drawn = gain(of: Scenario(choices, on: stage))
                if drawn > best.gain { best = (drawn, choices) }
            }
        }
        return best.gain < 0 ? nil : taken(best.choices)
    }

    /// What a scenario has in it that was seldom seen; negative where nothing is demanded in it.
    private func gain(of scenario: Scenario) -> Int {
        guard scenario.isDemanding, isPossible(scenario) else { return -1 }
        guard processCost > 0, turn % Self.turnsToRestart == 0 else {
            return coverage.gain(of: scenario, processCost: processCost)
        }
        return scenario.restarts ? coverage.gain(of: scenario) : 0
    }

    private func isWanted(_ scenario: Scenario) -> Bool {
        guard scenario.isDemanding, isPossible(scenario) else { return false }
        guard let statement else { return true }
        return scenario.moves.contains { move in
            move.answer.promises.contains { $0.cites.contains(statement) }
        }
    }

    /// Whether the port has all calls that it is made of.
    private func isPossible(_ scenario: Scenario) -> Bool {
        guard let calls else { return true }
        return scenario.moves.allSatisfy { $0.calls(in: scenario.world).isSubset(of: calls) }
    }

    private mutating func taken(_ choices: Choices) -> (choices: Choices, scenario: Scenario) {
        let scenario = Scenario(choices, on: stage)
        if coverage.take(scenario), interesting.count < Self.memory { interesting.append(Scenario.alone(choices)) }
        return (choices, scenario)
    }

    // MARK: - Drawing

    private mutating func draw() -> Choices {
        if !interesting.isEmpty, below(5) == 0 { return changed() }
        var world = (0..<Choices.ofWorld).map { index in index == 0 ? providerCount() : below(1 << 20) }
        if focus == .relations {
            world[Scenario.relationChoice] = Scenario.unrelated + below(Relation.allCases.count)
        }
        let flavours = (focus?.flavours ?? Flavour.drawn).filter { $0.ability.map(abilities.contains) ?? true }
        world[Scenario.flavourChoice] = flavours.isEmpty ? 0 : flavours[below(flavours.count)].rawValue
        var choices = Scenario.advised(Choices(world: plain(world), moves: []), isAdvised)
        let isOfStorage = Scenario.flavour(of: choices).isOfStorage
        if below(isOfStorage ? 2 : 4) == 0 { askAgain(&choices, isOfStorage: isOfStorage) }
        extend(&choices, to: max(choices.moves.count, 3 + below(10)))
        return choices
    }

    /// One that was new, in another world, or going another way from some move on.
    private mutating func changed() -> Choices {
        var choices = interesting[below(interesting.count)]
        if below(3) == 0 {
            // What is beside plain MVPDs stays: not every port has it.
            choices.world[below(Scenario.flavourChoice)] = below(1 << 20)
        } else {
            choices.moves = Array(choices.moves.prefix(1 + below(max(1, choices.moves.count))))
        }
        extend(&choices, to: choices.moves.count + 1 + below(5))
        return choices
    }

    private mutating func extend(_ choices: inout Choices, to count: Int) {
        // In every other scenario the moves of the area that the world is meant for weigh more.
        let focus = self.focus ?? (below(2) == 0 ? nil : Scenario.flavour(of: choices).focus)
        var way = Way(choices, on: stage)
        while way.choices.moves.count < count,
            let next = again(way.choices.moves, way.model, way.state)
                ?? draw(way.model, way.state, after: way.last, focus)
        {
            way.take(next)
        }
        choices = way.choices
    }

    /// Something is asked, something happens, and the same is asked again, or something else where that makes no sense: what a
    /// port has kept wrongly shows then.
    ///
    /// Who has lost the login by what happened logs in again, most of the time as before. Where the world is about what is
    /// stored, something is stored, and the application starts again.
    private mutating func askAgain(_ choices: inout Choices, isOfStorage: Bool) {
        var way = Way(choices, on: stage)
        guard let start = draw(way, among: [.configure, .configureInOrder]) else { return }
        way.take(start)
        let login = draw(way, among: [.signIn])
        if let login { way.take(login) }
        guard let question = draw(way, among: isOfStorage ? [.authorize] : MoveKind.questions) else {
            choices = way.choices
            return
        }
        way.take(question)
        for _ in 0...below(2) {
            guard let event = draw(way, among: isOfStorage ? [.restart] : MoveKind.events) else { break }
            way.take(event)
            if way.state.requestor == nil, let next = again(start.choices, way) ?? draw(way, among: [.configure]) {
                way.take(next)
            }
            if way.state.present.login == .none {
                let same = below(4) == 0 ? nil : login.flatMap { again($0.choices, way) }
                if let next = same ?? draw(way, among: [.signIn]) { way.take(next) }
            }
            if let next = again(question.choices, way) ?? draw(way, among: MoveKind.questions) { way.take(next) }
        }
        choices = way.choices
    }

    private mutating func draw(_ way: Way, among kinds: Set<MoveKind>) -> Step? {
        draw(way.model, way.state, after: way.last, focus, among: kinds)
    }

    private func again(_ choices: [Int], _ way: Way) -> Step? {
        move(choices, way.model, way.state)
    }

    /// A move and the choices that it is made of.
    private typealias Step = (choices: [Int], move: Scenario.Move)

    /// A scenario that is being drawn, and where it has led to.
    private struct Way {
        let model: Model
        var choices: Choices
        var state: State
        var last: MoveKind?

        init(_ choices: Choices, on stage: Stage) {
            model = Model(Scenario.world(choices.world, on: stage))
            self.choices = choices
            let made = Scenario(choices, on: stage).moves.last
            state = made?.answer.next ?? State()
            last = made?.kind
        }

        mutating func take(_ step: Step) {
            choices.moves.append(step.choices)
            state = step.move.answer.next
            last = step.move.kind
        }
    }

    /// Now and then what was done before once more: what is kept wrongly shows then.
    ///
    /// nil where it is not, or makes no sense.
    private mutating func again(_ moves: [[Int]], _ model: Model, _ state: State) -> Step? {
        guard !moves.isEmpty, below(5) == 0 else { return nil }
        let choices = moves[below(moves.count)]
        return move(choices, model, state)
    }

    /// nil where it makes no sense, or the port lacks a call for it.
    private func move(_ choices: [Int], _ model: Model, _ state: State) -> Step? {
        guard let move = Scenario.move(choices, model, state),
            calls.map({ move.calls(in: model.world).isSubset(of: $0) }) ?? true
        else { return nil }
        return (choices, move)
    }

    private mutating func draw(
        _ model: Model, _ state: State, after last: MoveKind?, _ focus: Focus?, among kinds: Set<MoveKind>? = nil
    ) -> Step? {
        let novelty = coverage.novelty(in: state, after: last)
        var weights = MoveKind.allCases.map { kind in
            guard kind.ability.map(abilities.contains) ?? true, isAdvised || kind != .authorizeDuring,
                kinds?.contains(kind) ?? true
            else { return 0 }
            let weight = kind.weight * kind.factor(in: state) * (focus?.factor(of: kind) ?? 1)
            return weight * novelty(kind)
        }
        // What makes no sense here is rare here, so that it would be drawn again and again.
        while weights.contains(where: { $0 > 0 }) {
            let kind = pick(weights)
            let choices = [kind] + (1..<Choices.ofMove).map { _ in below(1 << 20) }
            if let step = move(choices, model, state) { return step }
            weights[kind] /= 4
        }
        return nil
    }

    /// Few providers most of the time, and now and then eight.
    private mutating func providerCount() -> Int { [0, 1, 1, 1, 2, 2, 3, 4, 7][below(9)] }

    /// Worlds are plain most of the time: what is odd everywhere is slow to shrink.
    private mutating func plain(_ world: [Int]) -> [Int] {
        var world = world
        if focus != .names, below(3) > 0 { world[1] = 0 }
        return world
    }

    private mutating func pick(_ weights: [Int]) -> Int {
        var rest = below(max(1, weights.reduce(0, +)))
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return 0
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
}
