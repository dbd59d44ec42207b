public import AccessEnablerAPI
internal import Documents
internal import Encodings

/// Keeps tokens as files of one directory, so that they survive the process (AE-STO-002).
///
/// A file is replaced as a whole: a reader finds the old value or the new one. Only the user can read them.
public final class FileTokenStorage: TokenStorage {
    private let directory: String

    /// Makes the directory where there is none, and those above it.
    ///
    /// - Parameter directory: an absolute path, or one from the directory in which the program runs.
    /// - Throws: `PortError`, with the path and the system's reason, where a directory cannot be made. A file in its place
    ///   is not noticed here; nothing can be stored then.
    public init(directory: String) throws(PortError) {
        self.directory = directory
        do throws(FileError) {
            try Folder.create(directory, isPrivate: true)
        } catch {
            throw PortError("'\(error.path)' cannot be made: \(error.reason)")
        }
    }

    /// Reads the file of the key; nil where there is none, or where the system cannot read it.
    public func load(_ key: String) -> [UInt8]? {
        try? File.read(path(key))
    }

    /// Writes a new file, and puts it in the place of the old one in a single step.
    ///
    /// Of several writers at the same time, in any process, the last one counts.
    ///
    /// - Returns: false where the file cannot be written, for lack of space or of permission. The old value is kept
    ///   then.
    @discardableResult
    public func store(_ value: [UInt8], for key: String) -> Bool {
        do throws(FileError) {
            for folder in folders(key) { try Folder.create(folder, isPrivate: true) }
            try File.write(value, to: path(key), isPrivate: true)
            return true
        } catch {
            return false
        }
    }

    /// Removes the file of the key; does nothing where there is none, or where the system does not allow it.
    public func remove(_ key: String) {
        try? File.remove(path(key))
    }

    /// The keys of all files, in no particular order; empty where the directory cannot be read.
    public func keys() -> [String] { names(in: directory).compactMap(PercentEncoding.decodeStrictly) }

    /// The whole names of the files in the folder and in those that long names have made there.
    private func names(in folder: String) -> [String] {
        // The name of a file that is being written has a dot in it.
        let names = ((try? Folder.names(in: folder)) ?? []).filter { !$0.contains(".") }
        return names.flatMap { name in
            name.hasSuffix(Self.mark) ? self.names(in: "\(folder)/\(name)").map { name.dropLast() + $0 } : [name]
        }
    }

    /// A key as one file name: what is not a letter, a digit, `-`, `_` or `~` is written as its code, the dot too.
    ///
    /// Of a name that is too long for the file system the beginnings are folders.
    private func path(_ key: String) -> String { (folders(key).last ?? directory) + "/" + (parts(key).last ?? "") }

    /// The folders that a long name needs, each in the one before.
    private func folders(_ key: String) -> [String] {
        var folder = directory
        return parts(key).dropLast().map { part in
            folder += "/" + part + Self.mark
            return folder
        }
    }

    private func parts(_ key: String) -> [String] {
        var rest = PercentEncoding.encode(key).replacing(".", with: "%2E")[...]
        var parts: [String] = []
        repeat {
            parts.append(String(rest.prefix(Self.longestName)))
            rest = rest.dropFirst(Self.longestName)
        } while !rest.isEmpty
        return parts
    }

    /// File systems take names of 255 bytes.
    private static let longestName = 200
    /// What no encoded name has in it.
    private static let mark = "+"
}
