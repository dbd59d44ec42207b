internal import Glibc

/// How a child process ended.
package enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
    case exited(Int32)
    /// Ended by that signal.
    case signalled(Int32)

    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
    }

    package var description: String {
        switch self {
        case .exited(let code): "exited with status \(code)"
        case .signalled(let signal): unsafe "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
        }
    }
}
