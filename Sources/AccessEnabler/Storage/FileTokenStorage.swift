public import AccessEnablerAPI
import Encodings

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

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
        var path = directory.hasPrefix("/") ? "" : "."
        for part in directory.split(separator: "/") {
            path += "/" + part
            if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
                throw PortError("'\(path)' cannot be made: \(unsafe String(cString: strerror(errno)))")
            }
        }
    }

    /// Reads the file of the key; nil where there is none, or where the system cannot read it.
    public func load(_ key: String) -> [UInt8]? {
        let file = unsafe open(path(key), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            if count < 0 { return nil }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// Writes a new file, and puts it in the place of the old one in a single step.
    ///
    /// Of several writers at the same time, in any process, the last one counts.
    ///
    /// - Returns: false where the file cannot be written, for lack of space or of permission. The old value is kept
    ///   then.
    @discardableResult
    public func store(_ value: [UInt8], for key: String) -> Bool {
        for folder in folders(key) where unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST { return false }
        // A name of its own for each writer; the last rename wins.
        let draft = "\(directory)/.\(UInt64.random(in: .min ... .max))"
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let isWritten = unsafe value.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = unsafe write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if count < 0 { return false }
                done += count
            }
            return true
        }
        guard close(file) == 0, isWritten, unsafe rename(draft, path(key)) == 0 else {
            unsafe unlink(draft)
            return false
        }
        return true
    }

    /// Removes the file of the key; does nothing where there is none, or where the system does not allow it.
    public func remove(_ key: String) {
        unsafe unlink(path(key))
    }

    /// The keys of all files, in no particular order; empty where the directory cannot be read.
    public func keys() -> [String] { names(in: directory).compactMap(PercentEncoding.decodeStrictly) }

    /// The whole names of the files in the folder and in those that long names have made there.
    private func names(in folder: String) -> [String] {
        guard let listing = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(listing) }
        var names: [String] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(".") { continue }
            if name.hasSuffix(Self.mark) {
                names += self.names(in: "\(folder)/\(name)").map { name.dropLast() + $0 }
            } else {
                names.append(name)
            }
        }
        return names
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
