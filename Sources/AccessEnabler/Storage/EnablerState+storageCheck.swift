internal import AccessEnablerAPI

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
            if !store.isOperable || !store.isReadable(by: wire) { store.clear() }  // AE-INIT-009
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
    fileprivate func isReadable(by wire: any ServiceWire) -> Bool {
        isReadable(storage, by: wire) && isReadable(ownStorage, by: wire)
    }

    private func isReadable(_ storage: any TokenStorage, by wire: any ServiceWire) -> Bool {
        storage.keys().allSatisfy { key in
            guard let value = storage.load(key) else { return false }
            if Key.isAuthentication(key) {
                return StoredAuthentication(reading: value).flatMap(wire.read) != nil
            }
            if key.contains("/authorization/") {
                return wire.readAuthorization(String(decoding: value, as: UTF8.self)) != nil
            }
            return key.hasPrefix("current/") || key == Key.device || Key.isClient(key)
        }
    }
}
