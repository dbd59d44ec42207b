package import AccessEnabler

/// A storage that refuses some of what it is told.
package struct AlteredStorage: TokenStorage {
    package let base: any TokenStorage
    package var stores: @Sendable (_ key: String) -> Bool
    package var removes: @Sendable (_ key: String) -> Bool = { _ in true }
    package var loads: @Sendable (_ key: String) -> Bool = { _ in true }

    package init(_ base: any TokenStorage, stores: @escaping @Sendable (_ key: String) -> Bool = { _ in true }) {
        self.base = base
        self.stores = stores
    }

    package func load(_ key: String) -> [UInt8]? {
        loads(key) ? base.load(key) : nil
    }

    /// Says that it was done.
    package func store(_ value: [UInt8], for key: String) -> Bool {
        !stores(key) || base.store(value, for: key)
    }

    package func remove(_ key: String) {
        if removes(key) { base.remove(key) }
    }

    package func keys() -> [String] {
        base.keys()
    }
}

/// A storage that does something before each reading.
package struct WatchedStorage: TokenStorage {
    package let base: any TokenStorage
    package let beforeLoading: @Sendable (_ key: String) -> Void

    package init(_ base: any TokenStorage, beforeLoading: @escaping @Sendable (_ key: String) -> Void) {
        self.base = base
        self.beforeLoading = beforeLoading
    }

    package func load(_ key: String) -> [UInt8]? {
        beforeLoading(key)
        return base.load(key)
    }

    package func store(_ value: [UInt8], for key: String) -> Bool {
        base.store(value, for: key)
    }

    package func remove(_ key: String) {
        base.remove(key)
    }

    package func keys() -> [String] {
        base.keys()
    }
}

extension Mutation {
    package mutating func alterStorage(_ alter: @escaping @Sendable (inout AlteredStorage) -> Void) {
        environment = { environment in
            // Subtle: both, because on tvOS they are one storage, out of which what is kept here would be lost there.
            environment.storage = altered(environment.storage, alter)
            environment.ownStorage = altered(environment.ownStorage, alter)
        }
    }
}

private func altered(_ base: any TokenStorage, _ alter: (inout AlteredStorage) -> Void) -> AlteredStorage {
    var storage = AlteredStorage(base)
    alter(&storage)
    return storage
}

extension TokenStorage {
    /// Removes what is kept under the keys that are meant.
    package func forget(_ isMeant: (_ key: String) -> Bool) {
        for key in keys() where isMeant(key) { remove(key) }
    }
}
