internal import AccessEnablerAPI
internal import Tokens

/// The storage integrity check of the constructor (3.8.3 and later).
extension EnablerState {
    func checkStorage(_ check: StorageCheck?) {
        switch check {
        case nil, .some(.none):
            // AE-INIT-007, AE-INIT-008.
            break
        case .clear:
            store.clear()  // AE-INIT-010
        case .all:
            if !store.isOperable || !store.isReadable { store.clear() }  // AE-INIT-009
        }
    }
}

extension TokenStore {
    /// Whether a value that is written can be read again and removed.
    fileprivate var isOperable: Bool {
        let probe = Array("probe".utf8)
        guard storage.store(probe, for: "probe"), storage.load("probe") == probe else { return false }
        storage.remove("probe")
        return storage.load("probe") == nil
    }

    /// Whether every value is what its key says.
    fileprivate var isReadable: Bool {
        isReadable(storage) && isReadable(ownStorage)
    }

    private func isReadable(_ storage: any TokenStorage) -> Bool {
        storage.keys().allSatisfy { key in
            guard let value = storage.load(key) else { return false }
            if key.hasSuffix("/authentication") {
                return StoredAuthentication(reading: value)?.read() != nil
            }
            if key.contains("/authorization/") {
                return (try? AuthorizationToken(parsing: String(decoding: value, as: UTF8.self))) != nil
            }
            return key.hasPrefix("current/") || key == Key.device
        }
    }
}
