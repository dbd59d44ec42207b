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
    /// Whether several sessions are put through it at once, two by two some steps behind each other.
    package var isCrowd = false
    /// Whether it is as small as it could be made; its title says where it is not.
    package var isSmall = true

    /// What the choices make; moves that make no sense in their place are left out.
    package init(_ choices: Choices, on stage: Stage = Stage()) {
        world = Self.world(choices.world, on: stage)
        moves = []
        var state = State()
        let model = Model(world)
        for choice in choices.moves {
            guard let move = Self.move(choice, model, state) else { continue }
            state = move.answer.next
            moves.append(move)
        }
        isCrowd = choices.world.choice(Self.relationChoice) == Self.crowd
        guard !isCrowd, let relation = Self.relation(choices.world) else { return }
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
    /// The one that decides whether advice counts: for odd numbers.
    static let adviceChoice = 16
    /// The same choices, with or without what is only advised.
    static func advised(_ choices: Choices, _ isAdvised: Bool) -> Choices {
        var choices = choices
        choices.world = choices.world.prefix(adviceChoice) + [isAdvised ? 1 : 0]
        return choices
    }

    /// Above these are relations.
    static let unrelated = 18

    /// Above all that is drawn.
    private static let crowd = 1 << 24

    /// The choices that put several sessions through the same.
    static func crowded(_ choices: Choices) -> Choices {
        var choices = choices
        choices.world[relationChoice] = crowd
        return choices
    }

    /// The choices that put one session through it.
    static func alone(_ choices: Choices) -> Choices {
        guard choices.world.choice(relationChoice) == crowd else { return choices }
        var choices = choices
        choices.world[relationChoice] = 0
        return choices
    }

    private static func relation(_ choices: [Int]) -> Relation? {
        let choice = Int(choices.choice(relationChoice).magnitude) % (unrelated + Relation.allCases.count)
        return Relation(rawValue: choice - unrelated)
    }

    /// The choices that made moves.
    package static func used(_ choices: Choices, on stage: Stage = Stage()) -> Choices {
        let model = Model(world(choices.world, on: stage))
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
        let holds = moves.contains { [.configureInOrder, .configureLate, .queue].contains($0.kind) }
        var isOpen = false
        for move in moves {
            if [
                .configure, .configureInOrder, .configureLate, .configureInTrouble, .queue, .logOutElsewhere,
                .renewElsewhere,
                .restart, .visit,
            ].contains(move.kind) || move.before.phase != move.answer.next.phase {
                if holds, isOpen { return false }
                if case .ready(_, let providers) = move.answer.next.phase { isOpen = providers.count > 1 }
            } else if case .page = move.answer.next.flow {
                isOpen = false
            } else if case .signIn(let mvpd, _, _) = move.act, world.trait(mvpd) != .tempPass {
                isOpen = false
            }
        }
        return !(holds && isOpen)
    }

    /// Whether the application is started again in it, or in its twin.
    var restarts: Bool {
        moves.contains { move in
            switch move.act {
            case .restart, .pause: true
            default: false
            }
        }
    }

    /// Whether anything is owed in it: what a silent port does as well proves nothing.
    package var isDemanding: Bool { moves.contains { !$0.answer.owed.isEmpty } }

    private static let names = ["A", "B", "C", "D", "a"]

    static func world(_ choices: [Int], on stage: Stage) -> World {
        var reader = ChoiceReader(choices)
        let count = 1 + reader.next(8)
        let isOdd = reader.next(2) == 1
        let further = reader.next(120)
        let offset = [0, 0, -(3 * 60 + 30), -8 * 60, 5 * 60 + 30, 13 * 60][reader.next(6)]
        let providers = (0..<count).map { index -> [String] in
            let choice = reader.next(32)
            // Simplest: each provider lists what the first does.
            let bits = choice == 31 && index > 0 ? 0 : (choice + 1) & 31
            return names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] }
        }
        var world = World(
            providers: providers.map { $0.isEmpty && $0 == providers[0] ? ["A"] : $0 }, on: stage)
        world.hasOddNames = isOdd
        // Thousands now and then, where few ask for them: such a scenario costs as much as fifty others.
        world.furtherMVPDs = further == 119 && count < 3 ? 2_000 : further > 113 ? 300 : 0
        world.hasMediaRSS = choices.choice(mediaRSSChoice).magnitude % 8 == 7
        world.tokenOffset = offset
        world.hasAdvice = choices.choice(adviceChoice) % 2 != 0
        flavour(choices).season(&world, names: names, bits: Int(choices.choice(traitsChoice).magnitude))
        return world
    }

    static func flavour(of choices: Choices) -> Flavour { flavour(choices.world) }

    private static func flavour(_ choices: [Int]) -> Flavour {
        Flavour(rawValue: Int(choices.choice(flavourChoice).magnitude) % Flavour.allCases.count) ?? .plain
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

extension [Int] {
    /// The simplest where there is none.
    fileprivate func choice(_ index: Int) -> Int { indices.contains(index) ? self[index] : 0 }
}
