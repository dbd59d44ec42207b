/// What may be seen after an act, and in which states the scenario may go on: everything else is forbidden.
package struct Answer: Sendable, Hashable {
    /// What must come, each once, in no order unless an act has to wait for it.
    package var owed: [Promise] = []
    /// What may come, any number of times.
    package var allowed: [Sign] = []
    /// What must not come before the next act, among what would not be forbidden anyway.
    package var forbidden: [Promise] = []
    /// Requests that must have been made when all that is owed has come.
    package var asked: [Promise] = []
    package var next: State

    init(_ next: State) {
        self.next = next
    }
}

/// Something that the documents say, with the statements that say it: MUSTs of the core documents alone.
package struct Promise: Sendable, Hashable {
    package var sign: Sign
    package var cites: [String]

    init(_ sign: Sign, _ cites: String...) {
        self.sign = sign
        self.cites = cites
    }
}

/// What can be seen of a port.
package enum Sign: Sendable, Hashable {
    case configured
    case notConfigured
    /// `setRequestorComplete:`, whatever it says.
    case configurationEnded
    case authenticated
    case notAuthenticated
    case cancelled
    case failed
    /// The status 0 that ends a logout, with any code.
    case loggedOut
    /// The status of an authentication, whatever it says.
    case status
    /// The picker, with these MVPDs.
    case picker([String])
    case loginOffered
    case token(String)
    /// A failed token request, with the MVPD's message where there is one to tell.
    case denied(String, message: String)
    case refused(String)
    case preauthorized([String])
    /// The answer to a preauthorization, whatever it says.
    case preauthorization
    case selected(String)
    /// The answer to the question for the selected provider, whatever it says.
    case selection
    /// The answer to a question of metadata: with a value, or with or without.
    case metadata(Act.Question, hasValue: Bool)
    case anyUI
    case request(Act.Request)
    /// A request with this text in it, wherever it has its values.
    case sent(Act.Request, String)
    case authenticationTracked
    /// The MVPD of an authorization that was granted; nil for one that was not.
    case authorizationTracked(String?)
    case selectionTracked(String)
}
