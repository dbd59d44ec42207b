import AccessEnablerAPI
import Documents
import Evidence
import Testing

@testable import Reports

struct MatrixReportTests {
    private func run(_ platform: Platform, _ outcomes: Outcome...) -> MatrixReport.Run {
        var report = sampleReport()
        report.header.platform = platform
        report.header.version = .newest
        report.verdicts = outcomes.enumerated().map { index, outcome in
            Verdict(
                caseID: "c\(index)", contractID: "c", title: "t", area: "area", outcome: outcome, statements: [],
                findings: outcome == .pass ? [] : [Finding(message: "m")])
        }
        report.header.cases = report.verdicts.map(\.caseID)
        report.environment = RunEnvironment()
        return MatrixReport.Run(folder: "\(platform.rawValue)-3.9.2", report: report)
    }

    @Test func theWorstRunDecides() {
        #expect(MatrixReport(runs: [run(.iOS, .pass), run(.tvOS, .pass)], planned: 2).exitCode == .conformant)
        #expect(MatrixReport(runs: [run(.iOS, .pass), run(.tvOS, .inconclusive)], planned: 2).exitCode == .incomplete)
        #expect(MatrixReport(runs: [run(.iOS, .inconclusive), run(.tvOS, .fail)], planned: 2).exitCode == .failed)
        #expect(MatrixReport(runs: [run(.iOS, .pass)], planned: 2).exitCode == .incomplete)
        let stopped = MatrixReport(runs: [run(.iOS, .fail)], planned: 2)
        #expect(stopped.exitCode == .failed && stopped.summary(.plain).contains("1 run not made"))
    }

    @Test func aRowForEachRunAndTheirSum() {
        let matrix = MatrixReport(runs: [run(.iOS, .pass, .pass), run(.tvOS, .pass, .fail)], planned: 2)
        let lines = matrix.summary(.plain).split(separator: "\n").map(String.init)
        #expect(lines[1].hasPrefix("ios 3.9.2                2    .    ."))
        #expect(lines[2].hasPrefix("tvos 3.9.2               1    .    1"))
        #expect(lines[3].hasPrefix("all                      3    .    1"))
        #expect(lines[4] == "NOT CONFORMANT (core) as AccessEnabler 3.9.2 on ios and tvos: 1 of 4 applicable")
        for line in lines { #expect(line.count <= 80) }
    }

    @Test func oneProfileDoesNotDecideTheOther() {
        var run = run(.iOS, .pass, .fail)
        run.report.verdicts[1].findings[0].weight = Weight(.extensions, .must)
        #expect(MatrixReport(runs: [run], planned: 1).exitCode == .conformant)
        for (choice, code) in [(ProfileChoice.core, ExitCode.conformant), (.extensions, .failed), (.all, .failed)] {
            run.report.choice = choice
            #expect(MatrixReport(runs: [run], planned: 1).exitCode == code)
        }
        let text = MatrixReport(runs: [run], planned: 1).summary(.plain)
        #expect(text.contains("CONFORMANT (core) as AccessEnabler 3.9.2 on ios: 2 of 2 applicable cases passed\n"))
        #expect(
            text.contains("NOT CONFORMANT (extensions) as AccessEnabler 3.9.2 on ios: 1 of 1 applicable\ncase failed\n")
        )
    }

    @Test func theFilesOfAllHaveEachRunWithItsPlatform() throws {
        let matrix = MatrixReport(runs: [run(.iOS, .pass), run(.tvOS, .fail)], planned: 2)
        let runs = try #require(matrix.json["runs"]?.array)
        #expect(runs.map { $0["report"]?["platform"]?.string } == ["ios", "tvos"])
        #expect(runs.map { $0["folder"]?.string } == ["ios-3.9.2", "tvos-3.9.2"])
        let junit = String(decoding: matrix.junit, as: UTF8.self)
        #expect(junit.contains(#"tests="3" failures="1""#))
        #expect(
            junit.contains("classname=\"core.ios-3.9.2.area.c\"")
                && junit.contains("classname=\"core.tvos-3.9.2.area.c\""))
        #expect(matrix.text.contains("on ios\n") && matrix.text.contains("on tvos\n"))
    }

    /// What a person and a CI server read of a run that was stopped is no certificate.
    @Test func aRunThatWasNotMadeIsMissingInEveryFile() throws {
        let matrix = MatrixReport(runs: [run(.iOS, .pass)], planned: 2)
        let page = RunPage(matrix.runs.map(\.report), profiles: matrix.profiles).html.source
        #expect(page.contains("1 run was not made") && page.contains("Incomplete"))
        let junit = String(decoding: matrix.junit, as: UTF8.self)
        #expect(junit.contains(#"tests="2" failures="0" errors="1""#))
        #expect(junit.contains("<error message=\"INCOMPLETE (core)"))
        #expect(try SavedReport.read(matrix.json.pretty, file: "report.json").exitCode == .incomplete)
    }

    @Test func aProfileThatDecidesIsToldThoughNoCaseHasAPartInIt() {
        var run = run(.iOS, .pass)
        run.report.verdicts[0].profiles = [.extensions]
        let matrix = MatrixReport(runs: [run], planned: 1)
        #expect(matrix.exitCode == .incomplete && run.report.exitCode == .incomplete)
        let page = RunPage([run.report]).html.source
        let texts = [matrix.summary(.plain), TextReport(run.report).summary, page]
        for text in texts { #expect(text.contains("(core) as AccessEnabler 3.9.2 on ios: no case was run")) }
        #expect(texts[0].contains("\nCONFORMANT (extensions)"))
        run.report.choice = .all
        #expect(run.report.exitCode == .conformant && run.report.profiles.map(\.profile) == [.extensions])
    }

    @Test func aPlatformOnWhichNothingAppliesDecidesNothingBesideAnother() throws {
        let matrix = MatrixReport(runs: [run(.iOS, .pass), run(.tvOS, .notApplicable)], planned: 2)
        #expect(matrix.exitCode == .conformant)
        let words = matrix.summary(.plain).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("3.9.2 on ios: 1 of 1 applicable case passed, no case applies as 3.9.2 on tvos"))
        let saved = try SavedReport.read(matrix.json.pretty, file: "report.json")
        #expect(RunSummary(saved).markdown.contains("CONFORMANT: AccessEnabler"))
        #expect(!RunSummary(saved).markdown.contains("INCOMPLETE"))
        #expect(BadgePicture(saved).endpoint["message"] == "conformant, 1 of 1")
        #expect(MatrixReport(runs: [run(.tvOS, .notApplicable)], planned: 1).exitCode == .incomplete)
    }

    @Test func aRunInWhichNothingAppliesSaysSo() {
        let text = TextReport(run(.tvOS, .notApplicable, .notApplicable).report).summary
        #expect(text.contains("AccessEnabler 3.9.2 on tvos: nothing was decided,"))
    }
}
