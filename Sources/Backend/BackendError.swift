/// Why the backend could not start.
package struct BackendError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// No listener could be opened, for instance because the port is in use.
        case cannotListen
        /// No key for the tokens could be made.
        case noKey
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
