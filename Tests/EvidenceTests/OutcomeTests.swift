import Evidence
import Synchronization
import Testing
import Timing

@Suite struct OutcomeTests {
    @Test(arguments: [
        ([Outcome.pass], ExitCode.conformant), ([.pass, .notApplicable], .conformant),
        ([.pass, .expectedFail], .conformant), ([.pass, .fail], .failed), ([.crash], .failed),
        ([.inconclusive, .fail], .failed), ([.pass, .inconclusive], .incomplete), ([.pass, .notTestable], .incomplete),
        ([], .incomplete), ([.notApplicable], .incomplete),
    ])
    func aRunEndsWithTheCodeOfItsOutcomes(outcomes: [Outcome], code: ExitCode) {
        #expect(ExitCode(of: outcomes) == code)
    }

    @Test func onlyCausesAreStrongerThanRoundTrips() {
        #expect(EvidenceClass.causal > .roundTrips)
        #expect(EvidenceClass.roundTrips > .clocks)
    }
}

@Suite struct TraceTests {
    private func opened(_ session: String, _ caseID: String, part: Int = 0) -> Observation {
        Observation(
            sequence: 0, time: MonotonicTime(nanoseconds: 0), session: SessionID(session),
            event: .sessionOpened(SessionHeader(caseID: caseID, attempt: Attempt(0), part: part, bindings: [:])))
    }

    private func note(_ session: String, _ text: String) -> Observation {
        Observation(
            sequence: 0, time: MonotonicTime(nanoseconds: 0), session: SessionID(session), event: .note(text))
    }

    @Test func theObservationsOfACaseSpanItsSessions() {
        let trace = Trace([
            note("a", "before"), opened("a", "one"), opened("b", "two"), note("a", "x"), note("b", "y"),
            opened("a/1", "one", part: 1), note("a/1", "z"), note("-", "nobody's"),
        ])
        #expect(trace.cases["one"]?.count == 4)
        #expect(trace.cases["two"]?.count == 2)
        #expect(trace.cases.count == 2)
    }

    @Test func aTraceWithoutAHeaderHasNone() {
        #expect(Trace([note("a", "x")]).header == nil)
    }

    @Test func theRecorderNumbersForAllItsSinksAlike() {
        let first = Mutex<[Int]>([])
        let second = Mutex<[Int]>([])
        let recorder = Recorder(sinks: [
            { observation in first.withLock { $0.append(observation.sequence) } },
            { observation in second.withLock { $0.append(observation.sequence) } },
        ])
        for _ in 0..<3 { recorder.record(.note("x"), session: .none) }
        #expect(first.withLock { $0 } == [0, 1, 2])
        #expect(second.withLock { $0 } == [0, 1, 2])
    }
}
