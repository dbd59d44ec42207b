#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Files that a program carries behind its own bytes: an archive of `tar`, and 32 bytes that say how long it is.
///
/// `File` and `Folder` read them by paths that begin with ``root``; `Packaging/carry.sh` puts them there.
package struct CarriedFiles: Sendable {
    package static let root = "assay:"

    /// Those of this program; nil where it carries none.
    package static let own = CarriedFiles(behind: "/proc/self/exe")

    /// The contents, by path within the archive.
    private let files: [String: [UInt8]]

    /// In order of their bytes, without ``root``.
    package var paths: [String] { files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    package subscript(path: String) -> [UInt8]? { files[path] }

    /// nil where the file does not end with an archive that is whole.
    package init?(behind program: String) {
        guard let descriptor = try? Descriptor(program, O_RDONLY | O_CLOEXEC) else { return nil }
        let size = descriptor.size
        guard let end = descriptor.bytes(from: size - Self.endCount, count: Self.endCount),
            let count = Self.count(in: end),
            let archive = descriptor.bytes(from: size - Self.endCount - count, count: count)
        else { return nil }
        self.init(tar: archive)
    }

    // MARK: - The archive

    private static let mark = Array("assay-files-1 ".utf8)
    private static let endCount = 32

    /// The length of the archive, which ends with `assay-files-1`, 17 digits and a line end.
    private static func count(in end: [UInt8]) -> Int? {
        guard end.starts(with: mark), end.last == UInt8(ascii: "\n") else { return nil }
        return Int(String(decoding: end.dropFirst(mark.count).dropLast(), as: UTF8.self))
    }

    /// Reads the form `ustar`; nil where it is something else.
    ///
    /// What is no file is left out.
    package init?(tar bytes: [UInt8]) {
        let block = 512
        var files: [String: [UInt8]] = [:]
        var start = 0
        while start + block <= bytes.count, bytes[start] != 0 {
            let header = bytes[start..<(start + block)]
            guard Self.text(header, 257, 5) == "ustar",
                let size = Int(Self.text(header, 124, 12).prefix { $0 != " " }, radix: 8), size >= 0
            else { return nil }
            let first = start + block
            guard size <= bytes.count - first else { return nil }
            if [0, UInt8(ascii: "0")].contains(header[start + 156]) {
                let folder = Self.text(header, 345, 155)
                let path = (folder.isEmpty ? "" : folder + "/") + Self.text(header, 0, 100)
                files[path] = Array(bytes[first..<(first + size)])
            }
            start = first + (size + block - 1) / block * block
        }
        guard !files.isEmpty else { return nil }
        self.files = files
    }

    private static func text(_ header: ArraySlice<UInt8>, _ start: Int, _ count: Int) -> String {
        let first = header.startIndex + start
        return String(decoding: header[first..<(first + count)].prefix { $0 != 0 }, as: UTF8.self)
    }

    // MARK: - By paths that begin with `root`

    /// The path within the archive; nil where it is of the disk.
    static func path(_ path: String) -> String? {
        path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
    }

    static func read(_ path: String) throws(FileError) -> [UInt8] {
        guard let bytes = own?[path] else { throw missing(path) }
        return bytes
    }

    static func files(below path: String, ending suffix: String) throws(FileError) -> [String] {
        guard exists(path) else { throw missing(path) }
        return (own?.paths ?? []).filter { $0.hasPrefix(path + "/") && $0.hasSuffix(suffix) }.map { root + $0 }
    }

    static func exists(_ path: String) -> Bool {
        own.map { $0.files[path] != nil || $0.files.keys.contains { $0.hasPrefix(path + "/") } } ?? false
    }

    private static func missing(_ path: String) -> FileError {
        FileError(path: root + path, code: .notFound, reason: "not among the files that assay carries")
    }
}
