import AccessEnablerAPI

/// What the protocol of the service providers leaves of what the documents say of the SDK's own.
extension Model {
    /// Whether the protocol has what the act is about.
    func isPossible(_ act: Act) -> Bool {
        switch act {
        case .authorizeInVain(_, _, .mediaToken, _), .together(_, held: .mediaToken?, _),
            .together(_, _, refused: .mediaToken?):
            world.has(.mediaTokenRequests)
        case .compareExpiries, .expireAuthorizations: world.has(.keptAuthorizations)
        // Resources stand in one list there, with commas between.
        case .preauthorizeJoined: world.stage.wire != .restV1
        default: true
        }
    }

    /// Without what is said of requests that the protocol does not have.
    func fitted(_ answer: Answer) -> Answer {
        guard !world.has(.mediaTokenRequests) else { return answer }
        var answer = answer
        answer.asked.removeAll(where: \.sign.isOfMediaTokenRequests)
        answer.forbidden.removeAll(where: \.sign.isOfMediaTokenRequests)
        return answer
    }

    /// Whether a login, which is the service's alone, may be asked for where it is not.
    func isAskedForElsewhere(_ programmer: State.Programmer, _ listing: Set<Int>) -> Bool {
        !world.has(.tokens) && (listing != programmer.providers || listing.count > 1)
    }

    /// Whether what is given with an authorization comes to the service: it does so with a media token, too, where that shows the
    /// authorization.
    func isDataSent(for resource: String, _ state: State) -> Bool {
        world.has(.tokens) || !state.present.authorized.contains(resource) && !mayBeStored(resource, state)
    }

    /// Whether a login of another programmer may be this one's, too: the MVPD cannot say that it is not.
    func mayBeShared(with requestor: Act.Requestor, _ state: State) -> Bool {
        !world.has(.loginHints) && !state.users.isEmpty && state.programmers.keys.contains { $0 != requestor }
    }

    /// Whether a user may be led to the MVPD of an earlier login without a picker: no MVPD can say that it must not be
    /// so.
    func maySkipPicker(_ state: State) -> Bool { !world.has(.loginHints) && !state.users.isEmpty }
}

extension Sign {
    fileprivate var isOfMediaTokenRequests: Bool {
        switch self {
        case .request(.mediaToken), .requests(.mediaToken, _), .requestTo(_, .mediaToken), .sent(.mediaToken, _),
            .unsent(.mediaToken, _):
            true
        default: false
        }
    }
}
