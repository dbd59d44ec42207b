import AccessEnablerAPI
import Testing

@testable import AccessEnabler

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct StorageTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = "/tmp/assay-storage-\(UInt64.random(in: .min ... .max))"
        defer {
            for key in (try? FileTokenStorage(directory: directory))?.keys() ?? [] {
                (try? FileTokenStorage(directory: directory))?.remove(key)
            }
            removeFolders(below: directory)
        }
        try body(directory)
    }

    /// Long keys have made folders.
    private func removeFolders(below folder: String) {
        if let listing = unsafe opendir(folder) {
            while let entry = unsafe readdir(listing) {
                let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if !name.hasPrefix(".") { removeFolders(below: "\(folder)/\(name)") }
            }
            unsafe closedir(listing)
        }
        unsafe rmdir(folder)
    }

    @Test func filesKeepWhatWasStoredAcrossInstances() throws {
        try withDirectory { directory in
            let key = "tokens/REF30/a%20b/../authentication"
            let value = [UInt8](repeating: 7, count: 10_000)
            #expect(try FileTokenStorage(directory: directory).store(value, for: key))
            let again = try FileTokenStorage(directory: directory)
            #expect(again.load(key) == value)
            #expect(again.keys() == [key])
            #expect(again.store([], for: key))
            #expect(again.load(key) == [])
            again.remove(key)
            #expect(again.load(key) == nil)
        }
    }

    /// File systems take names of 255 bytes.
    @Test func aKeyMayBeLongerThanTheNameOfAFile() throws {
        try withDirectory { directory in
            let storage = try FileTokenStorage(directory: directory)
            let dots = String(repeating: ".", count: 300)
            let keys = [dots, dots + "/authentication", String(repeating: "\u{1F3C8}", count: 100), "plain"]
            for key in keys {
                #expect(storage.store(Array(key.utf8), for: key))
                #expect(storage.load(key) == Array(key.utf8))
            }
            #expect(try Set(FileTokenStorage(directory: directory).keys()) == Set(keys))
            storage.remove(dots)
            #expect(storage.load(dots) == nil && storage.load(dots + "/authentication") != nil)
            #expect(storage.keys().count == 3)
        }
    }

    @Test func aDirectoryThatCannotBeMadeIsAnError() {
        #expect(throws: PortError.self) { try FileTokenStorage(directory: "/dev/null/tokens") }
    }

    @Test(arguments: [
        (StorageCheck?.none, true, true), (StorageCheck.none, true, true), (.all, true, false), (.all, false, true),
        (.clear, false, false),
    ])
    func theConstructorChecksWhatItIsToldTo(check: StorageCheck?, isDamaged: Bool, survives: Bool) {
        let storage = MemoryTokenStorage()
        _ = Bench(storage: storage).loggedIn()
        if isDamaged { storage.store([1], for: "tokens/REF30/Z/authentication") }
        var next = Bench(storage: storage)
        next.handle(.launched(check))
        next.configure()
        next.call(.checkAuthentication)
        #expect(
            next.answers == [
                .setAuthenticationStatus(
                    survives ? .success : .error, survives ? .userAuthenticated : .userNotAuthenticated)
            ])
    }

    @Test func aStorageThatKeepsNothingFailsTheCheck() {
        var bench = Bench(storage: Forgetful())
        bench.handle(.launched(.all))
        bench.configure()
        bench.call(.checkAuthentication)
        #expect(bench.answers == [.setAuthenticationStatus(.error, .userNotAuthenticated)])
    }

    @Test func theDeviceStaysTheSame() {
        let storage = MemoryTokenStorage()
        let first = TokenStore(storage: storage).deviceID { "one" }
        let second = TokenStore(storage: storage).deviceID { "two" }
        #expect([first, second] == ["one", "one"])
    }

    private struct Forgetful: TokenStorage {
        func load(_ key: String) -> [UInt8]? { nil }
        func store(_ value: [UInt8], for key: String) -> Bool { true }
        func remove(_ key: String) {}
        func keys() -> [String] { [] }
    }
}
