/// What an MVPD decides about a resource.
package enum ResourceRule: Sendable, Hashable {
    case granted
    /// The message is for the user; it may be empty.
    case denied(String)
}
