internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Documents
internal import POSIX
internal import Timing

/// One process of an adapter that is being tried.
///
/// Unlike ``AdapterProcess`` it lets one say anything, and keeps whatever comes.
final class LintRig: Sendable {
    private let heard: LintTranscript
    private let child: ChildProcess
    let timeout: Duration
    /// How long the answer to what must be answered at once is waited for.
    let promptness: Duration
    private let system: String

    init(_ command: [String], timeout: Duration, promptness: Duration, system: String) throws(SystemError) {
        let heard = LintTranscript()
        self.heard = heard
        self.timeout = timeout
        self.promptness = min(timeout, promptness)
        self.system = system
        child = try ChildProcess(command) { heard.take($0) }
    }

    // MARK: - Saying

    func send(_ bytes: [UInt8]) {
        child.send(bytes)
    }

    func send(_ text: String) {
        child.send(Array(text.utf8))
    }

    /// Sends a request, and says under which id.
    @discardableResult
    func request(_ method: String, _ params: JSON = [:], id: JSON? = nil) -> JSON {
        let id = id ?? heard.newID()
        send(Self.line(method, params, id: id))
        return id
    }

    static func line(_ method: String, _ params: JSON = [:], id: JSON) -> [UInt8] {
        let message: JSON = ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
        return message.compact + [UInt8(ascii: "\n")]
    }

    func endInput() {
        child.endInput()
    }

    func signal(_ signal: Signal) {
        child.signal(signal)
    }

    /// What the process, and those it has started, hold at this moment.
    ///
    /// Throws where the system does not tell.
    func holdings() throws(FileError) -> ProcessHoldings {
        try ProcessHoldings(ofGroup: Int(child.identifier), system: system)
    }

    func stop() async {
        child.terminate(grace: .seconds(1))
        _ = await child.exit()
    }

    // MARK: - Hearing

    /// What is found in what has been heard; looked for until it is there, the process has ended, or the time is up.
    func find<Found: Sendable>(
        within limit: Duration? = nil, _ look: @Sendable ([JSON]) -> Found?
    ) async -> Found? {
        let deadline = MonotonicTime.now() + (limit ?? timeout)
        while true {
            let hasEnded = heard.status != nil
            if let found = look(heard.messages) { return found }
            if hasEnded || MonotonicTime.now() > deadline || Task.isCancelled { return nil }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// The answer to the request with that id.
    func answer(to id: JSON, within limit: Duration? = nil) async -> JSON? {
        await find(within: limit) { messages in messages.first { $0["id"] == id && $0["method"] == nil } }
    }

    func ask(_ method: String, _ params: JSON = [:], within limit: Duration? = nil) async -> JSON? {
        await answer(to: request(method, params), within: limit)
    }

    /// How the process ended; nil where it has not in time.
    func end() async -> ExitStatus? {
        let deadline = MonotonicTime.now() + timeout
        while heard.status == nil, MonotonicTime.now() < deadline, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(2))
        }
        return heard.status
    }

    var messages: [JSON] { heard.messages }
    /// How the process ended, where it has.
    var status: ExitStatus? { heard.status }
    /// The first line on standard output that was no message.
    var noise: String? { heard.noise }
    var lastErrorLines: [String] { child.lastErrorLines }

    // MARK: - The adapter

    static let initializeParams = Request.initialize(
        InitializeRequest(
            suite: ProgramName(name: "assay", version: "lint"), version: .newest, platform: .iOS, lineLimit: 16 << 20)
    ).params

    /// Begins the conversation; false where the answer is none.
    func initialize() async -> Bool {
        guard let result = await ask("initialize", Self.initializeParams)?["result"],
            let port = try? InitializeResult(result)
        else { return false }
        heard.set(port)
        return true
    }

    /// What the adapter said of its port.
    var port: InitializeResult? { heard.port }

    func has(_ call: Selector) -> Bool { port?.calls.contains(call) == true }

    /// Opens a session, and says whether that was possible.
    func open(_ name: String) async -> Bool {
        await ask("session/open", openParams(name))?["result"] != nil
    }

    func openParams(_ name: String) -> JSON {
        [
            "session": .string(name),
            "configuration": [
                "platform": .string(port?.platforms.first?.rawValue ?? "ios"), "version": "3.9.2",
                "softwareStatement": "lint", "customScheme": "adbe.lint",
            ],
        ]
    }

    func callParams(_ name: String, number: Int64, _ selector: Selector, _ arguments: JSON = [:]) -> JSON {
        [
            "session": .string(name), "number": .int(number), "selector": .string(selector.rawValue),
            "arguments": arguments,
        ]
    }

    /// The call that makes a port call back without a service provider: nobody listens at the URL.
    func provoke(_ name: String, number: Int64 = 0, url: String = "http://127.0.0.1:9/") -> JSON {
        callParams(
            name, number: number, .setRequestorServiceProviders,
            ["requestorID": "lint", "urls": [.string(url)]])
    }
}
