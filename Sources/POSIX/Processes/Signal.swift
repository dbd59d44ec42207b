internal import Glibc

/// A signal processes send each other.
package struct Signal: Sendable, Hashable {
    package let number: Int32

    package static let hangup = Signal(number: SIGHUP)
    package static let interrupt = Signal(number: SIGINT)
    package static let kill = Signal(number: SIGKILL)
    package static let terminate = Signal(number: SIGTERM)
    /// Makes many runtimes print the stacks of their threads.
    package static let quit = Signal(number: SIGQUIT)
    /// Wakes what is stopped.
    package static let `continue` = Signal(number: SIGCONT)
}
