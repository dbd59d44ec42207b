import AccessEnablerAPI
import Documents
import Evidence
import Testing

@testable import Reports

struct RunSummaryTests {
    private let sample = { try SavedReport.read(JSONReport.json(sampleReport()).pretty, file: "report.json") }

    @Test func theSummaryHasTheVerdictTheCausesAndWhatChanged() throws {
        let report = try sample()
        let text = RunSummary(report, comparison: try RunComparison(report, report)).markdown
        #expect(text.hasPrefix("<!-- written by assay -->\n\n## ❌ NOT CONFORMANT: AccessEnabler, core, tvos 3.1\n"))
        #expect(text.contains("### ⚠️ What changed since 1.2 of 2023-11-14: INCONCLUSIVE"))
        let cause = "- **FAIL** the login of A went to sp1, and sp2 had answered first (1 case, tvos 3.1): `assay run"
        #expect(text.contains(cause))
        #expect(text.contains("| tvos 3.1 | core | 3 | 1 | 1 | 1 |"))
    }

    @Test func everyRunHasARowHoweverManyThereAre() throws {
        var report = try sample()
        report.runs = Array(repeating: report.runs[0], count: 60)
        report.runs[59].platform = .iOS
        #expect(RunSummary(report).markdown.contains("| ios 3.1 | core | 3 | 1 | 1 | 1 |"))
    }

    /// A port may write what it likes into a report.
    @Test func textOfStrangersIsNoMarkup() throws {
        let text = RunSummary(try sample()).markdown
        var report = try sample()
        report.result = "<b>conformant</b>"
        #expect(!RunSummary(report).markdown.contains("<B>"))
        #expect(text.contains(#"&lt;nothing&gt; &amp; "nothing" \]\]&gt; proves it"#) && !text.contains("<nothing>"))
        #expect(Markdown.escaped("a | [b](c) `d` *e*\n# f") == ##"a \| \[b\]\(c\) \`d\` \*e\* \# f"##)
        #expect(Markdown.code("a`|b\n") == "`a'|b `")
        // With a mark that combines, a character is another one to Swift, and the same to whoever reads Markdown.
        #expect(Markdown.escaped("|\u{301}<\u{301}") == "\\|\u{301}&lt;\u{301}")
        #expect(Markdown.code("a`\u{301}b") == "`a'\u{301}b`")
    }

    @Test(arguments: [2, 300])
    func theSummaryIsNeverTooLong(_ cases: Int) throws {
        let long = String(repeating: "ein Wort, das lang ist – ", count: 100)
        let report = try savedReport((0..<cases).map { ("case-\($0)[\(long)]", Outcome.fail) }) { report in
            report.remarks = (0..<cases).map { "\($0) \(long)" }
        }
        let old = try savedReport((0..<cases).map { ("case-\($0)[\(long)]", Outcome.pass) })
        let text = RunSummary(report, comparison: try RunComparison(old, report)).markdown
        #expect(text.utf8.count <= 60_000)
        #expect(text.hasSuffix("_The rest does not fit here: the run's files have it._\n") == (cases > 2))
    }

    @Test func annotationsOfGitHubAreOneLineEach() throws {
        let lines = Annotations(try sample()).github.split(separator: "\n")
        #expect(lines.count == 6)
        let start = "::error title=FAIL (tvos 3.1) the login of A went to sp1%2C and sp2 had answered first::1 case%0A"
        #expect(lines[1].hasPrefix(start + "race[order=sp2-sp1]%0Aassay run"))
        #expect(lines.count { $0.hasPrefix("::error ") } == 3)
        let many = try savedReport((0..<30).map { ("case-\($0)", Outcome.fail) })
        let all = Annotations(many).github.split(separator: "\n")
        #expect(all.count == 10 && all[9].hasPrefix("::error title=and 21 more causes::"))
    }

    /// What GitLab's documentation asks of each entry.
    @Test func codeQualityHasWhatGitLabReads() throws {
        let entries = try #require(Annotations(try sample()).codeQuality { "digest of \($0.count)" }.array)
        #expect(entries.map { $0["severity"]?.string } == ["critical", "blocker", "info", "minor"])
        for entry in entries {
            #expect(entry["description"]?.string?.isEmpty == false && entry["fingerprint"]?.string?.isEmpty == false)
            #expect(entry["check_name"]?.string?.hasPrefix("assay/") == true)
            let path = entry["location"]?["path"]?.string
            #expect(path?.hasPrefix("/") == false && path?.hasPrefix("./") == false)
            #expect(entry["location"]?["lines"]?["begin"] == 1)
        }
    }

    @Test func badgesSayTheVerdict() throws {
        let failed = BadgePicture(try sample())
        #expect(failed.endpoint["message"] == "2 of 11 failed" && failed.endpoint["color"] == "red")
        #expect(failed.endpoint["schemaVersion"] == 1)
        let passed = BadgePicture(try savedReport([("a", .pass), ("b", .notApplicable)]))
        #expect(passed.endpoint["message"] == "conformant, 1 of 1" && passed.endpoint["color"] == "brightgreen")
        let svg = passed.svg.source
        #expect(svg.contains(">conformant, 1 of 1</text>") && !svg.contains("href") && !svg.contains("<script"))
    }

    @Test func whatOthersWroteIsNotOurs() throws {
        let own = [
            Array(RunSummary(try sample()).markdown.utf8), BadgePicture(try sample()).svg.bytes,
            BadgePicture(try sample()).endpoint.pretty, Annotations(try sample()).codeQuality { $0 }.pretty,
            Array("\n".utf8),
            Array("[]".utf8), Array("schema: assay/expectations/1\nexpected:\n".utf8),
            Array("# Mine\nschema: assay/capabilities/1\nlacks:\n".utf8),
        ]
        for bytes in own { #expect(OwnWork.isOurs(bytes)) }
        for text in [
            "# Notes\n", "{}", "[{\"check_name\":\"eslint\"}]", "<svg/>", "{\"schema\":\"other/1\"}", "[1]",
            "schema: assay/contract/2\n",
        ] {
            #expect(!OwnWork.isOurs(Array(text.utf8)), "\(text)")
        }
    }
}
