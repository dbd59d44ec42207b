internal import Glibc

/// A program this process started, which reads lines and writes lines.
///
/// One thread of ours moves its bytes; no call here waits, except `exit()`. The program and what it starts in its turn
/// are a process group of their own, so that an interrupt typed at the terminal is for us to pass on, and nothing of the
/// group outlives the program. When the last reference goes, the program is asked to terminate and then killed.
package final class ChildProcess: Sendable {
    package struct Options: Sendable, Hashable {
        /// Variables added to, or replacing those of, our own environment.
        package var environment: [String: String] = [:]
        /// In bytes, without the newline.
        package var maxLineLength = 16 * 1024 * 1024
        /// Bytes that may wait for the program to read them; more are refused.
        package var maxQueueLength = 64 * 1024 * 1024
        /// Whether to report each line of standard error and the end of standard output, too.
        package var reportsMore = false

        package init() {}
    }

    /// What the program did.
    package enum Event: Sendable, Hashable {
        /// A line of standard output, without its newline; empty ones mean nothing and are left out.
        case line([UInt8])
        /// A line longer than allowed: how it begins, and how many bytes it had.
        case tooLongLine(beginning: [UInt8], length: Int)
        /// A line of standard error, cut after 4,096 bytes; only reported if asked for.
        case errorLine(String)
        /// Standard output has ended, and the program has not been seen to; only reported if asked for.
        case outputEnded
        /// The last event: the program has ended, and what it had written before has been reported.
        case ended(ExitStatus)
    }

    package let identifier: Int32
    private let mailbox: ChildMailbox

    /// Starts the program found by `command[0]` in the PATH, with the other elements as its arguments, as they are.
    ///
    /// `report` is called for each event, in order, on the child's thread; while it runs, nothing is read or written.
    package init(
        _ command: [String], options: Options = Options(), report: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        var input = try Pipe()
        var output = try Pipe()
        var errors = try Pipe()
        let loop = try EventLoop()
        mailbox = ChildMailbox(waker: loop.waker, maxQueueLength: options.maxQueueLength)
        identifier = try Self.spawn(
            command, environment: options.environment, input: input.readEnd.raw, output: output.writeEnd.raw,
            errors: errors.writeEnd.raw)
        LivingGroups.shared.add(identifier)
        input.readEnd.close()
        output.writeEnd.close()
        errors.writeEnd.close()
        do throws(SystemError) {
            let child = try ChildLoop(
                identifier, loop: loop, input: input.writeEnd, output: output.readEnd, errors: errors.readEnd,
                mailbox: mailbox, maxLineLength: options.maxLineLength, reportsMore: options.reportsMore, report: report
            )
            guard startThread({ child.run() }) else {
                throw SystemError("start a thread for '\(command[0])'", code: EAGAIN)
            }
        } catch {
            LivingGroups.shared.end(identifier)
            _ = waitpid(identifier, nil, 0)
            throw error
        }
    }

    deinit {
        terminate(grace: .seconds(2))
    }

    /// Gives the program a line, to which the newline is added; false when it no longer reads or its queue is full.
    @discardableResult
    package func send(line: [UInt8]) -> Bool {
        send(line + [UInt8(ascii: "\n")])
    }

    /// Gives the program bytes as they are; false when it no longer reads or its queue is full.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        mailbox.send(bytes)
    }

    /// Ends the program's standard input once the lines sent so far are written.
    package func endInput() {
        mailbox.post(.endInput)
    }

    /// Asks the program's group to terminate (SIGTERM), and kills it (SIGKILL) when it has not ended after `grace`.
    package func terminate(grace: Duration) {
        mailbox.post(.terminate(grace: grace))
    }

    /// Sends a signal to the program's group, unless the program has ended.
    package func signal(_ signal: Signal) {
        mailbox.post(.signal(signal))
    }

    /// The last 64 lines of standard error, each cut after 4,096 bytes.
    package var lastErrorLines: [String] { mailbox.lastErrorLines }

    /// Waits until the program has ended and its last event has been reported.
    package func exit() async -> ExitStatus {
        await mailbox.exit()
    }
}
