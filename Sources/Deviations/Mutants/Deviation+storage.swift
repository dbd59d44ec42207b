internal import AccessEnabler
internal import AccessEnablerAPI

/// Wrong ways with what is stored.
extension Deviation {
    static let storage: [Deviation] = [
        .mutant("storage-does-not-last", "forgets everything at the end of the process", ["AE-STO-002"]) {
            _, mutation in
            mutation.surroundings = { $0.storage = MemoryTokenStorage() }
        },
        .mutant("clears-at-launch", "clears the storage at every launch", ["AE-INIT-007", "AE-INIT-008", "AE-STO-002"])
        {
            _, mutation in
            mutation.configuration = { $0.storageCheck = .clear }
        },
        .mutant("never-clears-at-launch", "does not clear the storage when told to", ["AE-INIT-010"]) { _, mutation in
            mutation.configuration = { configuration in
                if configuration.storageCheck == .clear { configuration.storageCheck = nil }
            }
        },
        .mutant("never-checks-at-launch", "does not check the storage when told to", ["AE-INIT-009"]) { _, mutation in
            mutation.configuration = { configuration in
                if configuration.storageCheck == .all { configuration.storageCheck = nil }
            }
        },
        .mutant("one-token-for-all", "keeps the token of one programmer and MVPD only", ["AE-STO-010", "AE-STO-011"]) {
            _, mutation in
            mutation.surroundings = { surroundings in
                let base = surroundings.storage
                surroundings.storage = AlteredStorage(base) { key in
                    guard key.hasSuffix("/authentication") else { return true }
                    for other in base.keys() where other.hasPrefix("tokens/") && other != key { base.remove(other) }
                    return true
                }
            }
        },
        .mutant("new-device-at-launch", "is another device after each launch", ["AE-STO-002", "AE-DEV-002"]) {
            _, mutation in
            mutation.alterStorage { storage in
                storage.loads = { $0 != "device" }
            }
        },
    ]
}
