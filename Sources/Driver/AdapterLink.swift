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
    /// Waits until nothing more will be heard.
    func hasEnded() async
}

extension ChildProcess: AdapterLink {
    func hasEnded() async {
        _ = await exit()
    }
}
