internal import Evidence

/// The gates of one session: which replies are to be held, and which are.
struct Gates<Parcel: Sendable>: Sendable {
    struct Key: Hashable {
        var provider: String
        var purpose: RequestEvent.Purpose
    }

    struct Held {
        var key: Key
        var exchange: UInt64
        var parcel: Parcel
    }

    private var closed: Set<Key> = []
    /// In the order the requests came.
    private(set) var held: [Held] = []

    mutating func close(providers: [String], purpose: RequestEvent.Purpose) {
        for provider in providers { closed.insert(Key(provider: provider, purpose: purpose)) }
    }

    func isClosed(_ key: Key) -> Bool {
        !closed.isEmpty && closed.contains(key)
    }

    mutating func hold(_ parcel: Parcel, exchange: UInt64, key: Key) {
        held.append(Held(key: key, exchange: exchange, parcel: parcel))
    }

    /// Takes the reply that was held first; its gate stays closed.
    mutating func take(_ key: Key) -> Held? {
        guard let index = held.firstIndex(where: { $0.key == key }) else { return nil }
        return held.remove(at: index)
    }

    /// Opens gates, and takes what they held.
    mutating func open(providers: [String], purpose: RequestEvent.Purpose) -> [Held] {
        let keys = Set(providers.map { Key(provider: $0, purpose: purpose) })
        closed.subtract(keys)
        let freed = held.filter { keys.contains($0.key) }
        held.removeAll { keys.contains($0.key) }
        return freed
    }

    mutating func openAll() -> [Held] {
        defer { self = Gates() }
        return held
    }
}
