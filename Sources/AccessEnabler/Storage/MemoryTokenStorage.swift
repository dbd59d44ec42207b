internal import Encodings
internal import Synchronization

/// Keeps tokens as long as the storage itself lives.
public final class MemoryTokenStorage: TokenStorage {
    private let values = Mutex<[ExactText: [UInt8]]>([:])

    /// Makes an empty storage.
    public init() {}

    /// The bytes that were stored last under the key; nil where there are none.
    public func load(_ key: String) -> [UInt8]? {
        values.withLock { $0[ExactText(key)] }
    }

    /// Keeps the value in place of the one before.
    ///
    /// - Returns: always true.
    @discardableResult
    public func store(_ value: [UInt8], for key: String) -> Bool {
        values.withLock { $0[ExactText(key)] = value }
        return true
    }

    /// Forgets the value; does nothing where there is none.
    public func remove(_ key: String) {
        values.withLock { _ = $0.removeValue(forKey: ExactText(key)) }
    }

    /// The keys of all values, in no particular order.
    public func keys() -> [String] {
        values.withLock { $0.keys.map(\.text) }
    }
}
