import Documents
import Glibc
import POSIX
import Testing
import TestThreads

/// Where `assay serve` keeps its keys.
@Suite(.mayBlock) struct ServeStateTests: HasFolder {
    let temporary = TemporaryFolder()

    @Test func theKeyOfTheFirstStartIsKeptInTheUsersStateFolder() async throws {
        let first = try RunningService(stateFolder: folder)
        #expect(first.ready["state"]?.string == folder + "/assay")
        await first.end()
        let second = try RunningService(stateFolder: folder)
        #expect(second.publicKey == first.publicKey)
        await second.end()
        // Keys alone: several services may share the folder.
        let kept = try Folder.files(below: folder).map { String($0.dropFirst(folder.count)) }
        #expect(kept == ["/assay/key.pem"])
        var status = stat()
        #expect(unsafe stat(folder + "/assay/key.pem", &status) == 0 && status.st_mode & 0o077 == 0)
        let other = try RunningService(["--no-state"], stateFolder: folder)
        #expect(other.publicKey != first.publicKey && other.ready["state"] == .null)
        await other.end()
    }

    @Test(.timeLimit(.minutes(2))) func aStateThatCouldNotBeKeptIsKeptWhenItCan() async throws {
        let state = folder + "/state.json"
        func wait(_ isSo: () -> Bool) async throws {
            while !isSo() { try await Task.sleep(for: .milliseconds(20)) }
        }
        let service = try RunningService(["--state", folder, "--endpoints", "1"], stateFolder: folder)
        try await wait { Folder.exists(state) }
        // No file can be put in the place of a folder.
        unsafe unlink(state)
        unsafe mkdir(state, 0o700)
        let port = try #require(service.base.split(separator: ":").last.flatMap { UInt16($0) })
        let client = try FileDescriptor.connected(to: SocketAddress(port: port))
        let registration = "POST /o/client/register HTTP/1.1\r\nHost: h\r\nContent-Length: 27\r\n\r\n"
        _ = client.send(Array((registration + #"{"software_statement": "x"}"#).utf8), [], secondEnd: 0, from: 0)
        try await wait { service.errors.contains("the state is not kept") }
        unsafe rmdir(state)
        try await wait { Folder.exists(state) }
        await service.end()
    }

    @Test func theCertificateIsKeptTooAndGoesWithItsKey() async throws {
        let state = folder + "/own"
        let first = try RunningService(["--state", state, "--tls", "--endpoints", "1"], stateFolder: folder)
        await first.end()
        let second = try RunningService(["--state", state, "--tls", "--endpoints", "1"], stateFolder: folder)
        #expect(second.ready["certificate"] == first.ready["certificate"])
        #expect(second.ready["certificate"]?.string?.hasSuffix("-----END CERTIFICATE-----\n") == true)
        await second.end()
        #expect(!Folder.exists(folder + "/assay"))
    }

    @Test func aFolderThatCannotBeUsedIsSaidAndTheServiceServes() async throws {
        try File.write("", to: folder + "/file")
        let service = try RunningService(stateFolder: folder + "/file")
        #expect(service.ready["state"] == .null && !service.publicKey.isEmpty)
        #expect(service.errors.contains("the keys are not kept, so the next start has others"))
        await service.end()
    }

    /// A run has a backend of its own, which leaves no trace at the user's.
    @Test func aRunDoesNotTouchIt() throws {
        unsafe setenv("XDG_STATE_HOME", folder, 1)
        defer { unsafe unsetenv("XDG_STATE_HOME") }
        let tool = try ToolProcess([
            "run", "--specs", ShippedFolder.specs, "--quiet", "--report-dir", folder + "/report", "--filter",
            "sign-in",
        ])
        #expect(tool.code == 0)
        #expect(!Folder.exists(folder + "/assay"))
    }
}
