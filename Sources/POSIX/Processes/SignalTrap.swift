// swift-format-ignore-file: NeverForceUnwrap
// A C callback that may interrupt any instruction: it reads one number and writes one byte, and nothing else.
internal import CKernel
internal import Glibc
internal import Synchronization

/// Signals of this process, as calls on a thread of ours.
package enum SignalTrap {
    private static let actions = Mutex<[Int32: @Sendable () -> Void]>([:])

    /// From now on each arrival of `signal` calls `body` on a thread of ours instead of ending this process.
    ///
    /// A later call for the same signal replaces the earlier one's `body`.
    package static func handle(_ signal: Signal, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        try startListening()
        actions.withLock { $0[signal.number] = body }
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = SA_RESTART
        guard unsafe sigaction(signal.number, &action, nil) == 0 else { throw .last("trap signal \(signal.number)") }
    }

    /// Whether whoever started us wants the signal to be ignored, as `nohup` does.
    package static func isIgnored(_ signal: Signal) -> Bool { kernel_is_ignored(signal.number) != 0 }

    /// Makes writing to a pipe or socket nobody reads an error instead of the end of this process.
    package static func ignoreBrokenPipes() {
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
    }

    /// Makes writing more to a file than this process may an error instead of its end.
    package static func ignoreFileSizes() {
        _ = Glibc.signal(SIGXFSZ, SIG_IGN)
    }

    private static func startListening() throws(SystemError) {
        try actions.withLock { _ throws(SystemError) in
            guard signalPipe.load(ordering: .relaxed) < 0 else { return }
            var pipe = try Pipe()
            let reading = pipe.readEnd.release()
            guard startThread({ listen(FileDescriptor(owning: reading)) }) else {
                _ = FileDescriptor(owning: reading)
                throw SystemError("start a thread for signals", code: EAGAIN)
            }
            signalPipe.store(pipe.writeEnd.release(), ordering: .relaxed)
        }
    }

    private static func listen(_ pipe: consuming FileDescriptor) {
        var buffer: [UInt8] = [0]
        while case .bytes = pipe.read(into: &buffer) {
            let action = actions.withLock { $0[Int32(buffer[0])] }
            action?()
        }
    }
}

/// Where the handler writes the number of a signal; negative until there is such a pipe.
private let signalPipe = Atomic<Int32>(-1)

private func noteSignal(_ signal: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = unsafe write(signalPipe.load(ordering: .relaxed), &byte, 1)
    errno = code
}
