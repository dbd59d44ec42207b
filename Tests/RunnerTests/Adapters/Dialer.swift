import POSIX

/// An adapter that somebody started elsewhere.
final class Dialer: Sendable {
    private let child: ChildProcess

    init(_ command: [String]) throws {
        child = try ChildProcess(command) { _ in }
    }

    /// True once it has ended by itself.
    func hasEnded() async -> Bool {
        await child.exit() == .exited(0)
    }
}
