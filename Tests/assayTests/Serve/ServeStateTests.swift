import Documents
import Glibc
import Testing
import TestThreads

/// Where `assay serve` keeps its keys.
@Suite(.mayBlock) struct ServeStateTests {
    @Test func theKeyOfTheFirstStartIsKeptInTheUsersStateFolder() async throws {
        try await withFolder { folder in
            defer { unsafe rmdir(folder + "/assay") }
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
            try removeAll(folder)
        }
    }

    @Test func theCertificateIsKeptTooAndGoesWithItsKey() async throws {
        try await withFolder { folder in
            let state = folder + "/own"
            let first = try RunningService(["--state", state, "--tls", "--endpoints", "1"], stateFolder: folder)
            await first.end()
            let second = try RunningService(["--state", state, "--tls", "--endpoints", "1"], stateFolder: folder)
            #expect(second.ready["certificate"] == first.ready["certificate"])
            #expect(second.ready["certificate"]?.string?.hasSuffix("-----END CERTIFICATE-----\n") == true)
            await second.end()
            #expect(!Folder.exists(folder + "/assay"))
            try removeAll(folder)
            unsafe rmdir(state)
        }
    }

    @Test func aFolderThatCannotBeUsedIsSaidAndTheServiceServes() async throws {
        try await withFolder { folder in
            try File.write("", to: folder + "/file")
            let service = try RunningService(stateFolder: folder + "/file")
            #expect(service.ready["state"] == .null && !service.publicKey.isEmpty)
            #expect(service.errors.contains("the keys are not kept, so the next start has others"))
            await service.end()
        }
    }

    /// A run has a backend of its own, which leaves no trace at the user's.
    @Test func aRunDoesNotTouchIt() throws {
        try withFolder { folder in
            unsafe setenv("XDG_STATE_HOME", folder, 1)
            defer { unsafe unsetenv("XDG_STATE_HOME") }
            let tool = try ToolProcess([
                "run", "--specs", ShippedFolder.specs, "--quiet", "--report-dir", folder + "/report", "--filter",
                "sign-in",
            ])
            #expect(tool.code == 0)
            #expect(!Folder.exists(folder + "/assay"))
            for path in try Folder.files(below: folder) { unsafe unlink(path) }
            unsafe rmdir(folder + "/report")
        }
    }

    private func removeAll(_ folder: String) throws {
        for path in try Folder.files(below: folder) { unsafe unlink(path) }
    }
}
