/// What a programmer has switched on for an MVPD whose service is down (service-protocol.md 7.8).
package struct Degradation: Sendable, Hashable {
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Everybody counts as signed in.
        case authNAll = "AuthNAll"
        /// Who is signed in may see everything.
        case authZAll = "AuthZAll"
        /// Nobody may see anything.
        case authZNone = "AuthZNone"
    }

    package var rule: Rule
    /// Nil: all that are integrated with the MVPD.
    package var requestor: String?
    package var mvpd: String
    /// What the user is told who may see nothing.
    package var details: String

    package init(_ rule: Rule, requestor: String? = nil, mvpd: String, details: String = "") {
        self.rule = rule
        self.requestor = requestor
        self.mvpd = mvpd
        self.details = details
    }
}

extension SessionState {
    /// The rule under which an MVPD is; the last that was switched on.
    func degradation(of mvpd: String, for requestor: String) -> Degradation? {
        degradations.last { $0.mvpd == mvpd && ($0.requestor ?? requestor) == requestor }
    }

    func isDegraded(_ mvpd: String, _ call: ApplicationCall, _ rule: Degradation.Rule) -> Bool {
        degradation(of: mvpd, for: call.requestor)?.rule == rule
    }
}
