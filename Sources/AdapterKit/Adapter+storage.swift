public import AccessEnablerAPI
internal import Documents
internal import Glibc

extension Adapter {
    /// A folder of this user for the storages that the suite names.
    ///
    /// Each process finds there what one before it has kept.
    ///
    /// The suite gives each storage a name of its own, so they are kept side by side, each as a folder with files. A
    /// storage that nobody has changed for a day is left over from an earlier run, and is removed by this call.
    ///
    /// - Returns: the path: `assay-adapter-` and the user's number, in `TMPDIR` or in `/tmp`.
    /// - Throws: where that is anything but a folder of this user: anybody can make one there.
    public static func storageFolder() throws(PortError) -> String {
        try storageFolder(in: unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp")
    }

    static func storageFolder(in temporary: String) throws(PortError) -> String {
        let folder = "\(temporary)/assay-adapter-\(getuid())"
        // Made now, so that nobody else makes it later.
        unsafe mkdir(folder, 0o700)
        guard isOwnFolder(folder) else {
            throw PortError("\(folder) is no folder of this user: name another place for it with TMPDIR")
        }
        for storage in ((try? Folder.names(in: folder)) ?? []).map({ "\(folder)/\($0)" })
        where isOwnFolder(storage, unchangedSince: time(nil) - 86_400) {
            for file in (try? Folder.names(in: storage)) ?? [] { unsafe unlink("\(storage)/\(file)") }
            unsafe rmdir(storage)
        }
        return folder
    }

    /// Whether it is a folder, and no link to one, that belongs to this user.
    private static func isOwnFolder(_ path: String, unchangedSince time: Int = .max) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
            && status.st_mtim.tv_sec < time
    }
}
