/// A visit in which something did not hold that must.
package struct Violation: Sendable, Hashable {
    package var session: String
    package var property: String
    package var message: String
    /// Statements of the register that it goes against.
    package var statements: [String]
    /// What was expected and what came, in words; empty where the message says it all.
    package var expected: String
    package var seen: String
    /// From the beginning of the run.
    package var offset: Duration
    /// The folder of its replay bundle, and the command that replays it; empty without one.
    package var bundle: String
    package var command: String
    /// What came of the replay: that it was convicted, or not repeated; empty before.
    package var replay: String

    package init(
        session: String, property: String, message: String, statements: [String] = [], expected: String = "",
        seen: String = "", offset: Duration, bundle: String = "", command: String = "", replay: String = ""
    ) {
        self.session = session
        self.property = property
        self.message = message
        self.statements = statements
        self.expected = expected
        self.seen = seen
        self.offset = offset
        self.bundle = bundle
        self.command = command
        self.replay = replay
    }
}
