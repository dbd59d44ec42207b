import AccessEnablerAPI
import Documents
import Evidence
import Exploration
import PortWrapping
import Specification
import Synchronization
import Testing

@testable import Mutants
@testable import assay

/// `assay explore` from its arguments to the contract that it writes.
@Suite(.serialized) struct WholeRunsOfExploration: HasFolder {
    let temporary = TemporaryFolder()

    private func explore(_ implementation: String, in folder: String, _ more: [String]) async -> ExitCode {
        await Tool.run(
            [
                "explore", "--specs", ShippedFolder.specs, "--quiet", "--report-dir", folder, "--platform", "ios",
                "--implementation", implementation,
            ] + more)
    }

    @Test func whatIsFoundIsAContractThatTheMutantBreaksAndTheReferenceKeeps() async throws {
        #expect(
            await explore(
                "mutant:binding-not-sticky", in: folder,
                ["--runs", "24", "--fail-fast", "--junit", folder + "/junit.xml"])
                == .failed)
        #expect(String(decoding: try File.read(folder + "/junit.xml"), as: UTF8.self).contains(".explored"))
        let files = try Folder.files(below: folder + "/explored", ending: ".yaml")
        let contract = try #require(files.first)
        for (implementation, code) in [("mutant:binding-not-sticky", ExitCode.failed), ("builtin", .conformant)] {
            let run = await Tool.run([
                "run", "--specs", contract, "--quiet", "--platform", "ios", "--implementation", implementation,
                "--report-dir", folder + "/again",
            ])
            #expect(run == code)
        }
    }

    /// Else an earlier night's file would stay.
    @Test func whereNothingIsFoundTheJUnitReportSaysSo() async throws {
        let junit = ["--runs", "1", "--junit", folder + "/junit.xml"]
        #expect(await explore("builtin", in: folder + "/run", junit) == .conformant)
        let text = String(decoding: try File.read(folder + "/junit.xml"), as: UTF8.self)
        #expect(text.contains("failures=\"0\"") && !text.contains(".explored"))
        try File.write("mine", to: folder + "/junit.xml")
        #expect(await explore("builtin", in: folder + "/run", junit) == .broken)
        #expect(try File.read(folder + "/junit.xml") == Array("mine".utf8))
    }

    @Test func theReferenceBreaksNothing() async throws {
        #expect(await explore("builtin", in: folder, ["--runs", "60", "--seed", "11", "--for", "30s"]) == .conformant)
    }

    @Test func theReferenceIsAlikeWhereItMustBe() async throws {
        #expect(
            await explore("builtin", in: folder, ["--focus", "relations", "--runs", "40", "--seed", "5"])
                == .conformant)
    }

    /// It shares our process, so nothing ends it for us.
    @Test func theReferenceAsksForNothingAfterItWasKilled() async throws {
        let contract = """
            schema: assay/contract/2
            id: killed-at-the-code
            title: A login that was waited for is not asked for by an application that was killed
            level: MUST
            cites: [AE-REQ-008, AE-SP-009]
            applies: { platforms: [tvos], versions: 3.6+ }
            requires: [storage.persist]
            fixture:
              providers: { sp1: [A], sp2: [A] }
              persistent-storage: true
            steps:
              - configure: [sp2]
              - call: getAuthentication
              - await: "displayProviderDialog:"
              - choose: A
              - await: { login-offered: true }
              - quiesce
              - kill: true
                as: killed
              - configure: [sp1]
              - sign-in: A
              - quiesce
            expect:
              - never: { request: any, at: sp2 }
                after: killed
                cites: [AE-SP-009]
            """
        #expect(try await run(contract, on: "tvos") == .conformant)
    }

    /// A login for an authorization may be told as a status, too, which no step waits for.
    @Test func whatCameBeforeAllWasQuietIsNotWaitedForAfterIt() async throws {
        let contract = """
            schema: assay/contract/2
            id: two-programmers-log-in
            title: The end of the second login is not taken for that of the first
            level: MUST
            cites: [AE-AUTHN-017, AE-CHKN-003]
            applies: { platforms: [ios], versions: 3.6+ }
            fixture:
              providers: { sp1: { A: { authPerRequestor: "true", canAuthenticate: "false" } } }
              resources: { news: granted }
            steps:
              - configure: [sp1]
              - call: "getAuthorization:"
                with: { resource: $news }
              - await: "displayProviderDialog:"
              - choose: A
              - await: { login-offered: true }
              - browse: sign-in
              - return
              - await: "setToken:forResource:"
              - quiesce
              - start-configuration: [sp1]
                requestor: other-requestor
              - await: "setRequestorComplete:"
              - call: getAuthentication
              - await: "displayProviderDialog:"
              - choose: A
              - await: { login-offered: true }
              - browse: sign-in
              - return
              - await: { callback: "setAuthenticationStatus:errorCode:", where: { status: SUCCESS } }
              - call: checkAuthentication
              - await: { callback: "setAuthenticationStatus:errorCode:", where: { status: SUCCESS } }
                cites: [AE-CHKN-003]
              - quiesce
            expect:
              - callback: "setAuthenticationStatus:errorCode:"
                where: { status: ERROR }
                count: 0
                cites: [AE-AUTHN-017]
            allow: ["setAuthenticationStatus:errorCode:"]
            """
        #expect(try await run(contract, on: "ios") == .conformant)
    }

    private func run(_ contract: String, on platform: String) async throws -> ExitCode {
        try await withFolder { folder async throws in
            let path = folder + "/contract.yaml"
            try File.write(contract, to: path)
            return await Tool.run([
                "run", "--specs", path, "--quiet", "--platform", platform, "--report-dir", folder + "/report",
            ])
        }
    }

    @Test func aStatementThatIsNotThereIsAMistake() async throws {
        #expect(await explore("builtin", in: folder, ["--statement", "AE-NONE-001"]) == .usage)
    }

    @Test func aStatementOfOnePlatformIsSearchedForThere() throws {
        var options = ExploreCommand()
        options.statement = "AE-TV-005"
        let register = try ShippedFolder.read().specifications.register
        #expect(try options.legs(on: Platform.allCases, register).map(\.platform) == [.tvOS])
        #expect(throws: ToolError.self) { try options.legs(on: [.iOS], register) }
    }

    @Test func aSearchThatWasStoppedIsIncomplete() async throws {
        let interrupt = try Interrupt()
        let calls = Mutex(0)
        let stopping = Mutant.mutant("stops-the-search", "is stopped after a while", ["AE-Q-001"]) { _, mutation in
            mutation.onCall { call in
                let isEnough = calls.withLock { calls in
                    calls += 1
                    return calls > 100
                }
                if isEnough { interrupt.requestStop() }
                return [call]
            }
        }
        var options = ExploreCommand()
        options.implementation = .mutant(text: "mutant:stops-the-search", stopping)
        (options.jobs, options.runs, options.isQuiet) = (Count(1), Count(100_000), true)
        options.reportFolder = folder + "/report"
        let run = ExploreRun(
            options: options, legs: [Leg(platform: .iOS, version: .newest)],
            folder: try ShippedFolder.read(), console: Console(.never), interrupt: interrupt)
        #expect(try await run.run() == .incomplete)
    }

    @Test func theCorpusOfEachPlatformIsReadBeforeAnySearch() async throws {
        _ = try Corpus(folder + "/corpus")
        try File.write("mine", to: folder + "/corpus/tvos.txt")
        let code = await Tool.run([
            "explore", "--specs", ShippedFolder.specs, "--quiet", "--report-dir", folder + "/run", "--runs", "1",
            "--corpus", folder + "/corpus",
        ])
        #expect(code == .usage && !Folder.exists(folder + "/corpus/ios.txt"))
    }

    @Test func aSearchWithoutTimeFindsNothingOut() async throws {
        #expect(await explore("builtin", in: folder, ["--for", "0ms"]) == .incomplete)
        #expect(await explore("builtin", in: folder, ["--for", "0ms", "--statement", "AE-GETZ-006"]) == .incomplete)
    }

    @Test func aCorpusIsReadAsItWasWritten() throws {
        let choices = [
            Choices(world: Self.world, moves: [Array(1...Choices.ofMove), Self.move]),
            Choices(world: Self.world, moves: []),
        ]
        #expect(choices.map { Choices(line: $0.line) } == choices)
    }

    private static let world = Array(1...Choices.ofWorld)
    private static let move = Array(repeating: 0, count: Choices.ofMove - 1) + [4_294_967_295]
    private static let head = "# Kept by 'assay explore --corpus': choices of scenarios, those that failed first."

    @Test(arguments: [
        ("", 1), ("\n", 1), ("# my own notes\n", 1), (head + "\r\n", 1), ("\u{FEFF}" + head + "\n", 1),
        (head + "\n" + line, 2), (head + "\n\n" + line + ";1\n", 3), (head + "\n" + line + ";\n", 2),
        (head + "\n" + line + ",1\n", 2), (head + "\n1,2\n", 2), (head + "\n" + line + "\r\n", 2),
        (head + "\n-9223372036854775808" + line.dropFirst() + "\n", 2), (head + "\nx" + line.dropFirst() + "\n", 2),
        (head + "\n" + line + String(repeating: ";0,0,0,0,0,0,0,0,0,0,0,0,0,0", count: 1_001) + "\n", 2),
        (head + "\n\0\n", 2),
    ])
    func aCorpusThatIsNoneIsAMistakeAndStays(text: String, place: Int) async throws {
        let path = "\(folder)/corpus"
        let corpus = try Corpus(path)
        try File.write(text, to: path + "/ios.txt")
        let error = #expect(throws: ToolError.self) { _ = try corpus.choices(of: .iOS) }
        #expect(error?.message.hasPrefix("\(path)/ios.txt:\(place):1: ") == true)
        #expect(await explore("builtin", in: folder, ["--runs", "1", "--corpus", path]) == .usage)
        #expect(try File.read(path + "/ios.txt") == Array(text.utf8))
    }

    private static let line = Choices(world: world, moves: []).line

    @Test func aCorpusThatThereWasNoTimeForIsKept() async throws {
        let path = "\(folder)/corpus"
        _ = try Corpus(path)
        let text = Self.head + "\n" + Self.line + "\n"
        try File.write(text, to: path + "/ios.txt")
        #expect(await explore("builtin", in: folder, ["--for", "0ms", "--corpus", path]) == .incomplete)
        #expect(try File.read(path + "/ios.txt") == Array(text.utf8))
    }
}
