internal import POSIX

/// What an adapter is reached through: a process of ours, or a connection that it opened.
protocol AdapterLink: AnyObject, Sendable {
    /// Gives the adapter a line, to which the newline is added; false when it no longer reads.
    func send(line: [UInt8]) -> Bool
    /// Nothing more will be sent.
    func endInput()
    func signal(_ signal: Signal)
    /// Ends the adapter, or at least the conversation.
    func terminate(grace: Duration)
    /// The last lines of its standard error, where that can be heard.
    var lastErrorLines: [String] { get }
    /// Of its process, where it is one of ours.
    var identifierOfProcess: Int32? { get }
    /// Waits until nothing more will be heard.
    func hasEnded() async
}

extension AdapterLink {
    var identifierOfProcess: Int32? { nil }
}

extension ChildProcess: AdapterLink {
    var identifierOfProcess: Int32? { identifier }

    func hasEnded() async {
        _ = await exit()
    }
}
