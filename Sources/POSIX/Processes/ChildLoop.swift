internal import CKernel
internal import Glibc
internal import Timing

/// The thread of one child process: its three pipes, and its end.
final class ChildLoop {
    private let identifier: Int32
    private let loop: EventLoop
    private var input: FileDescriptor
    private let output: LineReader
    private let errors: LineReader
    /// Readable once the process has ended.
    private let process: FileDescriptor
    private let mailbox: ChildMailbox
    private let report: @Sendable (ChildProcess.Event) -> Void
    private var unwritten: [UInt8] = []
    private var written = 0
    private let reportsMore: Bool
    private var inputMayEnd = false

    init(
        _ identifier: Int32, loop: EventLoop, input: consuming FileDescriptor, output: consuming FileDescriptor,
        errors: consuming FileDescriptor, mailbox: ChildMailbox, maxLineLength: Int, reportsMore: Bool,
        report: @escaping @Sendable (ChildProcess.Event) -> Void
    ) throws(SystemError) {
        self.identifier = identifier
        self.loop = loop
        self.mailbox = mailbox
        self.report = report
        self.reportsMore = reportsMore
        input.setNonblocking()
        self.input = input
        self.output = LineReader(output, maximum: maxLineLength, skipsEmpty: true) { line in
            switch line {
            case .whole(let bytes): report(.line(bytes))
            case .tooLong(let beginning, let length):
                report(.tooLongLine(beginning: Array(beginning.wholeWords(within: 256)), length: length))
            }
        }
        self.errors = LineReader(errors, maximum: 4096) { line in
            let text =
                switch line {
                case .whole(let bytes): String(decoding: bytes, as: UTF8.self)
                case .tooLong(let beginning, let length):
                    String(decoding: beginning.wholeWords(within: beginning.count), as: UTF8.self)
                        + "... (\(length) bytes)"
                }
            mailbox.note(errorLine: text)
            if reportsMore { report(.errorLine(text)) }
        }
        process = FileDescriptor(owning: kernel_process_descriptor(identifier))
        guard process.raw >= 0 else { throw .last("watch process \(identifier)") }
        try loop.watch(self.input.raw) { [unowned self] _ in write() }
        try loop.watch(self.output.pipe.raw) { [unowned self] _ in read(self.output) }
        try loop.watch(self.errors.pipe.raw) { [unowned self] _ in read(self.errors) }
        try loop.watch(process.raw) { [unowned self] _ in reap() }
    }

    /// Moves bytes until the process has ended.
    func run() {
        blockBrokenPipeSignal()
        loop.run { obey() }
    }

    private func obey() {
        let (unsent, orders) = mailbox.take()
        for bytes in unsent { unwritten += bytes }
        for order in orders {
            switch order {
            case .endInput:
                inputMayEnd = true
            case .signal(let signal):
                kill(-identifier, signal.number)
            case .terminate(let grace):
                kill(-identifier, SIGTERM)
                // What is stopped takes notice of no other.
                kill(-identifier, SIGCONT)
                loop.schedule(at: .now() + grace) { [identifier] in kill(-identifier, SIGKILL) }
            }
        }
        write()
    }

    private func write() {
        guard input.raw >= 0 else { return }
        while written < unwritten.count {
            switch input.write(unwritten, from: written) {
            case .bytes(let count):
                written += count
                mailbox.noteWritten(bytes: count)
            case .blocked:
                return dropWritten()
            case .ended, .failed:
                return closeInput()
            }
        }
        dropWritten()
        if inputMayEnd { closeInput() }
    }

    private func dropWritten() {
        guard written * 2 >= unwritten.count else { return }
        unwritten.removeFirst(written)
        written = 0
    }

    private func closeInput() {
        loop.forget(input.raw)
        input.close()
        unwritten = []
        written = 0
        mailbox.noteInputClosed()
    }

    private func read(_ reader: LineReader) {
        guard reader.pipe.raw >= 0 else { return }
        switch reader.read(times: 16) {
        case .blocked:
            break
        case .goesOn:
            loop.schedule(at: .now()) { [unowned self] in read(reader) }
        case .ended:
            loop.forget(reader.pipe.raw)
            reader.end()
            if reader === output, reportsMore { report(.outputEnded) }
        }
    }

    /// Reports the end, after all that was written before it, and kills what the program leaves behind.
    ///
    /// The end of the pipes is not waited for, because a program left behind may hold them open for ever: what is in
    /// them is read, and that is all the program can have written. Its number is nobody else's until it is waited for,
    /// so that no signal of ours can go astray.
    private func reap() {
        LivingGroups.shared.end(identifier)
        var code: Int32 = 0
        guard unsafe waitpid(identifier, &code, WNOHANG) == identifier else { return }
        for reader in [output, errors] where reader.pipe.raw >= 0 {
            // More than a pipe can hold.
            _ = reader.read(times: 64)
            reader.end()
        }
        mailbox.noteInputClosed()
        let status = ExitStatus(waitStatus: code)
        report(.ended(status))
        mailbox.note(status)
        loop.stop()
    }
}
