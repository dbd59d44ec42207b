package import Documents
internal import Evidence
internal import POSIX

/// What outlives a restart.
extension Backend {
    /// What the services know of the clients that no scenario speaks of.
    package var savedState: [UInt8] {
        reception.world.change { world in world.change(.none) { $0.saved.compact } ?? [] }
    }

    /// Takes back what ``savedState`` gave; throws when that is no JSON.
    package func restore(_ bytes: [UInt8], file: String) throws(Diagnostic) {
        let saved = try JSON.parse(bytes, file: file)
        reception.world.change { world in _ = world.change(.none) { $0.restore(saved) } }
    }
}
