import POSIX
import Reports

/// How much of a run at once the machine has descriptors for, and whether it has addresses for any.
///
/// A run that has none left says nothing about the port, so it is looked at before.
enum Affordable {
    /// What a run needs for itself: streams, files, its backend, its browser, the runtime's timers.
    private static let own = 48
    /// What a case needs at the most: connections of the port and of the browser, at both ends.
    private static let each = 24
    /// Of addresses, for stacks and buffers; the runtime ends whoever gets no more, without a word.
    private static let megabytes = 1_536

    /// Refuses to begin what could not get far.
    static func check(processes: Int = 1) throws(ToolError) {
        _ = try jobs(1, processes: processes)
    }

    /// Refuses to run cases where the runtime would be ended amidst them.
    static func checkAddresses() throws(ToolError) {
        guard let limit = addressLimit(), limit >> 20 < megabytes else { return }
        throw .broken(
            "this process may use \(limit >> 20) MB of address space, and a run needs at least \(megabytes): "
                + "raise the limit ('ulimit -v')")
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
