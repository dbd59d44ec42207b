internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with what is stored.
extension Mutant {
    static let storage: [Mutant] = [
        .mutant(
            "storage-does-not-last", "forgets everything at the end of the process", ["AE-STO-002", "AE-STO-004"]
        ) {
            _, mutation in
            mutation.environment = { $0.storage = MemoryTokenStorage() }
        },
        .mutant(
            "clears-storage-at-start", "clears the storage at every launch",
            ["AE-INIT-007", "AE-INIT-008", "AE-STO-002"]
        ) {
            _, mutation in
            mutation.configuration = { $0.storageCheck = .clear }
        },
        .mutant(
            "storage-check-ignored", "neither checks nor clears the storage when told to",
            ["AE-INIT-006", "AE-INIT-009", "AE-INIT-010"]
        ) { _, mutation in
            mutation.configuration = { $0.storageCheck = nil }
        },
        .mutant("one-token-for-all", "keeps the token of one programmer and MVPD only", ["AE-STO-010", "AE-STO-011"]) {
            _, mutation in
            mutation.environment = { environment in
                let base = environment.storage
                environment.storage = AlteredStorage(base) { key in
                    guard key.hasSuffix("/authentication") else { return true }
                    for other in base.keys() where other.hasPrefix("tokens/") && other != key { base.remove(other) }
                    return true
                }
            }
        },
        .mutant(
            "forgets-odd-names-at-launch",
            "finds nothing again after a launch that has other than plain letters in its name",
            ["AE-STO-002"]
        ) { _, mutation in
            mutation.environment = { $0.storage.forget { $0.contains("%") } }
        },
        .mutant("new-device-at-launch", "is another device after each launch", ["AE-STO-002", "AE-DEV-002"]) {
            _, mutation in
            mutation.alterStorage { storage in
                storage.loads = { $0 != "device" }
            }
        },
    ]
}
