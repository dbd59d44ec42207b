package import AccessEnabler

/// A storage that refuses some of what it is told, or takes its time.
package struct AlteredStorage: TokenStorage {
    package let base: any TokenStorage
    package var stores: @Sendable (_ key: String) -> Bool
    package var removes: @Sendable (_ key: String) -> Bool = { _ in true }
    package var loads: @Sendable (_ key: String) -> Bool
    /// Runs before whatever it is asked.
    package var pause: @Sendable () -> Void = {}

    package init(
        _ base: any TokenStorage, stores: @escaping @Sendable (_ key: String) -> Bool = { _ in true },
        loads: @escaping @Sendable (_ key: String) -> Bool = { _ in true }
    ) {
        (self.base, self.stores, self.loads) = (base, stores, loads)
    }

    package func load(_ key: String) -> [UInt8]? {
        pause()
        return loads(key) ? base.load(key) : nil
    }

    /// Says that it was done.
    package func store(_ value: [UInt8], for key: String) -> Bool {
        pause()
        return !stores(key) || base.store(value, for: key)
    }

    package func remove(_ key: String) {
        pause()
        if removes(key) { base.remove(key) }
    }

    package func keys() -> [String] {
        pause()
        return base.keys()
    }
}

extension Mutation {
    package mutating func alterStorage(_ alter: @escaping @Sendable (inout AlteredStorage) -> Void) {
        environment = { $0.alterStorage(alter) }
    }
}

extension Environment {
    package mutating func alterStorage(_ alter: (inout AlteredStorage) -> Void) {
        // Subtle: both, because on tvOS they are one storage, out of which what is kept here would be lost there.
        for storage in [\Environment.storage, \.ownStorage] {
            var altered = AlteredStorage(self[keyPath: storage])
            alter(&altered)
            self[keyPath: storage] = altered
        }
    }
}

extension TokenStorage {
    /// Removes what is kept under the keys that are meant.
    package func forget(_ isMeant: (_ key: String) -> Bool) {
        for key in keys() where isMeant(key) { remove(key) }
    }
}
