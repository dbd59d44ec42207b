import Documents
import Evidence
import Glibc
import Synchronization
import Testing
import TestThreads
import Timing

@testable import assay

@Suite(.mayBlock) struct TraceFileTests: HasFolder {
    let temporary = TemporaryFolder()

    private func observation(_ number: Int, _ event: Event = .note("n")) -> Observation {
        Observation(
            sequence: number, time: MonotonicTime(nanoseconds: Int64(number)), session: SessionID("s"), event: event)
    }

    @Test func whatWasTakenIsOnDiskAtTheEnd() async throws {
        let file = try TraceFile(folder + "/t.ndjson")
        for number in 0..<10_000 { file.take(observation(number)) }
        #expect(await file.finish() == nil)
        let read = try TraceRecord.read(try File.read(folder + "/t.ndjson"), file: "t")
        #expect(read.trace.observations == (0..<10_000).map { observation($0) })
    }

    @Test func whatWasTakenIsOnDiskSoonAlthoughNothingEnds() async throws {
        // A pipe with a name, because it tells when something comes.
        let path = folder + "/t.ndjson"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let file = try TraceFile(path)
        file.take(observation(0))
        var waiting = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&waiting, 1, 10_000) == 1)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe read(reader, &bytes, bytes.count)
        let trace = try TraceRecord.read(Array(bytes.prefix(max(0, count))), file: "t").trace
        #expect(trace.observations == [observation(0)])
        #expect(await file.finish() == nil)
    }

    @Test func aFullDiskIsTold() async throws {
        let told = Mutex<[FileError]>([])
        let file = try TraceFile("/dev/full") { error in told.withLock { $0.append(error) } }
        file.take(observation(0))
        #expect(await file.finish()?.path == "/dev/full")
        #expect(told.withLock { $0.count } == 1)
    }

    @Test func aTraceThatWasTakenAwayIsTold() async throws {
        let file = try TraceFile(folder + "/t.ndjson")
        file.take(observation(0))
        try File.remove(folder + "/t.ndjson")
        #expect(await file.finish() != nil)
        try File.write("", to: folder + "/t.ndjson")
        #expect(await file.finish() != nil)
    }

    /// A secret that was learned late is in what was written before, also where the rest could not be written.
    @Test func secretsAreTakenOutOfARecordingThatIsNotWhole() async throws {
        let path = folder + "/t.ndjson"
        let file = try TraceFile(path)
        try File.remove(path)
        try File.write("it says planted-password-4711", to: path)
        let redactor = Redactor(secrets: ["planted-password-4711"])
        let error = await #expect(throws: ToolError.self) {
            try await GateRecording.finish(file, at: path, redactor)
        }
        #expect(error?.message.contains("the trace ") == true)
        #expect(!String(decoding: try File.read(path), as: UTF8.self).contains("planted"))
    }

    @Test func aFolderThatCannotBeWrittenIsTold() {
        #expect(throws: FileError.self) { try TraceFile("/proc/nothing/t.ndjson") }
        let error = #expect(throws: ToolError.self) {
            try ReportFolder("/proc/nothing", at: WallTime(milliseconds: 0), name: "x")
        }
        #expect(error?.exitCode == .broken)
    }

    @Test(arguments: [
        (0, "19700101-000000"), (951_782_400_000, "20000229-000000"), (1_700_000_000_999, "20231114-221320"),
        (4_102_444_799_000, "20991231-235959"),
    ])
    func foldersAreNamedAfterTheDate(_ milliseconds: Int64, _ text: String) {
        #expect(Stamp.text(WallTime(milliseconds: milliseconds)) == text)
    }
}
