import AccessEnablerAPI
import AdapterKit
import AdapterProtocol
import POSIX

/// A port served over two pipes, and the suite's end of them.
struct ServedPort: ~Copyable {
    private var input: FileDescriptor
    private var lines: AsyncStream<[UInt8]>.Iterator
    private let serving: Task<Void, Never>

    init(_ port: any Port) throws {
        var requests = try Pipe()
        var answers = try Pipe()
        let (read, write) = (requests.readEnd.release(), answers.writeEnd.release())
        serving = Task { await Adapter.serve(port: port, input: read, output: write) }
        input = FileDescriptor(owning: requests.writeEnd.release())
        let (lines, feed) = AsyncStream.makeStream(of: [UInt8].self)
        self.lines = lines.makeAsyncIterator()
        let output = answers.readEnd.release()
        startThread {
            let output = FileDescriptor(owning: output)
            var splitter = LineSplitter(maximum: 32 << 20)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case .bytes(let count) = output.read(into: &buffer) {
                splitter.read(buffer[..<count]) { if case .whole(let line) = $0 { feed.yield(line) } }
            }
            feed.finish()
        }
    }

    /// Writes bytes as they are, all of them.
    func write(_ bytes: [UInt8]) {
        var written = 0
        while written < bytes.count, case .bytes(let count) = input.write(bytes, from: written) { written += count }
    }

    func write(_ line: String) {
        write(Array((line + "\n").utf8))
    }

    func ask(_ id: Int64, _ request: Request) {
        write(Envelope.request(id: .number(id), method: request.method, params: request.params).line)
    }

    /// The messages up to the answer to that request, which is the last.
    mutating func messages(until id: Int64) async throws -> [Envelope] {
        var messages: [Envelope] = []
        while let line = await lines.next(isolation: #isolation) {
            messages.append(try Envelope(line: line))
            if case .response(.number(id), _)? = messages.last { return messages }
        }
        return messages
    }

    /// The next message; nil once the adapter has closed its output.
    mutating func message() async throws -> Envelope? {
        guard let line = await lines.next(isolation: #isolation) else { return nil }
        return try Envelope(line: line)
    }

    mutating func endInput() {
        input.close()
    }

    /// Waits until the port is no longer served.
    func served() async {
        await serving.value
    }

    /// Initializes the adapter and opens session `s1`.
    mutating func open() async throws {
        ask(
            0,
            .initialize(
                InitializeRequest(
                    suite: ProgramName(name: "test", version: "1"), version: .newest, platform: .iOS,
                    lineLimit: 1 << 20)))
        ask(1, .openSession(OpenRequest(session: "s1", configuration: SessionConfiguration())))
        _ = try await messages(until: 1)
    }
}

extension Envelope {
    /// The event, where the message is one.
    var event: SessionEvent? {
        guard case .notification(let method, let params) = self,
            case .event(let event)? = try? PortNotification(method: method, params: params)
        else { return nil }
        return event
    }

    /// The error, where the message is one.
    var error: ProtocolError? {
        if case .response(_, .error(let error)) = self { error } else { nil }
    }
}
