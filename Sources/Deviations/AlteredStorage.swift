internal import AccessEnabler

/// A storage that refuses some of what it is told.
struct AlteredStorage: TokenStorage {
    let base: any TokenStorage
    var stores: @Sendable (_ key: String) -> Bool
    var removes: @Sendable (_ key: String) -> Bool = { _ in true }
    var loads: @Sendable (_ key: String) -> Bool = { _ in true }

    init(_ base: any TokenStorage, stores: @escaping @Sendable (_ key: String) -> Bool = { _ in true }) {
        self.base = base
        self.stores = stores
    }

    func load(_ key: String) -> [UInt8]? {
        loads(key) ? base.load(key) : nil
    }

    /// Says that it was done.
    func store(_ value: [UInt8], for key: String) -> Bool {
        !stores(key) || base.store(value, for: key)
    }

    func remove(_ key: String) {
        if removes(key) { base.remove(key) }
    }

    func keys() -> [String] {
        base.keys()
    }
}

/// A storage that does something before each reading.
struct WatchedStorage: TokenStorage {
    let base: any TokenStorage
    let beforeLoading: @Sendable (_ key: String) -> Void

    init(_ base: any TokenStorage, beforeLoading: @escaping @Sendable (_ key: String) -> Void) {
        self.base = base
        self.beforeLoading = beforeLoading
    }

    func load(_ key: String) -> [UInt8]? {
        beforeLoading(key)
        return base.load(key)
    }

    func store(_ value: [UInt8], for key: String) -> Bool {
        base.store(value, for: key)
    }

    func remove(_ key: String) {
        base.remove(key)
    }

    func keys() -> [String] {
        base.keys()
    }
}

extension TokenStorage {
    func forget(_ isMeant: (_ key: String) -> Bool) {
        for key in keys() where isMeant(key) { remove(key) }
    }
}

extension Mutation {
    mutating func alterStorage(_ alter: @escaping @Sendable (inout AlteredStorage) -> Void) {
        surroundings = { surroundings in
            // Subtle: both, because on tvOS they are one storage, out of which what is kept here would be lost there.
            surroundings.storage = altered(surroundings.storage, alter)
            surroundings.ownStorage = altered(surroundings.ownStorage, alter)
        }
    }
}

private func altered(_ base: any TokenStorage, _ alter: (inout AlteredStorage) -> Void) -> AlteredStorage {
    var storage = AlteredStorage(base)
    alter(&storage)
    return storage
}
