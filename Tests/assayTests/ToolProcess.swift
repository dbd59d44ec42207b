import CKernel
import Documents
import Glibc
import Testing
import TestThreads

/// The tool in a process of its own, run to its end.
struct ToolProcess {
    var code: Int32
    var output: String
    var errors: String

    var outputLines: [String] { output.split(separator: "\n").map(String.init) }

    /// Blocks until it has ended; `outputTo` and `errorsTo` are files or terminals that the streams go to instead.
    init(_ arguments: [String], input: [UInt8] = [], outputTo: String? = nil, errorsTo: String? = nil) throws {
        self = try withFolder { folder in
            try File.write(input, to: folder + "/in")
            let (output, errors) = (outputTo ?? folder + "/out", errorsTo ?? folder + "/err")
            let identifier = try Self.spawn(
                [Self.path] + arguments, files: [(folder + "/in", O_RDONLY), (output, Self.anew), (errors, Self.anew)])
            return ToolProcess(
                code: try Self.code(of: identifier),
                output: outputTo == nil ? String(decoding: try File.read(output), as: UTF8.self) : "",
                errors: errorsTo == nil ? String(decoding: try File.read(errors), as: UTF8.self) : "")
        }
    }

    /// Runs a script of the shell, in which `"$0"` is the tool.
    init(shell script: String) throws {
        self = try withFolder { folder in
            let (output, errors) = (folder + "/out", folder + "/err")
            let identifier = try Self.spawn(
                ["/bin/bash", "-c", script, Self.path],
                files: [("/dev/null", O_RDONLY), (output, Self.anew), (errors, Self.anew)])
            return ToolProcess(
                code: try Self.code(of: identifier), output: String(decoding: try File.read(output), as: UTF8.self),
                errors: String(decoding: try File.read(errors), as: UTF8.self))
        }
    }

    private init(code: Int32, output: String, errors: String) {
        self.code = code
        self.output = output
        self.errors = errors
    }

    /// The largest memory, in KB, that the tool had until it was done with a file of these bytes.
    ///
    /// What `wait4` says of a child includes what its parent had when it was made, so the kernel is asked while the
    /// child still lives: it reads a pipe after the file, and a pipe can be opened once somebody reads it.
    static func peakKilobytes(_ arguments: [String], file bytes: [UInt8]) throws -> Int {
        try withFolder { folder in
            try File.write(bytes, to: folder + "/in")
            guard unsafe mkfifo(folder + "/pipe", 0o600) == 0 else { throw Failure(code: errno) }
            let identifier = try spawn(
                [path] + arguments + [folder + "/in", folder + "/pipe"],
                files: [("/dev/null", O_RDONLY), ("/dev/null", O_WRONLY), ("/dev/null", O_WRONLY)])
            var pipe: Int32 = -1
            while pipe < 0 {
                pipe = unsafe open(folder + "/pipe", O_WRONLY | O_NONBLOCK)
                guard pipe < 0 else { break }
                var status: Int32 = 0
                guard errno == ENXIO, unsafe waitpid(identifier, &status, WNOHANG) == 0 else {
                    throw Failure(code: status)
                }
                sched_yield()
            }
            let status = String(decoding: try File.read("/proc/\(identifier)/status"), as: UTF8.self)
            close(pipe)
            _ = try code(of: identifier)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            guard let peak = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
                throw Failure(code: 0)
            }
            return peak
        }
    }

    /// The exit code; of one that was killed, the signal below zero.
    private static func code(of identifier: pid_t) throws -> Int32 {
        #expect(
            MayBlock.isActive || Test.current == nil,
            "the suite needs .mayBlock: who waits for a program holds up other tests")
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(code: errno) }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    struct Failure: Error {
        var code: Int32
    }

    private static let anew = O_WRONLY | O_CREAT | O_TRUNC

    /// The tool, built beside the tests.
    static let path =
        (CommandLine.arguments.first ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .map { $0 + "/" }.joined() + "assay"

    private static func spawn(_ command: [String], files: [(path: String, flags: Int32)]) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, file) in files.enumerated() {
            unsafe posix_spawn_file_actions_addopen(&actions, Int32(descriptor), file.path, file.flags, 0o600)
        }
        // Whatever the tests beside this one have open at the moment is not the tool's.
        _ = unsafe kernel_close_from(&actions, Int32(files.count))
        // The threads of tests block signals, and what they start would never hear of its end.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var identifier: pid_t = 0
        let code = unsafe posix_spawn(&identifier, command[0], &actions, &attributes, &words, kernel_environment())
        guard code == 0 else { throw Failure(code: code) }
        return identifier
    }
}

/// A terminal that remembers what was shown on it.
struct RecordingTerminal: ~Copyable {
    private let master: Int32
    let path: String

    init() throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var locked: CInt = 0
        var number: CInt = 0
        guard master >= 0, unsafe ioctl(master, Self.lock, &locked) == 0, unsafe ioctl(master, Self.name, &number) == 0
        else { throw ToolProcess.Failure(code: errno) }
        path = "/dev/pts/\(number)"
    }

    // TIOCSPTLCK and TIOCGPTN of Linux, which are macros.
    private static let lock: UInt = 0x4004_5431
    private static let name: UInt = 0x8004_5430

    deinit { close(master) }

    /// What is there to be read now.
    func shown() -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(master, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
