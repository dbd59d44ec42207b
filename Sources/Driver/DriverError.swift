/// Why an implementation could not be made to act.
package struct DriverError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, Hashable {
        /// The program could not be run, or ended or fell silent before it was ready.
        case couldNotStart
        /// The program does not keep the adapter protocol.
        case protocolViolation
        /// The port cannot be configured as asked.
        case refused
        /// The port did not make an instance in time.
        case timedOut
        /// The program ended.
        case portGone
        /// As many sessions are open as the port can have.
        case tooManySessions
        /// So many starts in a row came to nothing that no further one is tried.
        case givenUp
        /// The implementation was stopped before.
        case stopped
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
