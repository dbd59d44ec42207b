import Documents
import POSIX
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The Python in which `make oracles` has installed what the tests compare with.
enum PythonPackage {
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .map { $0 + "/" }.joined()
    private static let python = root + ".build/oracles/bin/python3"

    static var isInstalled: Bool { unsafe access(python, X_OK) == 0 }

    /// What a script prints; it gets a file with the text as its argument.
    static func run(_ script: String, file text: String, named name: String) async throws -> String {
        let folder = root + ".build/oracles/files"
        try Folder.create(folder)
        let path = "\(folder)/\(getpid())-\(name)"
        try File.write(text, to: path)
        defer { unsafe unlink(path) }
        let output = Mutex("")
        var options = ChildProcess.Options()
        options.reportsMore = true
        let child = try ChildProcess([python, "-c", script, path], options: options) { event in
            switch event {
            case .line(let bytes): output.withLock { $0 += String(decoding: bytes, as: UTF8.self) + "\n" }
            case .errorLine(let line): output.withLock { $0 += line + "\n" }
            case .ended, .tooLongLine, .outputEnded: break
            }
        }
        _ = await child.exit()
        return output.withLock { $0 }
    }
}
