#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// That this process alone uses something, said by a lock on a file; the kernel ends it with the process.
package final class FileLock: Sendable {
    private let descriptor: Descriptor

    /// Takes the lock, and writes the number of this process into the file.
    ///
    /// - Throws: ``FileError/Code/locked`` at once where another process has it, with that process's number.
    package init(_ path: String) throws(FileError) {
        descriptor = try Descriptor(path, O_RDWR | O_CREAT | O_CLOEXEC, mode: 0o600)
        guard descriptor.lock() else {
            guard errno == EWOULDBLOCK else { throw .last(path) }
            var owner = [UInt8](repeating: 0, count: 32)
            let count = max(0, descriptor.read(into: &owner))
            let number = String(decoding: owner[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            throw FileError(path: path, code: .locked, reason: "in use by process \(number.isEmpty ? "?" : number)")
        }
        descriptor.empty()
        _ = descriptor.write(Array("\(getpid())\n".utf8), from: 0)
    }
}
