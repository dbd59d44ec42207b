import Documents
import Glibc
import Testing

@Suite struct FileTests {
    /// Runs `body` with the path of a folder of its own.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let path = "/tmp/documents-tests-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try Folder.create(path)
        defer {
            for file in (try? Folder.files(below: path)) ?? [] { unsafe unlink(file) }
            unsafe rmdir(path + "/a/b")
            unsafe rmdir(path + "/a")
            unsafe rmdir(path)
        }
        try body(path)
    }

    @Test func whatWasWrittenIsReadBackAndNothingIsLeftBeside() throws {
        try withFolder { folder in
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
            try File.write("first", to: folder + "/x")
            try File.write(bytes, to: folder + "/x")
            #expect(try File.read(folder + "/x") == bytes)
            #expect(try Folder.files(below: folder) == [folder + "/x"])
        }
    }

    @Test func severalMayWriteTheSameFileAtOnce() async throws {
        let folder = "/tmp/documents-tests-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try Folder.create(folder)
        defer {
            unsafe unlink(folder + "/x")
            unsafe rmdir(folder)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in UInt8(0)..<8 {
                group.addTask {
                    for _ in 0..<100 { try File.write([writer, writer], to: folder + "/x") }
                }
            }
            try await group.waitForAll()
        }
        let bytes = try File.read(folder + "/x")
        #expect(bytes.count == 2 && bytes.first == bytes.last)
        #expect(try Folder.files(below: folder) == [folder + "/x"])
    }

    @Test func aFolderOfDescriptorsThatIsNotThereIsAnError() {
        #expect(throws: FileError.self) { try Folder.descriptors("/nowhere/fd") }
    }

    @Test func anErrorNamesThePathAndTheReason() {
        let error = #expect(throws: FileError.self) { try File.read("/nowhere/x.yaml") }
        #expect(error?.description == "/nowhere/x.yaml: No such file or directory")
        #expect(error?.code == .notFound)
        #expect(throws: FileError.self) { try File.write("x", to: "/nowhere/x.yaml") }
    }

    @Test func aFileLargerThanAllowedIsRefused() throws {
        try withFolder { folder in
            try File.write("0123456789", to: folder + "/x")
            let error = #expect(throws: FileError.self) { try File.read(folder + "/x", maximumBytes: 9) }
            #expect(error?.reason == "more than 9 bytes")
        }
    }

    @Test func filesBelowAFolderAreFoundInOrder() throws {
        try withFolder { folder in
            try Folder.create(folder + "/a/b")
            for name in ["z.yaml", "a/b/y.yaml", "a/x.txt", ".hidden.yaml"] {
                try File.write("", to: "\(folder)/\(name)")
            }
            #expect(try Folder.files(below: folder, ending: ".yaml") == [folder + "/a/b/y.yaml", folder + "/z.yaml"])
            #expect(Folder.exists(folder + "/a"))
            #expect(!Folder.exists(folder + "/c"))
            unsafe unlink(folder + "/.hidden.yaml")
        }
    }

    @Test func aFileGrowsAtItsEnd() throws {
        try withFolder { folder in
            let file = try AppendingFile(creating: folder + "/t")
            try file.append(Array("one\n".utf8))
            try file.append(Array("two\n".utf8))
            #expect(try File.read(folder + "/t") == Array("one\ntwo\n".utf8))
        }
    }
}
