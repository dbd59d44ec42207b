internal import Evidence

extension AdapterProcess {
    struct State {
        var conversation = Conversation()
        var conduct = SuiteConduct()
        var child: (any AdapterLink)?
        /// How the process ended, or was given up.
        var end: String?
        /// Whether the end is recorded; nobody is told of it before, so that no case is over before its trace says why.
        var isTold = false
        /// Those who asked in between.
        var late: [Conversation.AnswerHandler] = []
        var fault: RunFault?
        var isStopping = false
        /// Nothing is said after a shutdown.
        var wasAskedToEnd = false
        /// Waits for a sign of life, or of the end.
        var watch: Task<Void, Never>?
        var errorLines = 0
        var heartbeat = Heartbeat()
        var beating: Task<Void, Never>?
        /// By the name of the session whose device has them.
        var accounts: [String: SimulatedAccount] = [:]
        /// Why the process is being ended, before it has ended.
        var verdict: String?
        /// What is quoted where sessions end with the process.
        var lastLines = LastLines()

        /// nil where it has ended before.
        mutating func end(_ cause: String, _ fault: RunFault?) -> Ending? {
            guard end == nil else { return nil }
            let reason = verdict ?? cause
            end = reason
            self.fault = fault
            defer { (watch, beating) = (nil, nil) }
            let sessions = conversation.openSessions
            return Ending(
                reason: reason, fault: fault, handlers: conversation.end(), sessions: sessions,
                tasks: [watch, beating].compactMap(\.self),
                isExpected: isStopping, lastLines: lastLines.all, lastErrorLines: child?.lastErrorLines ?? [])
        }
    }

    /// What there is to do when the process has ended or is given up.
    struct Ending {
        var reason: String
        /// Whose fault it is, where it is not the port's.
        var fault: RunFault?
        var handlers: [Conversation.AnswerHandler]
        var sessions: [SessionID]
        var tasks: [Task<Void, Never>]
        var isExpected: Bool
        var lastLines: [String]
        var lastErrorLines: [String]
    }
}
