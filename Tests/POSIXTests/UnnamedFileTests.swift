import Testing

@testable import POSIX

@Suite(.serialized) struct UnnamedFileTests {
    /// What arrives of a file's bytes at the other end of a connection.
    private func sent(_ file: UnnamedFile, from start: Int, to end: Int) throws -> [UInt8] {
        let listener = try FileDescriptor.listening(on: SocketAddress())
        let near = try FileDescriptor.connected(to: SocketAddress(port: listener.localPort))
        guard case .connection(let raw) = listener.accept() else { return [] }
        var far = FileDescriptor(owning: raw)
        far.setBlocking()
        var position = start
        while position < end, case .bytes(let count) = near.send(file, from: position, to: end) { position += count }
        near.shutDownWriting()
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case .bytes(let count) = far.read(into: &buffer) { received += buffer[..<count] }
        far.close()
        return received
    }

    @Test(arguments: [UnnamedFile.temporaryFolder, "/nowhere", "/proc"])
    func theBytesAreSentWhereverTheyAreKept(folder: String) throws {
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try #require(UnnamedFile(bytes, in: folder))
        #expect(try sent(file, from: 0, to: bytes.count) == bytes)
        #expect(try sent(file, from: 7, to: 49_999) == Array(bytes[7..<49_999]))
    }
}
