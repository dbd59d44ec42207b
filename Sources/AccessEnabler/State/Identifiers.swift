/// One request under way.
struct ExchangeID: Sendable, Hashable {
    let number: Int
}

/// One call of checkAuthorization or getAuthorization.
struct AuthorizationID: Sendable, Hashable {
    let number: Int
}

/// One call of checkPreauthorizedResources or preauthorize.
struct PreauthorizationID: Sendable, Hashable {
    let number: Int
}

/// One question to the platform's account.
struct PlatformQuestionID: Sendable, Hashable {
    let number: Int
}

/// One start of a timer; a timer that was started again makes the one before void.
struct TimerID: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case configurationGrace
        case configurationLimit
        case poll
    }

    let kind: Kind
    let number: Int
}
