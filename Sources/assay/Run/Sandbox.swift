import POSIX

/// `--sandbox`: adapters that can change nothing on this machine, and reach nothing but the run they are of.
///
/// This process moves into a network of its own before it does anything else, so that its backend and the adapters have
/// one loopback interface to themselves; each process of an adapter is confined by a copy of this program.
enum Sandbox {
    static let option = "--sandbox"
    /// The word that makes a copy of this program confine another; not for users.
    private static let word = "confine"

    /// What came of moving into a network of its own; nil where nobody asked for it.
    private static let network: Result<Void, SystemError>? =
        CommandLine.arguments.contains(option) ? Result { () throws(SystemError) in try PrivateNetwork.enter() } : nil

    /// Comes first of all: it is for a process of one thread.
    static func prepare() {
        let arguments = CommandLine.arguments
        if arguments.count > 1, arguments[1] == word { Confinement.run(Array(arguments.dropFirst(2))) }
        _ = network
    }

    /// What the command of an adapter is begun with; nothing where it is not confined.
    static var launcher: [String] { network == nil ? [] : confiner }
    private static let confiner = [Executable.path, word]

    /// Whether the adapter can be confined; says what is against it.
    ///
    /// `isElsewhere` is whether the backend is not of this run.
    static func check(_ implementation: ImplementationChoice, isElsewhere: Bool = false) async throws(ToolError) {
        guard !isElsewhere else {
            throw .impossible("'\(option)' and '--backend URL' exclude each other: a sandbox has a network of its own")
        }
        guard case .program = implementation else {
            throw .impossible(
                "'\(option)' is for adapters that are started: it goes with '--implementation exec:COMMAND'")
        }
        if case .failure(let error)? = network { throw refusal("cannot \(error)") }
        guard let reason = await trial() else { return }
        throw refusal(reason)
    }

    /// Confines nothing, and says why that is impossible, where it is.
    private static func trial() async -> String? {
        do throws(SystemError) {
            let child = try ChildProcess(confiner) { _ in }
            guard await child.exit() != .exited(0) else { return nil }
            return child.lastErrorLines.last ?? "the trial failed"
        } catch {
            return "\(error)"
        }
    }

    private static func refusal(_ reason: String) -> ToolError {
        .broken(
            "this system does not allow '\(option)': \(reason). It takes Linux 5.12 and user namespaces, which some "
                + "distributions and containers forbid; without the option adapters run with your rights")
    }
}
