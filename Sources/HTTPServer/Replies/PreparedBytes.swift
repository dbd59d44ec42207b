internal import POSIX

/// A reply's header fields and body as they leave, for a reply that is sent more than once.
final class PreparedBytes: Sendable {
    let bytes: [UInt8]
    /// The same, where there are so many that copying them for each request would take the most time of all.
    let file: UnnamedFile?

    /// Fewer bytes are copied in less time than the kernel needs to look up a file's pages.
    private static let minLengthInFile = 12_288

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        file = bytes.count >= Self.minLengthInFile ? UnnamedFile(bytes) : nil
    }
}
