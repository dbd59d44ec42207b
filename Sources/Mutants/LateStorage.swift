internal import AccessEnabler
internal import PortWrapping

/// A storage that keeps what it is told to itself until it is flushed.
///
/// Any thread.
final class LateStorage: TokenStorage {
    private let base: any TokenStorage
    private let values: Kept<[String: [UInt8]]>

    init(_ base: any TokenStorage) {
        self.base = base
        values = Kept(
            base.keys().reduce(into: [:]) { values, key in
                values[key] = base.load(key)
            })
    }

    func load(_ key: String) -> [UInt8]? { values.value[key] }

    func store(_ value: [UInt8], for key: String) -> Bool {
        values.change { $0[key] = value }
        return true
    }

    func remove(_ key: String) {
        values.change { $0[key] = nil }
    }

    func keys() -> [String] { Array(values.value.keys) }

    func flush() {
        let values = values.value
        base.forget { values[$0] == nil }
        for (key, value) in values where base.load(key) != value { _ = base.store(value, for: key) }
    }
}
