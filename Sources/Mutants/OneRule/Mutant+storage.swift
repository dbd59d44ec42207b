internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with what is stored.
extension Mutant {
    static let storage: [Mutant] = [
        .changeEnvironment(
            "storage-does-not-last", "forgets everything at the end of the process", ["AE-STO-002", "AE-STO-004"]
        ) { _, environment in environment.storage = MemoryTokenStorage() },
        .changeConfiguration(
            "clears-storage-at-start", "clears the storage at every launch",
            ["AE-INIT-007", "AE-INIT-008", "AE-STO-002"]
        ) { _, configuration in configuration.storageCheck = .clear },
        .changeConfiguration(
            "storage-check-ignored", "neither checks nor clears the storage when told to",
            ["AE-INIT-006", "AE-INIT-009", "AE-INIT-010"]
        ) { _, configuration in configuration.storageCheck = nil },
        .changeEnvironment(
            "one-token-for-all", "keeps the token of one programmer and MVPD only", ["AE-STO-010", "AE-STO-011"]
        ) { _, environment in
            let base = environment.storage
            environment.storage = AlteredStorage(base) { key in
                guard key.hasSuffix("/authentication") else { return true }
                for other in base.keys() where other.hasPrefix("tokens/") && other != key { base.remove(other) }
                return true
            }
        },
        .changeEnvironment(
            "forgets-odd-names-at-launch",
            "finds nothing again after a launch that has other than plain letters in its name", ["AE-STO-002"]
        ) { _, environment in environment.storage.forget { $0.contains("%") } },
        .alterStorage(
            "new-device-at-launch", "is another device after each launch", ["AE-STO-002", "AE-DEV-002"]
        ) { _, storage in storage.loads = { $0 != "device" } },
    ]
}
