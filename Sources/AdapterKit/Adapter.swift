public import AccessEnablerAPI
internal import AdapterProtocol
internal import Glibc
internal import POSIX

/// Lets the suite test a port.
///
///     import AdapterKit
///
///     @main struct Main {
///         static func main() async { await Adapter.serve(port: MyPort()) }
///     }
///
/// is a whole adapter: a program the suite can start and talk to (adapter-protocol.md).
public enum Adapter {
    /// Serves `port` over standard input and output until the suite ends the conversation.
    ///
    /// From then on what the program itself writes to its standard output goes to its standard error, and there is
    /// nothing to read from its standard input: both belong to the protocol. The main thread stays free for ports
    /// that need it. Returns once the sessions left open are closed; end the program then.
    ///
    /// - Parameter port: what is tested. Calls of one session are made one after the other, those of several at the same
    ///   time. One that does not close its sessions within two seconds at the end is not waited for any longer.
    public static func serve(port: any Port) async {
        let (input, output) = takeStandardStreams()
        await serve(port: port, input: input, output: output)
    }

    /// Serves `port` over two descriptors.
    ///
    /// Returns at the end of `input`, or when the suite says that it has finished. From then on, in the whole process,
    /// writing to a pipe that nobody reads is an error and does not end the process. The process stops where the system
    /// has no thread left for the adapter.
    ///
    /// - Parameters:
    ///   - port: what is tested.
    ///   - input: what the suite writes to; closed at the end.
    ///   - output: what the suite reads. Another number than `input`, because it is closed, too.
    public static func serve(port: any Port, input: Int32, output: Int32) async {
        // Otherwise a suite that is gone would end the process before its sessions are closed.
        SignalTrap.ignoreBrokenPipes()
        await withCheckedContinuation { continuation in
            startThread(for: "the adapter") {
                let outbox = Outbox(output)
                AdapterServer(port: port, outbox: outbox).serve(FileDescriptor(owning: input))
                outbox.finish()
                continuation.resume()
            }
        }
    }

    /// Serves `port` over a connection to a suite that listens, for ports that the suite cannot start (P-13).
    ///
    /// Blocks the calling thread until there is a connection, or none to be had.
    ///
    /// - Parameters:
    ///   - port: what is tested.
    ///   - address: where the suite listens, in dotted decimals.
    ///   - number: the number of the TCP port.
    ///   - token: what the suite printed, by which it knows the adapter.
    /// - Returns: true at the end of the conversation; false where nobody listens there, or where the greeting could
    ///   not be sent.
    public static func serve(port: any Port, dialing address: String, at number: UInt16, token: String) async -> Bool {
        guard var socket = try? FileDescriptor.connected(to: SocketAddress(host: address, port: number)) else {
            return false
        }
        let greeting = Hello(token: token).envelope.line
        guard case .bytes(greeting.count) = socket.send(greeting, [], secondEnd: 0, from: 0) else { return false }
        let input = socket.release()
        await serve(port: port, input: input, output: keptFromChildren(input))
        return true
    }

    /// Moves the protocol's streams to other descriptors, and puts harmless ones in their place.
    private static func takeStandardStreams() -> (input: Int32, output: Int32) {
        let streams = (keptFromChildren(STDIN_FILENO), keptFromChildren(STDOUT_FILENO))
        dup2(STDERR_FILENO, STDOUT_FILENO)
        let nothing = unsafe open("/dev/null", O_RDONLY)
        if nothing >= 0 {
            dup2(nothing, STDIN_FILENO)
            close(nothing)
        }
        return streams
    }

    /// A second descriptor for the same stream, which programs that the port starts do not inherit.
    private static func keptFromChildren(_ descriptor: Int32) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        precondition(copy >= 0, "the adapter was started without its standard streams")
        return copy
    }
}
