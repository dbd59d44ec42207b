internal import CKernel
internal import Glibc

/// Runs one program with processes and mounts of its own, from which it can change nothing outside.
///
/// Three processes: the one that was asked to, which ends as the program ends; the first of the new process namespace,
/// with which the kernel ends all others; and the program. Our two ignore signals that are meant for it.
package enum Confinement {
    /// Of each process: what it can allocate.
    private static let dataBytes: UInt = 2 << 30
    /// Of all together, with their threads.
    private static let maxProcesses: UInt = 512
    /// With which the process ends that could not make the sandbox.
    package static let failure: Int32 = 125

    /// Becomes the program; without one, only tries whether it could.
    ///
    /// This process must have one thread.
    package static func run(_ command: [String]) -> Never {
        do throws(SystemError) {
            try Namespaces.leave(Int32(KERNEL_NEW_MOUNTS | KERNEL_NEW_PID | KERNEL_NEW_IPC), "processes of its own")
            try restrictFiles()
            let pipe = try Pipe()
            let first = kernel_fork()
            if first == 0 { beFirst(pipe, command) }
            guard first > 0 else { throw .last("start a process") }
            wait(for: pipe)
        } catch {
            fail(error)
        }
    }

    private static func fail(_ error: SystemError) -> Never {
        let text = "assay: the sandbox cannot be made: \(error)\n"
        _ = unsafe Glibc.write(STDERR_FILENO, text, text.utf8.count)
        exit(failure)
    }

    // MARK: - The process that was asked to

    /// Ends as the program did.
    private static func wait(for pipe: consuming Pipe) -> Never {
        withdraw()
        pipe.writeEnd.close()
        var status: Int32 = 0
        guard unsafe read(pipe.readEnd.raw, &status, MemoryLayout<Int32>.size) == MemoryLayout<Int32>.size else {
            exit(failure)
        }
        switch ExitStatus(waitStatus: status) {
        case .exited(let code): exit(code)
        case .signalled(let number):
            signal(number, SIG_DFL)
            kill(getpid(), number)
            exit(128 + number)
        }
    }

    /// Leaves the streams and the signals to the program.
    private static func withdraw() {
        for descriptor in STDIN_FILENO...STDERR_FILENO { close(descriptor) }
        for number in [SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    }

    // MARK: - The first process of the namespace

    private static func beFirst(_ pipe: consuming Pipe, _ command: [String]) -> Never {
        do throws(SystemError) {
            guard kernel_die_with_parent() == 0 else { throw .last("end with the suite") }
            // Where our parent ended before that call, nobody can read what we write.
            pipe.readEnd.close()
            var reader = pollfd(fd: pipe.writeEnd.raw, events: 0, revents: 0)
            guard unsafe poll(&reader, 1, 0) == 0 else { exit(failure) }
            // Of the new namespace, so that nothing is seen of other processes. Its settings are written before it is closed.
            try Namespaces.mount("proc", at: "/proc")
            if limitsProcesses(ofRelease: release) {
                try? Namespaces.write("\(maxProcesses)", to: "/proc/sys/kernel/pid_max")
            }
            try Namespaces.restrict("/proc", to: Int(KERNEL_MOUNT_READ_ONLY))
            let program = kernel_fork()
            if program == 0 { become(command) }
            guard program > 0 else { throw .last("start a process") }
            withdraw()
            var status: Int32 = 0
            while true {
                let ended = unsafe waitpid(-1, &status, 0)
                if ended == program { break }
            }
            _ = unsafe Glibc.write(pipe.writeEnd.raw, &status, MemoryLayout<Int32>.size)
            exit(0)
        } catch {
            fail(error)
        }
    }

    /// Whether a kernel of that release, such as `6.1.0-18-amd64`, has a `pid_max` for each process namespace, as since 6.14:
    /// before, root would set that of the whole machine.
    static func limitsProcesses(ofRelease release: String) -> Bool {
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (6, 14)
    }

    private static var release: String {
        var system = utsname()
        guard unsafe uname(&system) == 0 else { return "" }
        return unsafe withUnsafeBytes(of: &system.release) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    // MARK: - The program

    private static func become(_ command: [String]) -> Never {
        do throws(SystemError) {
            try limit(RLIMIT_DATA, to: dataBytes)
            try limit(__RLIMIT_NPROC, to: maxProcesses)
            try limit(RLIMIT_CORE, to: 0)
            guard kernel_drop_capabilities() == 0 else { throw .last("give up rights") }
            guard kernel_allow_ip_alone() == 0 else { throw .last("filter system calls") }
        } catch {
            fail(error)
        }
        guard let program = command.first else { exit(0) }
        unsafe setenv("TMPDIR", PrivateNetwork.scratch, 1)
        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        _ = unsafe execvp(program, &arguments)
        let text = unsafe "assay: start '\(program)': \(String(cString: strerror(errno)).lowercased())\n"
        _ = unsafe Glibc.write(STDERR_FILENO, text, text.utf8.count)
        exit(127)
    }

    private static func limit(_ resource: __rlimit_resource, to maximum: UInt) throws(SystemError) {
        var limit = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        limit.rlim_max = min(limit.rlim_max, maximum)
        limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
        guard unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { throw .last("set a limit") }
    }

    // MARK: - Files

    private static let devices = ["null", "zero", "full", "random", "urandom"]

    /// Makes everything read-only but the scratch, and leaves of the devices those that are nobody's.
    private static func restrictFiles() throws(SystemError) {
        guard kernel_keep_mounts() == 0 else { throw .last("keep mounts from others") }
        var copies: [(name: String, copy: Int32)] = []
        for name in devices + ["shm"] {
            let copy = unsafe kernel_copy_mount("/dev/\(name)")
            guard copy >= 0 else { throw .last("copy /dev/\(name)") }
            copies.append((name, copy))
        }
        let closed = Int(KERNEL_MOUNT_READ_ONLY | KERNEL_MOUNT_NO_SETUID | KERNEL_MOUNT_NO_DEVICES)
        try Namespaces.restrict("/", to: closed, withAllBelow: true)
        try Namespaces.mount("tmpfs", at: "/dev", options: "size=64k,mode=755")
        for (name, copy) in copies {
            let path = "/dev/\(name)"
            if name == "shm" {
                guard unsafe mkdir(path, 0o777) == 0 else { throw .last("make \(path)") }
            } else {
                let file = unsafe FileDescriptor(owning: open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
                guard file.raw >= 0 else { throw .last("make \(path)") }
            }
            guard unsafe kernel_place_mount(copy, path) == 0 else { throw .last("put \(path) into its place") }
            close(copy)
        }
        for (name, target) in [("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
            _ = unsafe symlink(target, "/dev/\(name)")
        }
        try Namespaces.restrict("/dev", to: closed)
    }
}
