#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that is read piece by piece, for what may be larger than anybody wants to hold.
///
/// Every call blocks, as those of ``File`` do.
package struct ByteStream: ~Copyable {
    private let path: String
    private let descriptor: Descriptor
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    package init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = try Descriptor(path, O_RDONLY | O_CLOEXEC)
    }

    private init(_ path: String, _ descriptor: consuming Descriptor) {
        self.path = path
        self.descriptor = descriptor
    }

    /// What others write to this process; `name` is what mistakes call it.
    package static func standardInput(_ name: String) throws(FileError) -> ByteStream {
        ByteStream(name, try Descriptor(duplicating: STDIN_FILENO, name))
    }

    /// The next bytes, at least one; nil at the end.
    package mutating func next() throws(FileError) -> ArraySlice<UInt8>? {
        while true {
            let count = descriptor.read(into: &chunk)
            if count > 0 { return chunk[..<count] }
            if count == 0 { return nil }
            if errno != EINTR { throw .last(path) }
        }
    }
}
