/// How binding a statement or a contract is.
package enum Level: String, Sendable, Hashable, CaseIterable {
    case must = "MUST"
    case should = "SHOULD"
    case may = "MAY"
}
