import Documents
import Glibc
import Reports
import Testing

@testable import assay
import TestThreads

/// What compares runs, keeps their history and writes for CI servers, as it is called.
@Suite(.mayBlock, .serialized) struct NightlyCommandTests: HasFolder {
    let temporary = TemporaryFolder()

    /// Two runs of the same cases: one of the reference, one of a port that answers twice.
    private static let runs: (right: String, wrong: String, others: (code: Int32, files: String)) = {
        let folder = "/tmp/assay-nightly-\(getpid())"
        func run(_ name: String, _ implementation: String, _ more: [String] = []) -> Int32 {
            let arguments = [
                "run", "--specs", ShippedFolder.specs, "--quiet", "--platform", "ios", "--filter",
                "check-authentication-*",
                "--implementation", implementation, "--report-dir", "\(folder)/\(name)",
            ]
            return (try? ToolProcess(arguments + more))?.code ?? -1
        }
        _ = run("right", "builtin")
        let code = run(
            "wrong", "mutant:check-answers-twice",
            [
                "--summary", "\(folder)/ci/summary.md", "--badge", "\(folder)/ci/badge.svg", "--badge",
                "\(folder)/ci/badge.json", "--code-quality", "\(folder)/ci/quality.json", "--against",
                "\(folder)/right",
                "--annotations", "github",
            ])
        return ("\(folder)/right", "\(folder)/wrong", (code, "\(folder)/ci"))
    }()

    private var right: String { Self.runs.right }
    private var wrong: String { Self.runs.wrong }

    @Test func aRunThatIsWorseIsToldFromOneThatIsNot() throws {
        let worse = try ToolProcess(["compare", right, wrong])
        #expect(worse.code == 1 && worse.output.contains("newly failing, ") && worse.output.contains("\nWORSE: "))
        #expect(worse.outputLines.filter { !$0.contains("assay run") }.allSatisfy { $0.count <= 80 })
        #expect(try ToolProcess(["compare", wrong, right]).code == 0)
        #expect(try ToolProcess(["compare", right + "/report.json", right]).output.hasSuffix("no case changed\n"))
        #expect(try ToolProcess(["compare", right, wrong, "--allow", "newly-failing"]).code == 0)
        #expect(try ToolProcess(["compare", right, wrong, "--allow", "check-authentication*"]).code == 0)
        let nothing = try ToolProcess(["compare", right, wrong, "--allow", "check-autentication"])
        #expect(
            nothing.code == 4
                && nothing.errors.contains("fits no case of the runs; did you mean 'check-authentication'?"))
    }

    @Test(arguments: ["json", "markdown", "html", "text"])
    func aComparisonIsWrittenInEachFormatAndOverNothingOfOthers(_ format: String) throws {
        let file = folder + "/comparison"
        let arguments = ["compare", right, wrong, "--format", format, "--output", file]
        #expect(try ToolProcess(arguments).code == 1)
        let first = try File.read(file)
        #expect(OwnWork.isOurs(first))
        #expect(try ToolProcess(arguments).code == 1)
        try File.write("somebody's notes\n", to: file)
        let refused = try ToolProcess(arguments)
        #expect(refused.code == 3 && refused.errors.contains("was not written by assay, and is left as it is"))
        #expect(try File.read(file) == Array("somebody's notes\n".utf8))
    }

    @Test func whatCannotBeReadOrComparedIsRefusedAndSaysWhy() throws {
        let bytes = try File.read(right + "/report.json")
        try File.write(Array(bytes.prefix(bytes.count / 2)), to: folder + "/cut.json")
        let cut = try ToolProcess(["compare", folder + "/cut.json", right])
        #expect(cut.code == 4 && cut.errors.hasPrefix("assay: \(folder)/cut.json:"))
        let text = String(decoding: bytes, as: UTF8.self)
        try File.write(text.replacing("\"assay/report/4\"", with: "\"assay/report/5\""), to: folder + "/newer.json")
        let newer = try ToolProcess(["compare", right, folder + "/newer.json"])
        #expect(newer.code == 4 && newer.errors.contains("was written by a newer assay"))
        try File.write(text.replacing("\"platform\": \"ios\"", with: "\"platform\": \"tvos\""), to: folder + "/tv.json")
        let other = try ToolProcess(["compare", right, folder + "/tv.json"])
        #expect(other.code == 4 && other.errors.contains("no platform, release and protocol in common"))
        let absent = try ToolProcess(["compare", right, folder + "/none"])
        #expect(absent.code == 4 && absent.errors.contains("\(folder)/none: No such file or directory"))
        #expect(try ToolProcess(["compare", right]).code == 4)
    }

    @Test func aRunWritesWhatCIServersShow() throws {
        let (code, files) = Self.runs.others
        #expect(code == 1)
        let summary = String(decoding: try File.read(files + "/summary.md"), as: UTF8.self)
        #expect(summary.contains("NOT CONFORMANT") && summary.contains("What changed") && summary.contains("WORSE"))
        #expect(String(decoding: try File.read(files + "/badge.svg"), as: UTF8.self).hasPrefix("<svg "))
        #expect(try JSON.parse(try File.read(files + "/badge.json"))["schemaVersion"] == 1)
        let entries = try #require(try JSON.parse(try File.read(files + "/quality.json")).array)
        #expect(!entries.isEmpty && Set(entries.compactMap { $0["fingerprint"]?.string }).count == entries.count)
        let annotations = try ToolProcess(["summary", wrong, "--annotations", "github"])
        #expect(annotations.code == 0 && annotations.output.hasPrefix("::error title="))
        #expect(try ToolProcess(["summary", wrong]).output.hasPrefix("<!-- written by assay -->"))
    }

    /// A job may have one folder for all nights, whose report is gone once the next run has begun.
    @Test func aRunIsHeldAgainstTheReportThatItReplaces() throws {
        _ = try ToolProcess(shell: "cp -r \(right) \(folder)/run")
        let again = try ToolProcess([
            "run", "--specs", ShippedFolder.specs, "--quiet", "--platform", "ios", "--filter",
            "check-authentication-*", "--implementation", "mutant:check-answers-twice", "--report-dir",
            folder + "/run", "--against", folder + "/run", "--summary", folder + "/summary.md",
        ])
        let summary = String(decoding: try File.read(folder + "/summary.md"), as: UTF8.self)
        #expect(again.code == 1 && summary.contains(": WORSE\n"), "\(again.errors)")
    }

    /// What could not be written after hours is told before the first case.
    @Test func whatCannotBeWrittenIsToldBeforeTheRun() throws {
        try File.write("# Mine\n", to: folder + "/notes.md")
        let run = ["run", "--specs", ShippedFolder.specs, "--report-dir", folder + "/run"]
        for more in [
            ["--summary", folder + "/notes.md"], ["--summary", "/proc/nobody/summary.md"],
            ["--write-expectations", folder + "/notes.md"], ["--write-capabilities", folder + "/notes.md"],
        ] {
            let refused = try ToolProcess(run + more)
            #expect(refused.code == 3 && refused.output.isEmpty, "\(refused)")
        }
        #expect(try ToolProcess(run + ["--badge", "badge.png"]).code == 4)
        #expect(try ToolProcess(run + ["--summary", folder + "/s.md", "--against", folder]).code == 4)
        #expect(!Folder.exists(folder + "/run"))
    }

    @Test func aHistoryIsMadeOfNightsAndKeepsThoseThatAreGone() throws {
        for (name, run) in [("2026-01-01", right), ("2026-01-02", wrong)] {
            try Folder.create("\(folder)/\(name)")
            try File.write(try File.read(run + "/report.json"), to: "\(folder)/\(name)/report.json")
            try File.write("page", to: "\(folder)/\(name)/report.html")
        }
        let first = try ToolProcess(["history", folder])
        #expect(first.code == 0 && first.output.contains("2 nights, 2 of them new"))
        let page = String(decoding: try File.read(folder + "/history.html"), as: UTF8.self)
        #expect(page.contains("href=\"./2026-01-02/report.html\"") && page.contains("Failing now, "))
        // What strength and coverage came to in a night is often known after its first history.
        try File.write("mutant,status,case\nx,caught,a,\n", to: folder + "/2026-01-02/matrix.csv")
        try File.write(#"{"statements":[{"class":"covered"}]}"#, to: folder + "/2026-01-02/coverage.json")
        #expect(try ToolProcess(["history", folder]).output.contains("2 nights, 1 of them new"))
        // A part of a load run is no night: its whole is one.
        try Folder.create(folder + "/gathered-1")
        try File.write(#"{"schema":"assay/load-report/7","record":{"of":2}}"#, to: folder + "/gathered-1/report.json")
        // Nor is a step of a search for the capacity, or a run of two implementations.
        try Folder.create(folder + "/search")
        try File.write(#"{"schema":"assay/load-report/7"}"#, to: folder + "/search/report.json")
        #expect(try ToolProcess(["history", folder]).output.contains("2 nights, 0 of them new"))
        // What another release wrote is named, as `load compare` does.
        try Folder.create(folder + "/old")
        try File.write(#"{"schema":"assay/load-report/6"}"#, to: folder + "/old/report.json")
        let old = try ToolProcess(["history", folder])
        #expect(old.code == 2 && old.errors.contains("is of 'assay/load-report/6', and this tool reads 'assay/"))
        try Folder.remove(folder + "/old")
        // What is lost of what is kept is made anew from the reports, as long as they are there.
        let list = try folder + "/kept-nights/" + name("cases-", in: folder)
        try Folder.remove(list)
        #expect(try ToolProcess(["history", folder]).code == 0 && Folder.exists(list))
        // What is kept and cannot be read is named and stays: a newer release may have written it.
        let file = try folder + "/kept-nights/" + name(".night.json", in: folder)
        let night = String(decoding: try File.read(file), as: UTF8.self)
        for other in [night.replacing("night/1", with: "night/2"), String(night.prefix(100))] {
            try File.write(other, to: file)
            let named = try ToolProcess(["history", folder])
            #expect(named.code == 2 && named.errors.contains("\(file):1:") && named.output.contains("2 nights"))
            #expect(try File.read(file) == Array(other.utf8))
        }
        try File.write(night, to: file)
        // A night that is gone is still known, one that cannot be read is named.
        try Folder.remove(folder + "/2026-01-01")
        try File.write("{\"schema\":", to: folder + "/2026-01-02/report.json")
        let holes = try ToolProcess(["history", folder])
        #expect(holes.code == 2 && holes.errors.contains("2026-01-02/report.json:1:11: the text ends"))
        #expect(holes.output.contains("2 nights, 0 of them new"))
        try Folder.remove(folder + "/2026-01-02")
        let kept = try ToolProcess(["history", folder, "--output", folder + "/pages/history.html"])
        #expect(kept.code == 0 && kept.output.contains("2 nights"))
        try Folder.remove(folder + "/pages")
        try Folder.remove(folder + "/kept-nights")
        let none = try ToolProcess(["history", folder])
        #expect(none.code == 4 && none.errors.contains("has no night"))
    }

    private func name(_ piece: String, in folder: String) throws -> String {
        try #require(try Folder.names(in: folder + "/kept-nights").first { $0.contains(piece) })
    }

    @Test func aHistoryOverwritesNothingOfOthers() throws {
        try Folder.create(folder + "/one")
        try File.write(try File.read(right + "/report.json"), to: folder + "/one/report.json")
        try File.write("<p>mine</p>", to: folder + "/history.html")
        let refused = try ToolProcess(["history", folder])
        #expect(refused.code == 3 && refused.errors.contains("was not written by assay"))
        #expect(try ToolProcess(["history", "/proc/self/nothing"]).code == 4)
        try Folder.remove(folder + "/one")
    }
}
