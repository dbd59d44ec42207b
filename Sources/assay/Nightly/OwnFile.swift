import Documents
import Glibc
import Reports

/// A file that somebody names for what is written here: what others wrote into it is never lost.
enum OwnFile {
    /// Whether the file could be written, before there is anything to write.
    static func check(_ path: String) throws(ToolError) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw .broken("\(path) cannot be written: it is a folder, or a device")
            }
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try File.read(path)
            } catch {
                throw .broken("\(path) is in the way, and cannot be read: \(error.reason)")
            }
            guard OwnWork.isOurs(bytes) else {
                throw .broken("\(path) was not written by assay, and is left as it is: name another file, or remove it")
            }
        }
        let folder = Self.folder(of: path)
        try saying("\(path) cannot be written") { try Folder.create(folder) }
        guard unsafe access(folder, W_OK) == 0 else {
            throw .broken("\(path) cannot be written: \(unsafe String(cString: strerror(errno)))")
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
        try check(path)
        do throws(FileError) {
            try File.write(bytes, to: path)
        } catch {
            throw .broken("\(path) cannot be written: \(error.reason)")
        }
    }

    static func write(_ text: String, to path: String) throws(ToolError) { try write(Array(text.utf8), to: path) }
}
