import Model

/// What can be changed in a scenario so that nothing may change in what is seen.
package enum Relation: Int, Sendable, Hashable, CaseIterable {
    /// It is done twice, at the same time.
    case twice
    /// The URLs are given in the opposite order.
    case turned
    /// Another provider is asked that has an empty list.
    case emptyProvider
    /// Providers that no MVPD belongs to answer last.
    case losersLast
    /// All ids are others.
    case renamed
    /// The application is not started again.
    case notRestarted

    /// For titles.
    var words: String {
        switch self {
        case .twice: "two sessions at once"
        case .turned: "the URLs in the opposite order"
        case .emptyProvider: "one more provider, whose list is empty"
        case .losersLast: "providers that are of no use answer last"
        case .renamed: "other ids"
        case .notRestarted: "without a restart"
        }
    }

    /// What the two cases of the contract are called.
    var names: (String, String) {
        switch self {
        case .twice: ("one", "other")
        case .turned: ("in-order", "turned")
        case .emptyProvider: ("without", "with-empty-list")
        case .losersLast: ("as-they-come", "losers-last")
        case .renamed: ("usual-ids", "odd-ids")
        case .notRestarted: ("restarted", "not-restarted")
        }
    }
}

extension Scenario {
    /// The scenario in which the same must be seen; nil where there is none, or the model says something else of it.
    func twin(by relation: Relation) -> Scenario? {
        var twin = self
        twin.relation = relation
        twin.moves = []
        if relation == .renamed { twin.world.hasOddNames = true }
        let model = Model(twin.world)
        var state = State()
        for move in moves {
            let act = changed(move.act, by: relation)
            // Whose requestor is set decides how a configuration is written.
            guard let answer = model.answer(to: act, in: state), Self.isSame(answer, move.answer),
                !(answer.owed + answer.asked).contains(where: {
                    $0.sign.isOpen(in: state) || $0.sign.isOpen(in: move.before)
                }),
                move.before.requestor ?? .usual == state.requestor ?? .usual
            else { return nil }
            twin.moves.append(Move(kind: move.kind, act: act, answer: answer, isSettled: move.isSettled, before: state))
            state = answer.next
        }
        let isChanged = twin.world != world || zip(moves, twin.moves).contains { $0.act != $1.act }
        return isChanged || relation == .twice ? twin : nil
    }

    /// Whether the replies to each configuration come in an order that the scenario decides.
    var decidesBindings: Bool {
        moves.allSatisfy { move in
            switch move.act {
            case .configure(_, let providers), .queue(_, let providers, _),
                .askInVain(let providers, _, _):
                providers.count == 1
            case .configureInTrouble(let providers, _): providers.count == 1
            case .configureTwice: false
            case .late, .logInLate: move.answer.next.phase == move.before.phase || move.answer.next.providers.count == 1
            case .logOutElsewhere, .renewElsewhere, .visit: move.before.providers.count == 1
            default: true
            }
        }
    }

    private func changed(_ act: Act, by relation: Relation) -> Act {
        switch (relation, act) {
        case (.notRestarted, .restart(isKill: false)): .pause
        case (.losersLast, .configureInOrder(let providers, let answers)):
            .configureInOrder(
                providers, answers: answers.filter(wins(of: answers)) + answers.filter { !wins(of: answers)($0) })
        case (.turned, _): act.asking { $0.reversed() }
        // Both worlds have it, as the last.
        case (.emptyProvider, _): act.asking { $0 + [world.providers.count - 1] }
        default: act
        }
    }

    /// Whether some MVPD belongs to a provider, when they answer in this order.
    private func wins(of answers: [Int]) -> (Int) -> Bool {
        var listed: Set<String> = []
        let winners = answers.filter { provider in
            let own = Set(world.providers[provider])
            defer { listed.formUnion(own) }
            return !own.isSubset(of: listed)
        }
        return { winners.contains($0) }
    }

    private static func isSame(_ first: Answer, _ second: Answer) -> Bool {
        func signs(_ promises: [Promise]) -> [Sign] {
            promises.filter { !$0.sign.isOfConfiguration }.map(\.sign.inOneOrder)
        }
        return signs(first.owed) == signs(second.owed) && signs(first.asked) == signs(second.asked)
            && signs(first.forbidden + first.forbiddenAfterwards)
                == signs(second.forbidden + second.forbiddenAfterwards)
            && first.allowed == second.allowed
    }
}

extension Sign {
    /// Whether it says who is asked for a configuration: where others are asked, or are asked again, that is what differs.
    var isOfConfiguration: Bool {
        if case .requestTo(_, .configuration) = self { true } else { false }
    }

    /// MVPDs as a set.
    fileprivate var inOneOrder: Sign {
        if case .picker(let mvpds) = self { .picker(mvpds.sorted()) } else { self }
    }

    /// Whether the documents leave open what it says, so that it may be another each time.
    fileprivate func isOpen(in state: State) -> Bool {
        switch self {
        case .preauthorization: true
        // Where something is known to be selected that is what is promised.
        case .selection: state.present.login != .none || state.present.selection != .none
        case .metadata(_, hasValue: false): state.present.login != .none
        default: false
        }
    }
}

extension Act {
    /// The same with other providers asked; who answers when stays, and who is new answers last.
    fileprivate func asking(_ change: ([Int]) -> [Int]) -> Act {
        switch self {
        case .configure(let requestor, let providers): .configure(requestor, change(providers))
        case .configureInOrder(let providers, let answers):
            .configureInOrder(
                change(providers), answers: answers + change(providers).filter { !answers.contains($0) })
        case .configureInVain(let providers, let fault): .configureInVain(change(providers), fault)
        case .configureInTrouble(let providers, let fault): .configureInTrouble(change(providers), fault)
        case .configureTwice(let first, let second, let failing):
            .configureTwice(change(first), change(second), failing: failing)
        case .logInLate(let meanwhile): .logInLate(meanwhile: meanwhile.map { $0.asking(change) })
        case .late(let call, let request, let meanwhile, let isLoggedOut):
            .late(call, request, meanwhile: meanwhile.map { $0.asking(change) }, isLoggedOut: isLoggedOut)
        case .queue(let calls, let providers, let requestor): .queue(calls, change(providers), for: requestor)
        case .askInVain(let providers, let mvpd, let fault): .askInVain(change(providers), mvpd, fault)
        default: self
        }
    }
}
