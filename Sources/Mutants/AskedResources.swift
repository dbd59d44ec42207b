internal import AccessEnablerAPI
internal import Synchronization

/// Remembers which resources a preauthorization asked for, to ask for those again where fewer are wanted.
final class AskedResources: Sendable {
    private struct Memory {
        var sent: [String] = []
        var wanted: [String] = []
    }

    private let memory = Mutex(Memory())

    /// What is to be asked for in place of `resources`.
    func widened(_ resources: [String]) -> [String] {
        memory.withLock { memory in
            memory.wanted = resources
            if !Set(resources).isSubset(of: memory.sent) { memory.sent = resources }
            return memory.sent
        }
    }

    func isWanted(_ resource: String) -> Bool {
        memory.withLock { $0.wanted.contains(resource) }
    }
}
