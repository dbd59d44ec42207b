import Documents
import Evidence
import Testing

@testable import Reports

struct FingerprintsTests {
    private func port(_ id: String, _ failures: [String: String]) -> Fingerprint {
        Fingerprint(id: id, title: "does \(id)", failures: failures)
    }

    private func failures(_ cases: ClosedRange<Int>, _ how: String = "x is missing") -> [String: String] {
        Dictionary(uniqueKeysWithValues: cases.map { ("c\($0)", how) })
    }

    private var known: Fingerprints {
        Fingerprints(
            cases: Set((0..<40).map { "c\($0)" }),
            ports: [port("early", failures(0...19)), port("late", failures(20...39)), port("slow", ["s1": "y"])])
    }

    private let judged = Set((0..<40).map { "c\($0)" })

    @Test func whatFailsTheSameCasesInTheSameWayIsNamedWithHowWellItFits() {
        let found = known.likenesses(to: failures(0...18), judged: judged)
        #expect(found == [Likeness(id: "early", title: "does early", fitting: 19, cases: 20)])
    }

    @Test func nothingIsNamedWhereLittleFits() {
        #expect(known.likenesses(to: failures(10...29), judged: judged) == [])
        #expect(known.likenesses(to: failures(0...17), judged: judged) == [])
        #expect(known.likenesses(to: failures(0...19, "z comes twice"), judged: judged) == [])
        #expect(known.likenesses(to: [:], judged: judged) == [])
    }

    @Test func onlyCasesThatWereRunAreCompared() {
        let some: Set = ["c0", "c1", "c2", "c3", "c30"]
        #expect(known.likenesses(to: failures(0...3), judged: some).map(\.cases) == [4])
    }

    @Test func oneCaseOfManyTellsNothing() {
        #expect(known.likenesses(to: failures(0...1), judged: ["c0", "c1"]) == [])
        #expect(known.likenesses(to: ["s1": "y"], judged: ["s1"]).map(\.id) == ["slow"])
    }

    /// A case that the known ports did not meet says nothing against them.
    @Test func aCaseThatNotEveryPortMetCountsWhereTheKnownPortFailsIt() {
        let more = failures(0...19).merging(["s1": "y", "s2": "y"]) { first, _ in first }
        let found = known.likenesses(to: more, judged: judged.union(["s1", "s2"]))
        #expect(found.map(\.id) == ["early"])
        #expect(found.first?.cases == 20)
    }

    @Test func aPortThatMostlyFailsWhatTheKnownOneDidNotMeetIsNotLikeIt() {
        let unmet = Dictionary(uniqueKeysWithValues: (0..<21).map { ("s\($0)", "z") })
        let more = failures(0...19).merging(unmet) { first, _ in first }
        #expect(known.likenesses(to: more, judged: judged.union(unmet.keys)) == [])
    }

    @Test func eachPortIsLeftOutOnce() {
        var all = known
        all.ports.append(port("early-too", failures(0...19)))
        let rows = LeftOut.rows(of: all) { $0.hasPrefix("early") && $1.hasPrefix("early") }
        #expect(rows.map { $0.named?.id } == ["early-too", nil, nil, "early"])
        #expect(rows.map(\.isKin) == [true, false, false, true])
        let text = LeftOut.text(rows, palette: .plain)
        #expect(
            text.hasSuffix(
                """

                4 wrong ports, each left out once: nothing was named for 2, one that breaks a
                rule in common for 2, another for 0

                """))
    }

    @Test func theSummaryNamesWhatThePortBehavesLike() {
        var report = sampleReport()
        let how = Fingerprint.failures(in: [report.verdicts])
        #expect(!how.isEmpty)
        report.fingerprints = Fingerprints(
            cases: Fingerprint.judged(in: [report.verdicts]), ports: [port("this", how), port("other", ["a": "b"])])
        let text = DiagnosisText(report.diagnosis).summary
        #expect(text.contains("behaves like `this`: does this; \(how.count) of \(how.count) cases fit"))
        #expect(RunPage([report]).html.source.contains("It behaves like <code>this</code>: does this"))
        #expect(JSONReport.json(report)["behaves-like"]?.array?.first?["port"] == "this")
        report.fingerprints.ports.removeFirst()
        #expect(DiagnosisText(report.diagnosis).summary.contains("matches none of 1 known mutant"))
    }
}
