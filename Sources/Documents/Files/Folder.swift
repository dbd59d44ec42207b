#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Folders and what is in them.
package enum Folder {
    /// The paths of all files below `path` whose names end with `suffix`, in order of their bytes.
    ///
    /// Names that start with a dot are left out, and links to folders are not followed.
    package static func files(below path: String, ending suffix: String = "") throws(FileError) -> [String] {
        if let carried = CarriedFiles.path(path) { return try CarriedFiles.files(below: carried, ending: suffix) }
        var found: [String] = []
        var folders = [path]
        while let folder = folders.popLast() {
            for (name, isFolder) in try entries(of: folder) where !name.hasPrefix(".") {
                let entry = folder + "/" + name
                if isFolder {
                    folders.append(entry)
                } else if name.hasSuffix(suffix) {
                    found.append(entry)
                }
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Creates the folder, and those above it, where they are missing.
    ///
    /// - Parameter isPrivate: whether nobody but their owner may look into those that are new.
    package static func create(_ path: String, isPrivate: Bool = false) throws(FileError) {
        var parent = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            parent += part
            guard unsafe mkdir(parent, isPrivate ? 0o700 : 0o755) == 0 || errno == EEXIST else { throw .last(parent) }
            parent += "/"
        }
    }

    /// Removes a folder with all that is in it, or a file; links are removed and not followed.
    package static func remove(_ path: String) throws(FileError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw .last(path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return try File.remove(path) }
        for name in try names(in: path) { try remove(path + "/" + name) }
        guard unsafe rmdir(path) == 0 else { throw .last(path) }
    }

    /// Whether anything, a file or a folder, has that path.
    package static func exists(_ path: String) -> Bool {
        if let carried = CarriedFiles.path(path) { return CarriedFiles.exists(carried) }
        return unsafe access(path, F_OK) == 0
    }

    /// Whether whoever opens the path later, in another process too, reads the same: not so with pipes and devices.
    package static func isRereadable(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && !["/dev/", "/proc/"].contains(where: path.hasPrefix)
    }

    /// Whether both paths are of one folder, or of one file.
    package static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        guard unsafe stat(first, &one) == 0, unsafe stat(second, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// What is in the folder itself, in no order; with those whose names start with a dot.
    package static func names(in path: String) throws(FileError) -> [String] {
        try entries(of: path).map(\.name).filter { $0 != "." && $0 != ".." }
    }

    /// How many descriptors a process has open, by its folder of them below `/proc`.
    ///
    /// Newer kernels (6.2) say it in one word; with others they are counted.
    package static func descriptors(_ path: String) throws(FileError) -> Int {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last(path) }
        if status.st_size > 0 { return Int(status.st_size) }
        guard let stream = unsafe opendir(path) else { throw .last(path) }
        defer { unsafe closedir(stream) }
        var count = 0
        while unsafe readdir(stream) != nil { count += 1 }
        // The folder itself and the one above.
        return count - 2
    }

    private static func entries(of path: String) throws(FileError) -> [(name: String, isFolder: Bool)] {
        guard let stream = unsafe opendir(path) else { throw .last(path) }
        defer { unsafe closedir(stream) }
        var entries: [(name: String, isFolder: Bool)] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            let isFolder = unsafe lstat(path + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            entries.append((name, isFolder))
        }
        return entries
    }
}
