import Backend
import Cryptography
import Documents

/// What `assay serve` keeps between its runs: the key that signs tokens, and what clients were given.
struct StateFolder {
    let path: String

    private var keyPath: String { path + "/key.pem" }
    private var statePath: String { path + "/state.json" }

    init(_ path: String) throws(ToolError) {
        self.path = path
        do throws(FileError) {
            try Folder.create(path, isPrivate: true)
        } catch {
            throw .broken("there is no state: \(error)")
        }
    }

    /// The key, made when there is none.
    func key() throws(ToolError) -> PrivateKey {
        do {
            if Folder.exists(keyPath) {
                return try PrivateKey(pem: String(decoding: try File.read(keyPath), as: UTF8.self))
            }
            let key = try PrivateKey.generate(bits: 2_048)
            try File.write(Array(key.pem.utf8), to: keyPath, isPrivate: true)
            return key
        } catch let error as FileError {
            throw .broken("the key of the state: \(error)")
        } catch {
            throw .broken("the key of the state, \(keyPath): \(error)")
        }
    }

    func restore(_ backend: Backend) throws(ToolError) {
        guard Folder.exists(statePath) else { return }
        do {
            try backend.restore(try File.read(statePath), file: statePath)
        } catch {
            throw .broken("the state cannot be read: \(error)")
        }
    }

    func save(_ backend: Backend) throws(FileError) {
        try File.write(backend.savedState, to: statePath, isPrivate: true)
    }
}
