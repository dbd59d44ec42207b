import HTTPServer
import Testing
import TestThreads

/// What a gate needs of memory for a body does not grow with the body.
///
/// Each in a process of its own, in which nothing else takes memory.
@Suite(.mayBlock) struct BoundedMemoryTests {
    @Test func aReplyWithALengthTakesLittleMemory() async {
        await #expect(processExitsWith: .success) {
            try await Self.expectLittleMemory { try await Self.down("length", $0) }
        }
    }

    @Test func aReplyInChunksTakesLittleMemory() async {
        await #expect(processExitsWith: .success) {
            try await Self.expectLittleMemory { try await Self.down("chunks", $0) }
        }
    }

    @Test func aRequestWithALengthTakesLittleMemory() async {
        await #expect(processExitsWith: .success) {
            try await Self.expectLittleMemory { try await Self.up($0, length: $0) }
        }
    }

    @Test func aRequestInChunksTakesLittleMemory() async {
        await #expect(processExitsWith: .success) {
            try await Self.expectLittleMemory { try await Self.up($0, length: nil) }
        }
    }

    private static let count = 256 << 20
    /// The least share of a body that its passing must not add to what the process has.
    private static let share = 8

    private static func down(_ framing: String, _ count: Int) async throws -> Bool {
        let bench = try StreamingBench()
        return await bench.get("/\(framing)/\(count)")?.body == .init(count: count, isWhole: true)
    }

    private static func up(_ count: Int, length: Int?) async throws -> Bool {
        let bench = try StreamingBench()
        return try await bench.post(count, length: length) == "\(count) true \(length.map(String.init) ?? "chunks")"
    }

    /// Passes a body that is small and one that is not; the provider, the gate and the client are all in this process.
    private static func expectLittleMemory(_ pass: (Int) async throws -> Bool) async throws {
        guard try await pass(8 << 20) else { throw Problem.otherBytes }
        let before = ResidentMemory.now
        guard try await pass(count) else { throw Problem.otherBytes }
        let grown = ResidentMemory.most - before
        guard before > 0, grown < count / share else { throw Problem.grown(bytes: grown) }
    }

    private enum Problem: Error {
        case otherBytes
        case grown(bytes: Int)
    }
}
