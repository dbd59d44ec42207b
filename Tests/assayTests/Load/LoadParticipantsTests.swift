import Documents
import Evidence
import Glibc
import Load
import Specification
import TestThreads
import Testing

@testable import assay

/// What a load run starts, it ends, whatever becomes of it.
@Suite(.mayBlock) struct LoadParticipantsTests {
    /// That of an adapter with which `body` was run, which must throw.
    private func identifier(
        in folder: String, other: String? = nil,
        _ body: (LoadParticipants) async throws(ToolError) -> LoadOutcome
    ) async throws -> Int32 {
        try File.write("echo $$ >\(folder)/id; exec '\(ToolProcess.path)' adapter", to: folder + "/adapter.sh")
        var options = LoadCommand()
        options.profile = "smoke"
        options.backend = .of(.embedded)
        options.subject = try LoadSubject(argument: "exec:sh \(folder)/adapter.sh")
        options.other = try other.map { try LoadSubject(argument: $0) }
        let specs = try ShippedFolder.read()
        let profile = try options.adapted(try specs.profile(named: "smoke"))
        let session = LoadSession(
            options: options, profile: profile, specs: specs, console: Console(.never), interrupt: try Interrupt())
        let users = LoadUsers(profile, LoadTemplates(profile, cases: specs.specifications.catalog.cases))
        do throws(ToolError) {
            _ = try await LoadParticipants.with(session, users, at: nil, body)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.exitCode == .broken)
        }
        return try #require(process(in: folder))
    }

    private func process(in folder: String) -> Int32? {
        (try? File.read(folder + "/id")).flatMap { Int32(String(decoding: $0.dropLast(), as: UTF8.self)) }
    }

    private func isAlive(_ process: Int32?) -> Bool { process.map { kill($0, 0) == 0 } ?? false }

    @Test func whatThrowsMeanwhileLeavesNobodyRunning() async throws {
        try await withFolder { folder async throws in
            let adapter = try await identifier(in: folder) { _ throws(ToolError) in
                #expect(isAlive(process(in: folder)))
                throw .broken("meanwhile")
            }
            #expect(!isAlive(adapter))
        }
    }

    @Test func aSecondImplementationThatDoesNotStartEndsTheFirst() async throws {
        try await withFolder { folder async throws in
            let adapter = try await identifier(in: folder, other: "exec:false") {
                _ throws(ToolError) in throw .broken("it did start")
            }
            #expect(!isAlive(adapter))
        }
    }
}
