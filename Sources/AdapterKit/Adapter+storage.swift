internal import Documents
internal import Glibc

extension Adapter {
    /// A folder of this user for the storages that the suite names.
    ///
    /// Each process finds there what one before it has kept. The folder itself need not exist yet.
    ///
    /// The suite gives each storage a name of its own, so they are kept side by side, each as a folder with files. A
    /// storage that nobody has changed for a day is left over from an earlier run, and is removed by this call.
    ///
    /// - Returns: the path: `assay-adapter-` and the user's number, in `TMPDIR` or in `/tmp`.
    public static func storageFolder() -> String {
        let temporary = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        let folder = "\(temporary)/assay-adapter-\(getuid())"
        for storage in ((try? Folder.names(in: folder)) ?? []).map({ "\(folder)/\($0)" }) where isOld(storage) {
            for file in (try? Folder.names(in: storage)) ?? [] { unsafe unlink("\(storage)/\(file)") }
            unsafe rmdir(storage)
        }
        return folder
    }

    private static func isOld(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mtim.tv_sec < time(nil) - 86_400
    }
}
