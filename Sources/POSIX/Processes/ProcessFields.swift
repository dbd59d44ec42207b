internal import Glibc

/// What Linux tells of the process with that folder of `/proc`, behind its program's name; nil where it does not tell.
///
/// The first is its state. The name, in parentheses, may have anything in it.
package func processFields(in folder: String) -> [Substring]? {
    let file = unsafe open(folder + "/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = unsafe read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.lastIndex(of: ")").map { text[text.index(after: $0)...].split(separator: " ") }
}
