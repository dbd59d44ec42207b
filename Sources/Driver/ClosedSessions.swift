/// The names of sessions that were closed not long ago: a load run has more of them than anybody can remember.
struct ClosedSessions: Sendable {
    private static let kept = 10_000

    private var names: [String] = []

    /// - Returns: the names that may be forgotten for it, many at once.
    mutating func add(_ name: String) -> ArraySlice<String> {
        names.append(name)
        guard names.count >= 2 * Self.kept else { return [] }
        defer { names.removeFirst(Self.kept) }
        return names[..<Self.kept]
    }
}
