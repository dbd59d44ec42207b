import AccessEnablerAPI
import Documents
import Evidence
import Testing
import Timing
import XML

@testable import Reports

struct RunPageTests {
    @Test func theVerdictComesFirst() throws {
        let page = RunPage([sampleReport()]).html.source
        let verdict = try #require(page.ranges(of: "Not conformant").first)
        let contracts = try #require(page.ranges(of: "Contracts by area: core").first)
        #expect(verdict.lowerBound < contracts.lowerBound)
        #expect(page.contains("2 of 11 applicable cases failed, 4 undecided, 1 warning"))
        #expect(page.contains("The run was stopped: 1 case of 9 was not run."))
    }

    /// Each file of a run counts what its verdict counts.
    @Test func oneWayOfCountingIsEverywhere() throws {
        let report = sampleReport()
        let part = try #require(report.profiles.first)
        let counts = part.counts
        #expect(counts.kept + counts.failed + counts[.expectedFail] + part.undecided == part.applicable)
        let tiles = try #require(
            try PageReading(RunPage([report]).html).elements.first { $0.attribute("class") == "tiles" })
        #expect(tiles.allText.contains("of 11 applicable (core)"), "\(tiles.allText)")
        let junit = String(decoding: JUnitReport.bytes(report), as: UTF8.self)
        #expect(junit.contains(#"name="verdict.core" value="NOT CONFORMANT (core) as AccessEnabler 3.1 on tvos"#))
        #expect(junit.contains("2 of 11 applicable cases failed, 4 undecided, 1 warning"))
        let undecided = report.verdicts.filter { $0.outcome == .inconclusive }
        var open = report
        open.environment = RunEnvironment()
        open.verdicts = undecided
        open.header.cases = undecided.map(\.caseID) + ["not-run"]
        #expect(
            open.profiles.first?.sentence.hasSuffix("nothing failed, but 2 of 2 applicable cases are undecided") == true
        )
    }

    /// Verdicts hang on what the service providers say of their MVPDs.
    @Test func whatIsPeculiarInAFixtureIsShown() throws {
        var report = sampleReport()
        report.records["race[order=sp2-sp1]"]?.fixture = "sp1 lists A (authPerRequestor)"
        #expect(RunPage([report]).html.source.contains("sp1 lists A (authPerRequestor)"))
        #expect(TextReport(report).text.contains("\n  sp1 lists A (authPerRequestor)\n"))
    }

    @Test func everyCauseIsToldWithStatementFindingDiagramAndCommand() throws {
        let report = sampleReport()
        let reading = try PageReading(RunPage([report]).html)
        let sections = reading.elements.filter { $0.name == "article" }
        #expect(sections.count == report.diagnosis.causes.count)
        let race = try #require(sections.first { $0.allText.contains("race[order=sp2-sp1]") })
        let text = race.allText
        for words in [
            "AE-SP-007", "Each MVPD is bound to the service provider", "api-reference#setReq (step 3)",
            "the login of A went to sp1, and sp2 had answered first", "a request at sp2", "evidence E3",
            "assay run --filter 'race[order=sp2-sp1]'", "read as: strict",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(PageReadingText.all(in: race).contains { $0.attribute("class") == "chart sequence" })
        #expect(text.contains("setRequestorComplete: status=1"))
    }

    /// Its title says what goes wrong; that of the clearest case says in which situation.
    @Test(arguments: [5, 6]) func aCauseIsToldWithItsClearestCaseWhereThereAreFew(_ count: Int) throws {
        var report = sampleReport()
        report.verdicts = (1...count).map { number in
            var finding = Finding(statements: ["AE-SP-007"], message: "m\(number)")
            finding.symptom = Symptom(.unexpected, "the callback x\(number):")
            finding.symptom?.call = "call\(number)"
            finding.weight = Weight(.core, .must)
            return Verdict(
                caseID: "case-\(number)", contractID: "case-\(number)", title: "What case \(number) is about",
                area: "area", outcome: .fail, statements: [], findings: [finding])
        }
        report.header.cases = report.verdicts.map(\.caseID)
        try #require(report.diagnosis.causes.count == count)
        let summary = DiagnosisText(report.diagnosis).summary.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        let page = try PageReading(RunPage([report]).html).root.allText.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        for number in 1...count {
            #expect(summary.contains("for example case-\(number): What case \(number) is about") == (count <= 5))
            #expect(
                page.contains("For example case-\(number) : What case \(number) is about")
                    || page.contains("For example case-\(number): What case \(number) is about"))
        }
    }

    @Test func whatIsKnownOfTheAdapterIsTold() throws {
        let page = RunPage([sampleReport()]).html
        let reading = try PageReading(page)
        let section = try #require(reading.elements.first { $0.attribute("id") == "adapter" })
        let text = section.allText
        for words in [
            "split-writes", "carriage-return", "empty lines were <answered>", "there is no limit", "Loading",
            "broke the adapter protocol: params.n: expected 0, found 1", "assay lint-adapter",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(reading.root.allText.contains("1 of 3"))
        var quiet = sampleReport()
        quiet.environment = RunEnvironment()
        #expect(
            RunPage([quiet, sampleReport()]).html.source.contains("broke the adapter protocol: params.n: expected 0"))
        #expect(!RunPage([quiet]).html.source.contains("id=\"adapter\""))
    }

    @Test func severalRunsShareAPage() throws {
        var other = sampleReport()
        other.header.platform = .iOS
        other.verdicts = other.verdicts.filter { $0.outcome == .pass }
        other.header.cases = other.verdicts.map(\.caseID)
        let text = try PageReading(RunPage([sampleReport(), other]).html).root.allText
        #expect(text.contains("tvos 3.1") && text.contains("ios 3.1"))
        #expect(text.contains("3.1 on tvos and ios"))
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'; DROP", "]]>", "</style><b>", "&lt;b&gt;",
        "\u{0}\u{1B}[31m", "javascript:alert(1)", "\u{202E}abc",
    ])
    func hostileTextStaysText(_ text: String) throws {
        var report = sampleReport()
        report.header.portName = text
        report.header.implementation = text
        report.remarks = [text]
        report.verdicts[1].title = text
        report.verdicts[1].area = text
        report.verdicts[1].contractID = text
        report.verdicts[1].findings[0].message = text
        report.verdicts[1].findings[0].seen = text
        report.verdicts[4].findings[0].message = text
        report.statements["AE-SP-007"]?.text = text
        report.records["race[order=sp2-sp1]"]?.observations.append(
            Observation(
                sequence: 99, time: .init(nanoseconds: 6_000_000_000), session: SessionID("s0"),
                event: .callback(
                    CallbackEvent(
                        number: 9, message: Message(.setRequestorComplete, [Message.Argument(text, .string(text))])))))
        let reading = try PageReading(RunPage([report]).html)
        let plain = try PageReading(RunPage([sampleReport()]).html)
        let names = Set(plain.elements.map(\.name))
        #expect(Set(reading.elements.map(\.name)) == names)
        #expect(reading.elements.allSatisfy { !$0.attributes.contains { $0.name.hasPrefix("on") } })
    }

    @Test func aPageAboutThousandsOfFailuresStaysSmallAndNamesThemAll() throws {
        let one = sampleReport()
        var report = one
        let verdict = one.verdicts[1]
        report.verdicts = (0..<1_000).map { number in
            var copy = verdict
            copy.caseID = "race[number=\(number)]"
            return copy
        }
        report.header.cases = report.verdicts.map(\.caseID)
        for copy in report.verdicts { report.records[copy.caseID] = one.records[verdict.caseID] }
        let page = RunPage([report]).html
        #expect(page.bytes.count < 1_000_000)
        let sections = try PageReading(page).elements.filter { $0.name == "article" }
        #expect(sections.count == 1)
        #expect(
            sections.allSatisfy { $0.allText.contains("assay run --filter") && $0.allText.contains("and 999 more") })
        for number in [0, 500, 999] { #expect(page.source.contains("race[number=\(number)]")) }
    }
}

enum PageReadingText {
    static func all(in element: XMLElement) -> [XMLElement] {
        [element] + element.elements.flatMap(all)
    }
}

extension XMLElement {
    /// Its text and that of all elements in it.
    var allText: String {
        children.map { child in
            switch child {
            case .text(let text): text
            case .element(let element): element.allText + " "
            }
        }.joined()
    }
}
