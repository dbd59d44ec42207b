import Documents
import POSIX
import Tokens

/// A token that was given to a command, as it came.
struct TokenInput {
    enum Content {
        case bytes([UInt8])
        /// More than a token may have; how many there were is nil where nobody went on counting.
        case tooLarge(bytes: Int?)
    }

    /// A file's path, or "standard input".
    var source: String
    /// Where there is a token a line: which line, from 1.
    var line: Int?
    var content: Content

    var name: String { line.map { "\(source):\($0)" } ?? source }
}

/// The tokens behind the arguments of a command.
///
/// However much is given, no more of it is held than a token may have.
struct TokenInputs {
    /// Files, folders with files, and `-` for the standard input.
    var paths: [String]
    var hasLinesInFiles = false
    var hasLinesOnStandardInput = false

    private static let standardInput = "standard input"

    /// Hands over each token as it is read; what cannot be read is told to `complain`, and the others follow.
    func read(_ take: (TokenInput) -> Void, complain: (FileError) -> Void) {
        for path in paths {
            do throws(FileError) {
                if path == "-" {
                    var stream = try ByteStream.standardInput(Self.standardInput)
                    try read(&stream, Self.standardInput, hasLines: hasLinesOnStandardInput, take)
                } else if Folder.exists(path + "/.") {
                    for file in try Folder.files(below: path) { try readFile(file, take) }
                } else {
                    try readFile(path, take)
                }
            } catch {
                complain(error)
            }
        }
    }

    private func readFile(_ path: String, _ take: (TokenInput) -> Void) throws(FileError) {
        var stream = try ByteStream(path)
        try read(&stream, path, hasLines: hasLinesInFiles, take)
    }

    private func read(
        _ stream: inout ByteStream, _ source: String, hasLines: Bool, _ take: (TokenInput) -> Void
    ) throws(FileError) {
        guard hasLines else {
            take(TokenInput(source: source, line: nil, content: try whole(&stream)))
            return
        }
        var splitter = LineSplitter(maximum: TokenEnvelope.sizeLimit)
        var number = 0
        func takeLine(_ line: LineSplitter.Line) {
            number += 1
            switch line {
            case .whole(let bytes):
                guard bytes.contains(where: { $0 > 0x20 }) else { return }
                take(TokenInput(source: source, line: number, content: .bytes(bytes)))
            case .tooLong(_, let length):
                take(TokenInput(source: source, line: number, content: .tooLarge(bytes: length)))
            }
        }
        while let bytes = try stream.next() { splitter.read(bytes, takeLine) }
        splitter.end(takeLine)
    }

    private func whole(_ stream: inout ByteStream) throws(FileError) -> TokenInput.Content {
        var bytes: [UInt8] = []
        while let more = try stream.next() {
            bytes += more
            guard bytes.count <= TokenEnvelope.sizeLimit else { return .tooLarge(bytes: nil) }
        }
        return .bytes(bytes)
    }
}
