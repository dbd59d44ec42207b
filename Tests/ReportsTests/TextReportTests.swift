import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Testing
import Timing

@testable import Reports

struct TextReportTests {
    @Test func noLineBeginsWithACommandToACISystem() {
        let text = Prose.wrapped("a callback named ::warning title=x::y and ##[error]z", width: 17)
        #expect(text == "a callback named\n\\::warning\ntitle=x::y and\n\\##[error]z")
    }

    @Test func theWholeIsAsTheGoldenFileSays() throws {
        try Golden.expect(Array(TextReport(sampleReport()).text.utf8), toBe: "report.txt")
    }

    @Test(arguments: [(0, 1), (1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (1_000_001, 200_001)])
    func aLongTextIsChopped(count: Int, lines: Int) {
        let text = String(repeating: "é", count: count)
        let chopped = Prose.chopped(text, width: 5).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(chopped.count == lines && chopped.joined() == text && chopped.dropLast().allSatisfy { $0.count == 5 })
    }

    @Test func everyCommandConfinesWhatWasConfined() {
        var report = sampleReport()
        report.header.isSandboxed = true
        report.bundles = ["crashes": "failures/crashes"]
        report.folder = "run"
        let commands = TextReport(report).text.split(separator: "\n").filter { $0.contains(" assay ") }
        #expect(commands.count >= 3)
        for command in commands { #expect(command.contains(" --sandbox"), "\(command)") }
        #expect(report.lintCommand.hasPrefix("assay lint-adapter --sandbox "))
    }

    @Test func nothingButCommandsIsWiderThanATerminal() {
        var report = sampleReport()
        report.header.backend = (1...9).map { "http://provider-\($0).example" }.joined(separator: ", ")
        let part = OutcomeCounts([.pass, .notTestable, .expectedFail])
        let table = OutcomeTable(of: [("area", part)], called: "core", palette: .plain).text
        #expect(table.contains("XFAIL in part"))
        let load = LoadSummary.plain(sampleLoadReport())
        for line in (TextReport(report).text + table + load).split(separator: "\n") where !line.contains("Rerun") {
            #expect(line.count <= 80, "\(line)")
        }
    }

    /// A requestor may be called as a part of the name of a service provider.
    @Test func noNameIsPutIntoAnother() {
        let header = SessionHeader(
            caseID: "c", attempt: Attempt(0), part: 0, bindings: ["requestor": "sp", "sp1": "http://one"])
        let opened = Observation(
            sequence: 0, time: MonotonicTime(nanoseconds: 0), session: SessionID("s"), event: .sessionOpened(header))
        var shown = opened
        shown.event = .safariPresented(url: "http://one/sp")
        var wording = EventWording(steps: [], observations: [opened])
        let line = wording.line(for: shown, showsAll: false)
        #expect(line?.text == "$sp1/$requestor")
    }

    @Test func ofAListWithoutEndTheBeginningIsShown() {
        let told = Message(.navigateToUrl, [Message.Argument("url", .array([Value](repeating: .int(7), count: 3_000)))])
        let observation = Observation(
            sequence: 0, time: MonotonicTime(nanoseconds: 0), session: SessionID("s"), event: .call(number: 0, told))
        var wording = EventWording(steps: [], observations: [observation])
        let text = wording.line(for: observation, showsAll: false)?.text ?? ""
        #expect(text.hasSuffix("7, 7 and 2000 more]") && text.utf8.count < 4_000)
    }

    @Test func colourChangesNothingButColour() throws {
        let colored = TextReport(sampleReport(), palette: Palette(isColored: true)).text
        #expect(colored.contains("\u{1B}[1;31mFAIL\u{1B}[0m"))
        #expect(colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == TextReport(sampleReport()).text)
    }

    @Test func aLogGetsALineAMinuteOrATenth() {
        func lines(of total: Int, every interval: Duration) -> Int {
            var progress = ProgressText(total: total, palette: .plain)
            let verdict = sampleReport().verdicts[0]
            return (0..<total).count { number in
                progress.take(verdict)
                return progress.isWorthALine(at: MonotonicTime(nanoseconds: 0) + interval * number)
            }
        }
        #expect(lines(of: 1_500, every: .milliseconds(200)) == 10)
        #expect(lines(of: 1_500, every: .milliseconds(1)) == 2)
        #expect(lines(of: 20, every: .seconds(60)) == 19)
    }

    @Test func whatWasRecordedHasNoSeedAndNoPlan() {
        var header = sampleReport().header
        #expect(TextReport.title(of: header, palette: .plain).contains(", seed "))
        header.implementation = RunHeader.clients
        #expect(
            TextReport.title(of: header, palette: .plain) == "clients of assay serve\nassay \(header.assayVersion)\n")
    }

    @Test func aRunWithoutCasesIsIncomplete() {
        var report = sampleReport()
        report.verdicts = []
        report.header.cases = []
        report.environment = RunEnvironment()
        #expect(report.exitCode == .incomplete)
        #expect(TextReport(report).text.contains("INCOMPLETE (core) as AccessEnabler 3.1 on tvos: no case was run"))
    }

    @Test func aRunThatWasStoppedIsNotConformant() {
        var report = sampleReport()
        report.environment = RunEnvironment()
        report.verdicts = report.verdicts.filter { $0.outcome == .pass && !$0.isFlawed }
        #expect(report.exitCode == .incomplete)
        report.header.cases = report.verdicts.map(\.caseID)
        #expect(report.exitCode == .conformant)
        #expect(
            TextReport(report).summary.contains(
                "CONFORMANT (core) as AccessEnabler 3.1 on tvos: 1 of 1 applicable case"))
    }

    @Test func aPortThatWasLostBesideOthersIsNotConformant() {
        var report = sampleReport()
        report.environment = RunEnvironment()
        report.verdicts = report.verdicts.filter { $0.outcome == .pass }
        report.header.cases = report.verdicts.map(\.caseID)
        #expect(report.exitCode == .incomplete)
        #expect(
            TextReport(report).summary.contains("nothing failed, but the port was\nlost in 1 case while others ran"))
    }

    /// P-11, P-12.
    @Test func whoeverDidNotDoTheirPartDecidesTheCode() {
        func code(_ events: [Event], failing: Bool) -> ExitCode {
            var report = sampleReport()
            report.verdicts = report.verdicts.filter { failing || $0.outcome == .pass && !$0.isFlawed }
            report.header.cases = report.verdicts.map(\.caseID)
            report.environment = RunEnvironment(
                events.map { Observation(sequence: 0, time: .init(nanoseconds: 0), session: .none, event: $0) })
            return report.exitCode
        }
        let adapter = Event.fault(RunFault(.adapter, "broke the adapter protocol"))
        let suite = Event.fault(RunFault(.suite, "broke the adapter protocol"))
        let broken = Event.adapterTried(AdapterTrial(probe: "x", outcome: .broken))
        let skipped = Event.adapterTried(AdapterTrial(probe: "x", outcome: .skipped))
        #expect(code([], failing: false) == .conformant)
        #expect(code([skipped], failing: false) == .conformant)
        #expect(code([broken], failing: false) == .broken)
        #expect(code([adapter], failing: false) == .broken)
        #expect(code([adapter], failing: true) == .failed)
        #expect(code([adapter, suite], failing: false) == .suite)
        #expect(code(Array(repeating: adapter, count: 20) + [suite], failing: true) == .suite)
    }

    @Test func theCommandOfACaseSurvivesAShell() {
        var report = sampleReport()
        #expect(
            report.command(for: "race[order=sp2-sp1]")
                == #"assay run --filter 'race[order=sp2-sp1]' --implementation 'exec:python3 '\''my port.py'\''' "#
                + "--platform tvos --api-version 3.1 --seed 7")
        report.header.implementation = "builtin"
        report.header.platform = .iOS
        report.header.version = .newest
        report.header.seed = 1
        #expect(report.command(for: "sign-in") == "assay run --filter sign-in --platform ios")
        // With a mark that combines, a quote is another character to Swift, and a quote to a shell.
        report.header.implementation = "exec:x'\u{301};id;'"
        #expect(report.command(for: "a").contains(#"'exec:x'\''"# + "\u{301};id;" + #"'\'''"#))
        // A trace may come from anybody.
        report.header.implementation = RunHeader.providers
        report.header.backend = "http://a;id"
        #expect(report.command(for: "a").hasPrefix("assay record --backend 'http://a;id' FILE, "))
    }

    @Test func nothingAPortSaysReachesTheTerminalAsAControl() {
        var report = sampleReport()
        report.verdicts[1].findings[0].message = "\u{1B}[31mred\r\u{7}"
        report.records["race[order=sp2-sp1]"]?.observations.append(
            Observation(
                sequence: 99, time: .init(nanoseconds: 6_000_000_000), session: SessionID("s0"),
                event: .portOutput(stream: "stderr", line: "\u{1B}]0;title\u{7}")))
        let name = "\u{1B}]0;name\u{7}"
        let value = Value.array([.object([name: .null]), .reference(name)])
        let message = Message(.setRequestorComplete, [Message.Argument(name, value)])
        report.records["race[order=sp2-sp1]"]?.observations.append(
            Observation(
                sequence: 100, time: .init(nanoseconds: 6_000_000_000), session: SessionID("s0"),
                event: .callback(CallbackEvent(number: 1, message: message))))
        let text = TextReport(report).text
        #expect(text.contains("\u{FFFD}[31mred"))
        #expect(text.contains("\u{FFFD}]0;title\u{FFFD}"))
        #expect(text.contains("\u{FFFD}]0;n"))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }

    @Test func aLongStoryKeepsItsEndsAndWhatIsMarked() throws {
        let observations = (0..<200).map { index in
            Observation(
                sequence: index, time: .init(nanoseconds: Int64(index) * 1_000_000), session: SessionID("s"),
                event: .note("number \(index)"))
        }
        let record = CaseRecord(steps: [], observations: observations)
        var finding = Finding(message: "wrong", observations: [100])
        finding.landmarks = [.init("asked", at: 150, call: "logout", isBeginning: true)]
        let text = Timeline(record, [finding], palette: .plain).text
        #expect(text.contains("'asked': number 150\n"))
        for shown in [0, 11, 97, 100, 103, 188, 199] { #expect(text.contains("number \(shown)\n")) }
        for hidden in [12, 96, 104, 187] { #expect(!text.contains("number \(hidden)\n")) }
        #expect(text.contains(">     100.0"))
        #expect(text.contains("(85 more)"))
    }

    @Test func aLongStoryKeepsTheLastRequestsThatWereRefused() throws {
        let time = MonotonicTime(nanoseconds: 0)
        var record = CaseRecord(
            steps: [],
            observations: (0..<200).map { index in
                Observation(sequence: index, time: time, session: SessionID("s"), event: .note("number \(index)"))
            })
        for (exchange, place) in [20, 40, 60, 80, 100].enumerated() {
            record.observations[place].event = .request(
                RequestEvent(
                    exchange: UInt64(exchange), provider: "sp\(place)", purpose: .mediaToken, method: "GET", path: "/m",
                    fields: [:], firstByte: time))
            record.observations[place + 5].event = .replyLeft(
                ReplyEvent(
                    exchange: UInt64(exchange), status: 401, reason: "access_denied", firstByte: time, lastByte: time))
        }
        let text = Timeline(record, [], palette: .plain).text
        #expect(text.contains("reply     sp40 mediaToken: 401 (access_denied)\n"))
        #expect(text.contains("request   sp100 mediaToken: GET /m\n"))
        #expect(!text.contains("sp20"))
    }
}
