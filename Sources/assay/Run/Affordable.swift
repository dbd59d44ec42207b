import POSIX
import Reports

/// How much of a run at once the machine has descriptors for, and whether it has memory and threads for any.
///
/// A run that has none left says nothing about the port, so it is looked at before.
enum Affordable {
    /// What a run needs for itself: streams, files, its backend, its browser, the runtime's timers.
    private static let own = 48
    /// What a case needs at the most: connections of the port and of the browser, at both ends.
    private static let each = 24
    /// Of addresses, for stacks and buffers; the runtime ends whoever gets no more, without a word.
    private static let megabytes = 1_536
    /// For what is nested in foreign texts.
    private static let kilobytesOfStack = 1_024
    /// Of a user who has others as well.
    private static let threads = 64

    /// Refuses to begin what could not get far.
    static func check(processes: Int = 1) throws(ToolError) {
        _ = try jobs(1, processes: processes)
    }

    /// Refuses to run cases where the runtime would be ended amidst them.
    static func checkMemory() throws(ToolError) {
        try check(.addresses, atLeast: megabytes, "MB of address space", "-v")
        try check(.data, atLeast: megabytes, "MB of data", "-d")
        try check(.stack, atLeast: kilobytesOfStack, "KB of stack", "-s")
        try check(.threads, atLeast: threads, "processes and threads", "-u")
    }

    private static func check(
        _ resource: ResourceLimit, atLeast least: Int, _ what: String, _ option: String
    ) throws(ToolError) {
        guard let limit = resource.value, limit < least else { return }
        throw .broken(
            "this process may use \(limit) \(what), and a run needs at least \(least): "
                + "raise the limit ('ulimit \(option)')")
    }

    /// - Returns: how many cases may be under way at once, and what to say where that is fewer than was asked for.
    static func jobs(_ asked: Int, processes: Int) throws(ToolError) -> (jobs: Int, remark: String?) {
        let limit = raiseDescriptorLimit()
        // An adapter takes three pipes, an event loop, and what tells its end.
        let affordable = (limit - own - 8 * processes) / each
        guard affordable > 0 else {
            throw .broken(
                "this process may open \(limit) file descriptors, and a run needs at least "
                    + "\(own + 8 * processes + each): raise the limit ('ulimit -n')")
        }
        guard asked > affordable else { return (asked, nil) }
        return (
            affordable,
            "this process may open \(limit) file descriptors: \(Prose.count(affordable, "case")) at once, not \(asked)"
        )
    }
}
