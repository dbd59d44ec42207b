internal import Evidence

/// Which session each value belongs to that only one session has.
struct Canaries: Sendable {
    /// The owner, or nil where several sessions have the value, so that it tells nothing.
    private var owners: [String: SessionID?] = [:]
    private var values: [SessionID: [String]] = [:]

    mutating func claim(_ value: String, for session: SessionID) {
        guard !value.isEmpty else { return }
        switch owners[value] {
        case .some(.some(session)):
            return
        case .some:
            owners[value] = .some(nil)
        case nil:
            owners[value] = session
            values[session, default: []].append(value)
        }
    }

    func owner(_ value: String) -> SessionID? {
        owners[value] ?? nil
    }

    /// Forgets what belongs to the session alone.
    mutating func release(_ session: SessionID) {
        for value in values.removeValue(forKey: session) ?? [] { owners[value] = nil }
    }

    /// Gives all that `former` has to `session`.
    mutating func hand(from former: SessionID, to session: SessionID) {
        let moved = values.removeValue(forKey: former) ?? []
        for value in moved where owners[value] == .some(.some(former)) { owners[value] = session }
        values[session, default: []] += moved
    }
}

/// Whose request it is.
struct Attribution: Sendable {
    var session: SessionID
    /// Other sessions whose values the request carries, too.
    var crossed: [SessionID]
}
