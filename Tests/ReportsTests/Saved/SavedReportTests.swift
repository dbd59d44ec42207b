import Documents
import Evidence
import Reports
import Testing

struct SavedReportTests {
    @Test func whatARunWroteIsReadAgain() throws {
        var report = sampleReport()
        report.specs = String(repeating: "ab", count: 32)
        report.tries = ["crashes": OutcomeCounts([.crash, .pass, .pass])]
        report.durations = ["crashes": .milliseconds(1_500)]
        let saved = try SavedReport.read(JSONReport.json(report).pretty, file: "report.json")
        #expect(saved.planned == 1 && !saved.isComplete)
        let run = try #require(saved.runs.first)
        #expect(run.folder == nil && run.title == "tvos 3.1" && run.seed == "7")
        #expect(run.specs == report.specs && run.missing == 1 && run.exitCode == .failed)
        #expect(run.verdicts.map(\.caseID) == report.verdicts.map(\.caseID))
        #expect(run.verdicts.map(\.outcome) == report.verdicts.map(\.outcome))
        #expect(run.causes.map(\.title) == report.diagnosis.causes.map(\.title))
        #expect(run.statements == report.statements && run.readings == report.readings)
        #expect(run.profiles.map(\.outcomes) == report.profiles.map(\.counts))
        let crash = try #require(run.verdicts.first { $0.caseID == "crashes" })
        #expect(crash.tries?[.pass] == 2 && run.caseDurations == ["crashes": 1_500])
        let extra = try #require(run.verdicts.first { $0.caseID == "extra" })
        #expect(extra.outcome(in: .core) == .pass && extra.outcome(in: .all) == .fail)
    }

    @Test func severalRunsOfOneFileAreRead() throws {
        var matrix = MatrixReport(planned: 3)
        matrix.runs = [MatrixReport.Run(folder: "tvos-3.1", report: sampleReport())]
        let saved = try SavedReport.read(matrix.json.pretty, file: "report.json")
        #expect(saved.planned == 3 && !saved.isComplete)
        #expect(saved.runs.map(\.folder) == ["tvos-3.1"])
    }

    /// Wherever a file ends too early, the place is told; nothing is read out of a part.
    @Test func aFileThatIsCutIsRefused() throws {
        let bytes = JSONReport.json(sampleReport()).pretty
        for end in stride(from: 0, to: bytes.count - 2, by: 997) {
            let error = #expect(throws: Diagnostic.self) {
                try SavedReport.read(Array(bytes[..<end]), file: "cut.json")
            }
            #expect(error?.mark != nil && error?.description.hasPrefix("cut.json:") == true)
        }
    }

    @Test(arguments: [
        ("assay/report/99", "written by a newer assay"), ("assay/report/1", "written by an older assay"),
        ("assay/matrix/99", "written by a newer assay"), ("assay/load-report/4", "of a load run"),
        ("somebody/else/1", "no report of a run of assay"),
    ])
    func whatIsOfAnotherKindIsNamed(schema: String, words: String) throws {
        var object = try #require(JSONReport.json(sampleReport()).object)
        object["schema"] = .string(schema)
        let message = mistake(in: .object(object))
        #expect(message.contains(words) && message.contains(schema), "\(message)")
    }

    @Test func aMistakeHasItsLineAndColumn() throws {
        let text = String(decoding: JSONReport.json(sampleReport()).pretty, as: UTF8.self)
        let line = try #require(text.split(separator: "\n").firstIndex { $0.contains("\"planned\"") }) + 1
        let broken = text.replacing("\"planned\": 12", with: "\"planned\": -1")
        let error = #expect(throws: Diagnostic.self) {
            try SavedReport.read(Array(broken.utf8), file: "report.json")
        }
        #expect(error?.description == "report.json:\(line):14: planned: expected a count, found -1")
    }

    @Test func aForeignFileIsRefused() {
        #expect(mistake(in: ["a": 1]).hasSuffix("not the report of a run of assay: it names no schema"))
        #expect(mistake(in: [1, 2]).hasSuffix("not the report of a run of assay: it names no schema"))
    }

    @Test func aWordThatNobodyKnowsIsNamedWithItsPlace() throws {
        let text = String(decoding: JSONReport.json(sampleReport()).pretty, as: UTF8.self)
        let broken = text.replacing("\"outcome\": \"WARN\"", with: "\"outcome\": \"WORN\"")
        let error = #expect(throws: Diagnostic.self) {
            try SavedReport.read(Array(broken.utf8), file: "r.json")
        }
        #expect(error?.message == "causes[3].outcome: unknown word 'WORN'; did you mean 'WARN'?")
    }

    @Test func aCaseHasOneVerdict() throws {
        var object = try #require(JSONReport.json(sampleReport()).object)
        let verdicts = try #require(object["verdicts"]?.array)
        object["verdicts"] = .array(verdicts + verdicts.prefix(1))
        #expect(mistake(in: .object(object)).hasSuffix("verdicts[11].case: a second verdict on 'quiet-case'"))
    }

    private func mistake(in json: JSON) -> String {
        do throws(Diagnostic) {
            _ = try SavedReport.read(json.pretty, file: "report.json")
            return ""
        } catch {
            return error.description
        }
    }
}
