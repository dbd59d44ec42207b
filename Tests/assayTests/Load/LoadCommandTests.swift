import AccessEnablerAPI
import Checkers
import Documents
import Evidence
import Load
import LoadResults
import Specification
import Testing
import Timing

@testable import assay

/// What `assay load` takes, and what it does not do unasked.
@Suite struct LoadCommandTests: HasFolder {
    let temporary = TemporaryFolder()

    @Test(
        arguments: [
            ("http://127.0.0.1:8080", true), ("http://127.9.8.7/x", true), ("http://localhost:80", true),
            ("http://[::1]:8080", true), ("https://sp.auth.adobe.com", false),
            ("http://127.0.0.1.example.com", false), ("http://127.0.0.1@example.com", false),
            ("http://localhost.example.com", false), ("http://10.0.0.1", false), ("http://127.0.0.256", false),
        ])
    func onlyThisMachineIsThisMachine(url: String, isHere: Bool) {
        #expect(BackendChoice.isLoopback(url) == isHere)
    }

    /// What is shown to be typed again is everything that was typed, but for what may be a secret.
    @Test func theCommandToRunItAgainIsComplete() throws {
        var command = LoadCommand()
        try LoadCommand.syntax.parse(
            [
                "smoke", "-i", "exec:./port 'a b'", "--transport", "libcurl", "--processes", "3", "--duration",
                "1500ms", "--rate", "30/m",
                "--platform", "tvos", "--api-version", "3.1", "--deadline", "20s", "--i-may-load-this-host",
                "--backend", "http://127.0.0.1:1,https://b.example", "--bind", "password=word",
            ], into: &command)
        let text = command.again(seed: 7)
        #expect(
            text == "assay load smoke --implementation 'exec:./port '\\''a b'\\''' --seed 7 "
                + "--backend http://127.0.0.1:1,https://b.example --bind 'password=…' --i-may-load-this-host "
                + "--transport libcurl --processes 3 --duration 1500ms --rate 30/m --platform tvos --api-version 3.1 --deadline 20s"
        )
        command = LoadCommand()
        try LoadCommand.syntax.parse(["soak", "--iterations", "2000000"], into: &command)
        #expect(command.again(seed: 1) == "assay load soak --implementation builtin --seed 1 --iterations 2000000")
    }

    @Test func noSecretOfTheCommandIsKept() throws {
        var command = LoadCommand()
        let url = "http://me:hunter22@127.0.0.1:1"
        try LoadCommand.syntax.parse(
            ["smoke", "--backend", url, "-i", "exec:./port --password=hunter22"], into: &command)
        #expect(command.backend.urls == [url])
        for text in [command.backend.text, command.backend.words, command.again(seed: 1)] {
            #expect(!text.contains("hunter22"), "\(text)")
        }
        #expect(!command.words(seed: 1).contains { $0.contains("hunter22") })
    }

    @Test func aRunOfTwoIsMadeAgainByItsOwnCommand() throws {
        var command = LoadCommand()
        try LoadCommand.syntax.parse(["smoke", "--rate", "30/s"], into: &command)
        command.other = .baseline
        #expect(command.again(seed: 3) == "assay load ab smoke --a builtin --b baseline --seed 3 --rate 30/s")
    }

    /// It holds nothing against an earlier run, and has no option that names one.
    @Test func aSearchAndARunOfTwoNeedNoEarlierRun() throws {
        var profile = try ShippedFolder.read().profile(named: "smoke")
        profile.thresholds = [try Threshold("overhead.p99 <= earlier * 1.1")]
        #expect(throws: ToolError.self) { try LoadCommand().adapted(profile) }
        var command = LoadCommand()
        command.findsCapacity = true
        #expect(try command.adapted(profile).thresholds == profile.thresholds)
        (command.findsCapacity, command.other) = (false, .baseline)
        #expect(try command.adapted(profile).thresholds == profile.thresholds)
    }

    /// The record of a part names the run that all parts are of, whatever machine it was made on.
    @Test func aPartKnowsTheCommandOfTheWholeRun() throws {
        var command = LoadCommand()
        try LoadCommand.syntax.parse(
            ["smoke", "--rate", "30/m", "--part", "2/5", "--specs", "here", "--clock-offset", "-1.5ms"], into: &command)
        #expect(command.words(seed: 3) == ["smoke", "--implementation", "builtin", "--seed", "3", "--rate", "30/m"])
        #expect(command.again(seed: 3).hasSuffix(" --specs here --part 2/5"))
        #expect(command.part == MachineShare(index: 1, count: 5))
        #expect(command.clockOffset.duration == .microseconds(-1_500))
    }

    @Test(
        arguments: [
            ("0", 0), ("1763856000.25", 1_763_856_000_250), ("2025-11-23T00:00:00Z", 1_763_856_000_000),
            ("2024-02-29T12:30:15.5Z", 1_709_209_815_500), ("2024-02-29T14:30:15.5+02:00", 1_709_209_815_500),
        ])
    func aTimeIsReadInBothForms(_ text: String, _ milliseconds: Int64) throws {
        #expect(try StartTime(argument: text).time.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "Z", "now", "-1", "1e300", "2025-13-01T00:00:00Z", "2025-11-23 00:00:00", "2025-11-23T00:00Z",
        "2025-02-31T00:00:00Z", "1969-12-31T00:00:00Z",
    ])
    func whatIsNoTimeIsRefused(_ text: String) {
        #expect(throws: InvalidValue.self) { _ = try StartTime(argument: text) }
    }

    private func message(_ arguments: [String]) async -> String {
        var command = LoadCommand()
        do throws(UsageError) {
            try LoadCommand.syntax.parse(arguments, into: &command)
        } catch {
            return "\(error)"
        }
        do throws(ToolError) {
            _ = try await command.run()
            return ""
        } catch {
            return error.message
        }
    }

    @Test(
        arguments: [
            (["smoke", "--backend", "https://sp.example.com"], "--i-may-load-this-host"),
            (["smoke", "--bind", "requestor=X"], "it goes with '--backend URL'"),
            (["smoke", "--part", "6/5"], "expected a part such as 2/5, found '6/5'"),
            (["smoke", "--json", "--progress", "json"], "exclude each other"),
            (["smoke", "--rate", "5"], "expected a rate such as 100/s, found '5'"),
            (["smoke", "--rate", "5/s", "--users", "5"], "exclude each other"),
            (["smoke", "--transport", "libcur"], "libcurl"),
            (["smoke", "--backend", "proces"], "did you mean 'process'?"),
            (
                ["smoke", "--threshold", "overhead.p99 <= earlier * 1.1"],
                "is relative: '--earlier' says to which run"
            ),
            (["smoke", "--earlier", "/nowhere"], "/nowhere is not the folder of a load run"),
            (["smoke", "--slo", "completion.p99 < 5ms"], "goes with '--find-capacity'"),
            (["smoke", "--find-capacity", "--rate", "5/s"], "chooses rates and durations by itself"),
            (["smoke", "--find-capacity", "--slo", "completion < 5ms"], "name a statistic, such as 'completion.p99'"),
            (["smoke", "--find-capacity", "--unverified"], "'--find-capacity' verifies every run"),
            (["smoke", "--find-capacity", "--attempts", "2"], "'--find-capacity' verifies every run"),
            (["smoke", "--find-capacity", "--earlier", "/nowhere"], "'--threshold' and '--earlier' do not go with it"),
            (
                ["smoke", "--find-capacity", "--threshold", "completion.p50 < 5ms"],
                "('--slo' says what must hold)"
            ),
            (
                ["smoke", "--find-capacity", "--slo", "completion.p99 <= earlier * 1.1"],
                "is relative to another run"
            ),
            (
                ["smoke", "--find-capacity", "--slo", "completion[7].p99 < 5ms"],
                "the objective 'completion[7].p99 < 5ms' is about no number of service providers"
            ),
            (["smoke", "--threshold", "overhead[7].p99 < 5ms"], "is about 7 service providers, and the profile asks"),
            (["smoke", "--attempts", "2", "--part", "1/2"], "'--attempts' is for runs of one machine"),
            (["smoke", "-i", "null"], "'null' is 'baseline' now"),
            (["smok"], "unknown profile 'smok'; did you mean 'smoke'?"),
            (["nowhere.yaml"], "the profile cannot be read"),
            (["smoke", "--api-version", "2.0", "--backend", "embedded"], "has no setRequestor:serviceProviders:"),
            (["smoke", "--users", "100000"], "100000 users at 8 service providers need more connections"),
            (["smoke", "--backend", "http://127.0.0.1:1"], "the backend cannot be reached\nhttp://127.0.0.1:1: "),
            (["smoke", "--backend", "http://127.0.0.1:1", "--iterations", "0"], "expected a number from 1"),
        ])
    func whatCannotBeDoneIsSaidBeforeAnythingIsLoaded(arguments: [String], words: String) async {
        #expect(await message(arguments + ["--specs", ShippedFolder.specs]).contains(words))
    }

    @Test func onlyWhatAnEarlierRunKeptIsTakenAway() throws {
        try ViolationFiles.clear(below: folder)
        for (name, files) in [("s1", ["trace.ndjson", "finding.txt"]), ("mine", ["finding.txt"])] {
            try Folder.create("\(folder)/violations/\(name)")
            for file in files { try File.write("x", to: "\(folder)/violations/\(name)/\(file)") }
        }
        try ViolationFiles.clear(below: folder)
        #expect(try Folder.names(in: folder + "/violations") == ["mine"])
    }

    /// What is wrong with the port is told, and that a part of the evidence is missing.
    @Test func aViolationThatCannotBeKeptIsTold() throws {
        try File.write("x", to: folder + "/violations")
        let header = Self.header
        let files = ViolationFiles(folder: folder, header: header, profile: "p")
        let testCase = try #require(try ShippedFolder.read().specifications.catalog.cases.first)
        let violation = IterationViolation(session: "s1", caseID: testCase.id, time: .zero, message: "m")
        #expect(files.keep(Verdict(of: testCase, .fail), testCase, [], violation) == nil)
        let result = LoadReport(profile: .init(id: "x", title: "X"), header: header, figures: LoadFigures())
        let outcome = LoadOutcome(folder: folder, result: result, lostEvidence: files.problem)
        let error = #expect(throws: ToolError.self) { try outcome.write() }
        #expect(error?.message.contains(folder + "/violations/s1") == true, "\(error?.message ?? "")")
        #expect(Folder.exists(folder + "/report.json"))
    }

    /// Thresholds are held against no run that could not measure, whoever puts the parts together.
    @Test func aRunThatIsNotValidIsNoEarlierRunOfParts() async throws {
        let specs = try ShippedFolder.read()
        var options = LoadCommand()
        options.profile = "smoke"
        let profile = try options.adapted(try specs.profile(named: "smoke"))
        let origin = try PartRun(options: options, specs: specs, console: Console(.never)).origin(seed: profile.seed)
        var result = LoadReport(profile: .init(profile), header: Self.header, figures: LoadFigures())
        result.validity.objections = ["it was late"]
        try File.write(LoadReportFile.report(result, origin).pretty, to: folder + "/report.json")
        var merge = LoadMergeCommand()
        (merge.folders, merge.earlier, merge.specs) = ([folder], folder, ShippedFolder.specs)
        merge.reportFolder = folder + "/merged"
        let command = merge
        let error = await #expect(throws: ToolError.self) { try await command.run() }
        #expect(error?.message.contains("its measurement failed: it was late") == true)
    }

    /// Raw fan-outs that failed are neither's.
    @Test func eachOfTwoHasItsOwnFailures() {
        var result = LoadReport(profile: .init(id: "x", title: "X"), header: Self.header, figures: LoadFigures())
        (result.figures.completed, result.figures.baselineIterations, result.figures.otherIterations) = (900, 100, 400)
        (result.figures.failed, result.figures.baselineFailed, result.figures.otherFailed) = (60, 50, 4)
        let comparison = LoadPairCommand().comparison(result, .implementation(.builtin), .implementation(.builtin))
        #expect((comparison.old.completed, comparison.old.failed) == (400, 6))
        #expect((comparison.new.completed, comparison.new.failed) == (400, 4))
    }

    private static let header = RunHeader(
        assayVersion: "1", portName: "port", portVersion: "1", implementation: "builtin",
        backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [], startedAt: 0)

    @Test(
        arguments: [
            (#"{"schema":"assay/report/4","record":{}}"#, "is not the folder of a load run: "),
            (#"{"schema":"assay/load-report/6"}"#, "is of 'assay/load-report/6', and this tool reads"),
            (#"{"schema":"assay/load-report/7"}"#, "has no 'record': runs of 'load ab' and of a search"),
            (#"{"schema":"assay/load-report/7","record":{}}"#, "the member 'schema' is missing"),
            ("[]", "report.json is without a 'schema'"),
        ])
    func whatIsNoReportOfALoadRunIsNotComparedWith(report: String, words: String) async throws {
        try File.write(report, to: folder + "/report.json")
        let found = await message(["smoke", "--earlier", folder, "--specs", ShippedFolder.specs])
        #expect(found.contains(words), "\(found)")
    }
}
