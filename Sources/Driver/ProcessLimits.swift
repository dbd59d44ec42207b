/// How long, and how much, a process of an adapter is borne.
package struct ProcessLimits: Sendable, Hashable {
    /// For the start and the answer to `initialize`.
    package var start: Duration = .seconds(30)
    /// For an adapter that is to dial in.
    package var dialing: Duration = .seconds(600)
    /// For an adapter that is to dial in again.
    package var redialing: Duration = .seconds(60)
    /// For making and for closing a session.
    package var session: Duration = .seconds(10)
    /// For the ping that decides whether a process that is late with something else is alive.
    package var ping: Duration = .seconds(10)
    /// Between two pings by which the process is watched, while it has sessions; longer answers are time it lost.
    package var heartbeat: Duration = .milliseconds(250)
    /// For each step of ending a process: `shutdown`, the end of its input, SIGTERM; then SIGKILL.
    package var grace: Duration = .seconds(2)
    /// The longest line that is read, in bytes without its line end.
    package var lineBytes = 16 << 20
    /// After so many starts in a row that came to nothing no further one is tried.
    package var failedStarts = 3

    package init() {}
}
