import Evidence
import Reports
import Testing
import Timing

@testable import assay

struct ReportDeskTests {
    /// What was seen beside other cases and not alone is explained by what was seen, not by the run that showed nothing.
    @Test func aVerdictIsShownWithTheAttemptThatItIsAbout() {
        func attempt(_ sequence: Int, _ session: SessionID) -> [Observation] {
            [Observation(sequence: sequence, time: MonotonicTime.now(), session: session, event: .sessionClosed)]
        }
        func judged(_ sessions: [SessionID]) -> [Observation]? {
            let verdict = Verdict(
                caseID: "c", contractID: "c", title: "", area: "", outcome: .inconclusive, statements: [],
                sessions: sessions)
            let records = ["c": [attempt(1, SessionID("s1")), attempt(2, SessionID("s2"))]]
            let record = ReportDesk.judged(records, [verdict])["c"]
            #expect(record?.attempts.map { $0.first?.sequence } == [1, 2])
            return record?.observations
        }
        #expect(judged([SessionID("s1")])?.first?.session == SessionID("s1"))
        #expect(judged([SessionID("s2")])?.first?.session == SessionID("s2"))
        #expect(judged([.none])?.first?.session == SessionID("s2"), "what is judged by none is shown as it was last")
    }
}
