#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Why a file could not be used.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        case notFound
        case tooLarge
        /// Another process uses it.
        case locked
        /// `errno` of the call that did not succeed.
        case system(Int32)
    }

    package var path: String
    package var code: Code
    package var reason: String

    package var description: String { "\(path): \(reason)" }

    /// The error of the last call of the C library on this thread.
    static func last(_ path: String) -> FileError {
        let number = errno
        let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        return FileError(path: path, code: number == ENOENT ? .notFound : .system(number), reason: reason)
    }
}

/// Whole files in and out.
///
/// Every call blocks, so none belongs on a thread of Swift's pool that others wait for.
package enum File {
    package static func read(_ path: String, maximumBytes: Int = 256 << 20) throws(FileError) -> [UInt8] {
        if let carried = CarriedFiles.path(path) { return try CarriedFiles.read(carried) }
        var stream = try ByteStream(path)
        var bytes: [UInt8] = []
        while let piece = try stream.next() {
            bytes += piece
            guard bytes.count <= maximumBytes else {
                throw FileError(path: path, code: .tooLarge, reason: "more than \(maximumBytes) bytes")
            }
        }
        return bytes
    }

    /// Replaces the file in one step: a reader sees the old bytes or all of the new ones.
    ///
    /// The new bytes are written beside it first, under its name with `.partial` at the end and a random number: of several
    /// at once the last one's bytes stay.
    ///
    /// - Parameter isPrivate: whether nobody but the file's owner may read it.
    package static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(FileError) {
        let partial = unusedName(beside: path)
        let file = try AppendingFile(creating: partial, isPrivate: isPrivate, isNew: true)
        do throws(FileError) {
            try file.append(bytes)
        } catch {
            unsafe unlink(partial)
            throw error
        }
        guard unsafe rename(partial, path) == 0 else {
            let error = FileError.last(path)
            unsafe unlink(partial)
            throw error
        }
    }

    /// Writes a file that must not be there yet; false, and nothing done, where it is.
    ///
    /// Of several processes that try this at once one does it, and nobody sees half a file.
    package static func create(_ bytes: [UInt8], at path: String, isPrivate: Bool = false) throws(FileError) -> Bool {
        let partial = unusedName(beside: path)
        let file = try AppendingFile(creating: partial, isPrivate: isPrivate, isNew: true)
        defer { unsafe unlink(partial) }
        try file.append(bytes)
        guard unsafe link(partial, path) != 0 else { return true }
        guard errno == EEXIST else { throw .last(path) }
        return false
    }

    package static func remove(_ path: String) throws(FileError) {
        guard unsafe unlink(path) == 0 else { throw .last(path) }
    }

    /// How large a file is, in bytes, and when it was last changed, in nanoseconds since 1970; nil where it cannot be asked.
    package static func stamp(_ path: String) -> (bytes: Int64, modified: Int64)? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let changed = status.st_mtim
        return (Int64(status.st_size), Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec))
    }

    /// Processes in containers of their own may have the same number.
    private static func unusedName(beside path: String) -> String {
        "\(path).\(UInt64.random(in: .min ... .max)).partial"
    }

    package static func write(_ text: String, to path: String) throws(FileError) {
        try write(Array(text.utf8), to: path)
    }
}

/// A file that grows at its end, such as a trace written as it happens.
///
/// Closed when the last reference goes.
///
/// Each call to ``append(_:)`` may come from any thread; appends do not mix, since the kernel moves the end first
/// (O_APPEND) and one call writes a line whole. Where the disk is full, or a file may not be as large, the lines that
/// could be written whole stay.
package final class AppendingFile: Sendable {
    package let path: String
    private let descriptor: Descriptor

    /// Creates the file, or empties it.
    ///
    /// - Parameters:
    ///   - isPrivate: whether nobody but the file's owner may read it, if it is new.
    ///   - isNew: whether it must not be there yet.
    package init(creating path: String, isPrivate: Bool = false, isNew: Bool = false) throws(FileError) {
        self.path = path
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
        descriptor = try Descriptor(path, flags, mode: isPrivate ? 0o600 : 0o644)
    }

    package func append(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = descriptor.write(bytes, from: written)
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                let error = FileError.last(path)
                // A line that was begun would be read as one that is wrong.
                let end = bytes[..<written].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                descriptor.takeBack(written - end)
                throw error
            }
        }
    }

    /// Throws where the file is no longer found by its name, because somebody took it or its folder away.
    package func checkName() throws(FileError) {
        var named = stat()
        guard unsafe stat(path, &named) == 0 else { throw .last(path) }
        guard descriptor.isFile(named) else {
            throw FileError(path: path, code: .notFound, reason: "another file was put in its place")
        }
    }
}

// Inside a type with methods of these names, the C functions have none.
private func readBytes(_ file: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(file, start, count)
}

private func writeBytes(_ file: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, start, count)
}

/// An open file, closed with the value.
struct Descriptor: ~Copyable {
    private let raw: Int32

    init(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(FileError) {
        raw = unsafe open(path, flags, mode)
        guard raw >= 0 else { throw .last(path) }
    }

    /// Another of a descriptor that somebody else will close.
    init(duplicating original: Int32, _ path: String) throws(FileError) {
        raw = dup(original)
        guard raw >= 0 else { throw .last(path) }
    }

    deinit { close(raw) }

    /// Locks the file for this process, without waiting.
    func lock() -> Bool { flock(raw, LOCK_EX | LOCK_NB) == 0 }

    /// Shortens the file by that many bytes.
    func takeBack(_ count: Int) {
        guard count > 0 else { return }
        let size = lseek(raw, 0, SEEK_END)
        if size >= count { _ = ftruncate(raw, size - count) }
    }

    func empty() { _ = ftruncate(raw, 0) }

    func isFile(_ other: stat) -> Bool {
        var own = stat()
        return unsafe fstat(raw, &own) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }

    /// How many bytes the file has.
    var size: Int { Int(lseek(raw, 0, SEEK_END)) }

    /// Bytes from anywhere in the file; nil where there are not as many.
    func bytes(from start: Int, count: Int) -> [UInt8]? {
        guard start >= 0, count >= 0, start <= size - count, lseek(raw, start, SEEK_SET) == start else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < count {
            let read = read(into: &chunk)
            guard read > 0 else { return nil }
            bytes += chunk[..<min(read, count - bytes.count)]
        }
        return bytes
    }

    /// The result of the call of that name in the C library.
    func read(into chunk: inout [UInt8]) -> Int {
        unsafe chunk.withUnsafeMutableBytes { chunk in
            unsafe readBytes(raw, chunk.baseAddress, chunk.count)
        }
    }

    /// The result of the call of that name in the C library.
    func write(_ bytes: [UInt8], from start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe writeBytes(raw, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        }
    }
}
