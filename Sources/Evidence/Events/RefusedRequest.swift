/// A request, or a connection, that the HTTP server itself refused before any service saw it.
package struct RefusedRequest: Sendable, Hashable, CustomStringConvertible {
    package var endpoint: Int
    package var status: Int
    package var reason: String
    /// Whether there was no room for another connection.
    package var isShortage: Bool

    package init(endpoint: Int, status: Int, reason: String, isShortage: Bool = false) {
        self.endpoint = endpoint
        self.status = status
        self.reason = reason
        self.isShortage = isShortage
    }

    package var description: String { "endpoint \(endpoint) refused a request with status \(status): \(reason)" }
}
