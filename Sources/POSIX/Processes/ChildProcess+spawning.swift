internal import CKernel
internal import Glibc

extension ChildProcess {
    /// Starts a program with the three descriptors as its standard ones, and gives its process identifier.
    ///
    /// It inherits no other descriptor of ours, is a process group and a session of its own, so that our terminal is not
    /// its, and has the signals as they are at the start of a program, whatever we ignore or block.
    static func spawn(
        _ command: [String], environment: [String: String], input: Int32, output: Int32, errors: Int32
    ) throws(SystemError) -> Int32 {
        guard let program = command.first else { throw SystemError("start a program without a name", code: EINVAL) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        // Whoever opened the others may not have said that they are ours alone.
        unsafe kernel_close_from(&actions, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int32(KERNEL_SPAWN_SESSION) | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var identifier = pid_t()
        let status = unsafe withCStrings(command) { arguments in
            unsafe withCStrings(ourEnvironment(with: environment)) { variables in
                unsafe posix_spawnp(&identifier, program, &actions, &attributes, arguments, variables)
            }
        }
        guard status == 0 else { throw SystemError("start '\(program)'", code: status) }
        return identifier
    }

    /// Our own variables as `NAME=value`, with `added` in the place of those of the same name.
    private static func ourEnvironment(with added: [String: String]) -> [String] {
        var variables: [String] = []
        var next = unsafe kernel_environment()
        while let variable = unsafe next.pointee {
            let text = unsafe String(cString: variable)
            let name = text.prefix { $0 != "=" }
            if added[String(name)] == nil { variables.append(text) }
            unsafe next += 1
        }
        return variables + added.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    /// Calls `body` with the strings as C wants a list of them, ended by a null.
    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var copies = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe copies.withUnsafeMutableBufferPointer { copies in
            guard let start = copies.baseAddress else { preconditionFailure("a list with an end is empty") }
            return unsafe body(start)
        }
    }
}
