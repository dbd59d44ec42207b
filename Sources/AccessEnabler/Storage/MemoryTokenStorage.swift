internal import Synchronization

/// Keeps tokens as long as the storage itself lives.
public final class MemoryTokenStorage: TokenStorage {
    private let values = Mutex<[String: [UInt8]]>([:])

    public init() {}

    public func load(_ key: String) -> [UInt8]? {
        values.withLock { $0[key] }
    }

    @discardableResult
    public func store(_ value: [UInt8], for key: String) -> Bool {
        values.withLock { $0[key] = value }
        return true
    }

    public func remove(_ key: String) {
        values.withLock { _ = $0.removeValue(forKey: key) }
    }

    public func keys() -> [String] {
        values.withLock { Array($0.keys) }
    }
}
