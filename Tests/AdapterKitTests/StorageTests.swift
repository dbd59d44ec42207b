import AccessEnablerAPI
import Glibc
import Testing

@testable import AdapterKit

/// Where an adapter stores what outlives it, on a machine with other users.
@Suite struct StorageTests {
    private static func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/assay-storage-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw PortError("no folder for a test") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unsafe rmdir(folder) }
        try body(folder)
    }

    /// Of the entry itself, not of what a link leads to.
    private static func makeOld(_ path: String) {
        let times = [timespec](repeating: timespec(tv_sec: time(nil) - 100_000, tv_nsec: 0), count: 2)
        #expect(unsafe utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0)
    }

    private static func makeFile(in folder: String) {
        unsafe mkdir(folder, 0o700)
        close(unsafe open(folder + "/file", O_CREAT | O_WRONLY, 0o600))
    }

    @Test func whatIsLeftOverIsRemovedAndNothingThatALinkLeadsTo() throws {
        try Self.withFolder { temporary in
            let own = try Adapter.storageFolder(in: temporary)
            #expect(own == "\(temporary)/assay-adapter-\(getuid())")
            let (work, old, new, link) = (temporary + "/work", own + "/old", own + "/new", own + "/link")
            for folder in [work, old, new] { Self.makeFile(in: folder) }
            unsafe symlink(work, link)
            for path in [old, link] { Self.makeOld(path) }
            #expect(try Adapter.storageFolder(in: temporary) == own)
            #expect(unsafe access(old, F_OK) != 0)
            for folder in [work, new] {
                #expect(unsafe unlink(folder + "/file") == 0)
                unsafe rmdir(folder)
            }
            unsafe unlink(link)
            unsafe rmdir(own)
        }
    }

    @Test func whatIsNoFolderOfThisUserIsNotUsed() throws {
        try Self.withFolder { temporary in
            let own = "\(temporary)/assay-adapter-\(getuid())"
            unsafe symlink("/tmp", own)
            #expect(throws: PortError.self) { _ = try Adapter.storageFolder(in: temporary) }
            unsafe unlink(own)
        }
    }
}
