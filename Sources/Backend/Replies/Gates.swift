internal import ServiceProtocol

/// The gates of one session: which replies are to be held, and which are.
struct Gates<Parcel: Sendable>: Sendable {
    struct Key: Hashable, Sendable {
        var provider: String
        var purpose: Purpose
    }

    struct Held: Sendable {
        var key: Key
        var exchange: UInt64
        /// Nil until it is recorded that the reply is held: until then it cannot be let go.
        var parcel: Parcel?
    }

    private var closed: Set<Key> = []
    /// In the order the requests came.
    private(set) var held: [Held] = []

    mutating func close(providers: [String], purpose: Purpose) {
        for provider in providers { closed.insert(Key(provider: provider, purpose: purpose)) }
    }

    func isClosed(_ key: Key) -> Bool {
        !closed.isEmpty && closed.contains(key)
    }

    /// Keeps a place for a reply that is about to be held.
    mutating func reserve(exchange: UInt64, key: Key) {
        held.append(Held(key: key, exchange: exchange, parcel: nil))
    }

    /// Puts the reply in its place; false when there is none any more.
    mutating func hold(_ parcel: Parcel, exchange: UInt64) -> Bool {
        guard let index = held.firstIndex(where: { $0.exchange == exchange }) else { return false }
        held[index].parcel = parcel
        return true
    }

    /// What an attempt to take the reply came to that was held first.
    enum Taken: Sendable {
        case parcel(exchange: UInt64, Parcel)
        /// There is one, and it is being recorded that it is held.
        case notYet
        case nothing
    }

    /// Takes the reply that was held first; its gate stays closed.
    mutating func take(_ key: Key) -> Taken {
        guard let index = held.firstIndex(where: { $0.key == key }) else { return .nothing }
        guard let parcel = held[index].parcel else { return .notYet }
        return .parcel(exchange: held.remove(at: index).exchange, parcel)
    }

    /// Opens gates, and takes what they hold; nil, and nothing done, while it is being recorded of one reply that it is
    /// held.
    mutating func open(_ keys: Set<Key>) -> [(exchange: UInt64, parcel: Parcel)]? {
        var freed: [(exchange: UInt64, parcel: Parcel)] = []
        for reply in held where keys.contains(reply.key) {
            guard let parcel = reply.parcel else { return nil }
            freed.append((reply.exchange, parcel))
        }
        closed.subtract(keys)
        held.removeAll { keys.contains($0.key) }
        return freed
    }

    /// All gates that are closed or hold something.
    var keys: Set<Key> { closed.union(held.map(\.key)) }
}
