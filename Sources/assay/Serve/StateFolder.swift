import Backend
import Cryptography
import Documents
import Glibc

/// What `assay serve` keeps between its runs: the key that signs tokens, and what clients were given.
struct StateFolder {
    let path: String
    /// Whether what clients were given is kept, too, and not the keys alone.
    let keepsClients: Bool
    /// Held for as long as the state is in use: of two services in one folder each would lose what the other keeps.
    private let lock: FileLock?

    private var keyPath: String { path + "/key.pem" }
    private var statePath: String { path + "/state.json" }

    /// The folder of that path, made when there is none.
    init(_ path: String, keepsClients: Bool = true) throws(ToolError) {
        self.path = path
        self.keepsClients = keepsClients
        do throws(FileError) {
            try Folder.create(path, isPrivate: true)
            lock = keepsClients ? try FileLock(path + "/lock") : nil
        } catch  where error.code == .locked {
            throw .broken("the state is another service's: \(error); end it, or name another folder with --state")
        } catch {
            throw .broken("there is no state: \(error)")
        }
    }

    /// Where the keys are kept when nobody says where: below `XDG_STATE_HOME`, or `.local/state` of the user's home.
    ///
    /// Several services may use it at once, so what clients were given is not kept there.
    static func standard() throws(ToolError) -> StateFolder {
        func folder(_ variable: String) -> String? {
            guard let value = unsafe getenv(variable) else { return nil }
            let path = unsafe String(cString: value)
            return path.hasPrefix("/") ? path : nil
        }
        guard let base = folder("XDG_STATE_HOME") ?? folder("HOME").map({ $0 + "/.local/state" }) else {
            throw .broken("neither XDG_STATE_HOME nor HOME names a folder")
        }
        return try StateFolder(base + "/assay", keepsClients: false)
    }

    /// The key, made when there is none.
    func key() throws(ToolError) -> PrivateKey {
        do {
            if !Folder.exists(keyPath) {
                let key = try PrivateKey.generate(bits: 2_048)
                if try File.create(Array(key.pem.utf8), at: keyPath, isPrivate: true) { return key }
            }
            return try PrivateKey(pem: String(decoding: try File.read(keyPath), as: UTF8.self))
        } catch let error as FileError {
            throw .broken("the key of the state: \(error)")
        } catch {
            throw .broken("the key of the state, \(keyPath): \(error)")
        }
    }

    /// Whether there was anything to take back.
    func restore(_ backend: Backend) throws(ToolError) -> Bool {
        guard keepsClients, Folder.exists(statePath) else { return false }
        try saying("the state cannot be read") {
            try backend.restore(try File.read(statePath, maximumBytes: .max), file: statePath)
        }
        return true
    }

    func save(_ state: [UInt8]) throws(FileError) {
        guard keepsClients else { return }
        try File.write(state, to: statePath, isPrivate: true)
    }
}
