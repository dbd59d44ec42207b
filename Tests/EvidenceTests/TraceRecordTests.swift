import Documents
import Testing

@testable import Evidence

struct TraceRecordTests {
    @Test func everyEventIsReadBackAsItWasWritten() throws {
        let bytes = TraceRecord.bytes(of: sampleTrace)
        let read = try TraceRecord.read(bytes, file: "t")
        #expect(read.note == nil)
        #expect(read.trace == sampleTrace)
        #expect(TraceRecord.bytes(of: read.trace) == bytes)
    }

    @Test func theSamplesHoldEveryKindOfEvent() throws {
        let names = try lines(of: sampleTrace).map { line in
            try #require(try JSON.parse(line)["event"]?.string)
        }
        #expect(Set(names) == Set(EventRecord.allCases.map(\.rawValue)))
    }

    @Test func anObservationIsOneLine() {
        #expect(lines(of: sampleTrace).count == sampleEvents.count)
    }

    @Test func aLastLineThatWasCutShortIsToldAndLeftOut() throws {
        let bytes = TraceRecord.bytes(of: sampleTrace).dropLast(7)
        let read = try TraceRecord.read(Array(bytes), file: "t")
        #expect(read.trace.observations == sampleTrace.observations.dropLast())
        #expect(read.note?.mark?.line == sampleEvents.count)
    }

    @Test func aLastLineThatOnlyLacksItsEndCounts() throws {
        let read = try TraceRecord.read(TraceRecord.bytes(of: sampleTrace).dropLast(), file: "t")
        #expect(read.note == nil)
        #expect(read.trace == sampleTrace)
    }

    @Test func aNumberThatNothingCanBeCountedOnFromIsAMistake() throws {
        for number in [Int64.max, .min, -1] {
            let text = """
                {"seq":\(number),"at":1,"session":"-","event":"run-ended"}
                {"seq":1,"at":1,"session":"-","event":"reply-released","exchange":1,"order":\(number)}
                {"seq":2,"at":1,"session":"-","event":"step-began","step":\(number)}

                """
            let mistakes = try #require(throws: DiagnosticList.self) {
                try TraceRecord.read(Array(text.utf8), file: "t")
            }
            #expect(mistakes.diagnostics.compactMap(\.mark?.line) == [1, 2, 3])
            #expect(mistakes.diagnostics[1].message == "'order': expected a count, found \(number)")
        }
    }

    @Test(arguments: [Int64.max, .min, 1 << 53 + 1]) func aRunBeganAtATimeThatCanBeCountedFrom(number: Int64) throws {
        let lines = String(decoding: TraceRecord.bytes(of: sampleTrace), as: UTF8.self)
        let altered = lines.replacing(/"started":-?[0-9]+/, with: "\"started\":\(number)")
        #expect(altered != lines)
        let mistakes = try #require(throws: DiagnosticList.self) {
            try TraceRecord.read(Array(altered.utf8), file: "t")
        }
        #expect(mistakes.diagnostics.first?.message == "'started': expected milliseconds, found \(number)")
    }

    @Test func timesFromOneEndOfTheClockToTheOtherAreATrace() throws {
        let text = """
            {"seq":0,"at":-9223372036854775808,"session":"-","event":"run-ended"}
            {"seq":1,"at":9223372036854775807,"session":"-","event":"run-ended"}

            """
        let trace = try TraceRecord.read(Array(text.utf8), file: "t").trace
        #expect(RunFigures(of: trace).duration == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    }

    @Test func everyOtherBadLineIsAMistakeWithItsPlace() throws {
        let good = #"{"seq":0,"at":1,"session":"-","event":"run-ended"}"#
        let text = """
            \(good)
            {"seq":1,"at":1,"session":"-","event":"run-enden"}
            {"seq":2,"at":1 "session":"-"}
            {"seq":3,"at":1,"session":"-","event":"run-ended","more":1}
            {"seq":4,"at":"1","session":"-","event":"run-ended"}
            {"seq":5,"at":1,"session":"-","event":"run-ended","seq":5}

            {"seq":6,"at":1,"session":"-","event":"note"}

            """
        let mistakes = try #require(throws: DiagnosticList.self) {
            try TraceRecord.read(Array(text.utf8), file: "t.ndjson")
        }
        #expect(mistakes.diagnostics.compactMap(\.mark?.line) == [2, 3, 4, 5, 6, 7, 8])
        #expect(mistakes.diagnostics[1].description.hasPrefix("t.ndjson:3:17: "))
        #expect(mistakes.diagnostics[0].message == "'event': unknown word 'run-enden'")
        #expect(mistakes.diagnostics[6].message == "the member 'text' is missing")
    }

    @Test func aTraceThatDoesNotNameWhatStepsTookIsToldInOneSentence() throws {
        let text = String(decoding: TraceRecord.bytes(of: sampleTrace), as: UTF8.self)
        for schema in ["\"assay/trace/1\"", "\"assay/trace/3\"", "null"] {
            let other = text.split(separator: "\n").map { line in
                String(line).replacing("\"assay/trace/2\"", with: schema)
            }
            let mistakes = try #require(throws: DiagnosticList.self) {
                try TraceRecord.read(Array((other.joined(separator: "\n") + "\nno trace\n").utf8), file: "t")
            }
            #expect(mistakes.diagnostics.count == 1 && mistakes.diagnostics[0].mark?.line == 1)
        }
        let without = text.prefix { $0 != "\n" }.replacing(",\"schema\":\"assay/trace/2\"", with: "") + "\n"
        let mistakes = try #require(throws: DiagnosticList.self) {
            try TraceRecord.read(Array(without.utf8), file: "t")
        }
        #expect(
            mistakes.diagnostics.map(\.message) == [
                "this is no trace of the schema assay/trace/2, which names what each step took: "
                    + "run the cases again with this release"
            ])
    }

    @Test func aReplyThatAnOlderTraceCallsSpoiledIsFaulty() throws {
        let text = String(decoding: TraceRecord.bytes(of: sampleTrace), as: UTF8.self)
        let older = text.replacing("\"faulty\":true", with: "\"spoiled\":true")
        #expect(older != text)
        #expect(try TraceRecord.read(Array(older.utf8), file: "t").trace == sampleTrace)
    }

    @Test func aTraceThatGoesBackwardsIsAMistake() {
        let twice = TraceRecord.bytes(of: sampleTrace) + TraceRecord.bytes(of: sampleTrace)
        #expect(throws: DiagnosticList.self) { try TraceRecord.read(twice, file: "t") }
    }

    @Test func anEmptyFileIsAnEmptyTrace() throws {
        #expect(try TraceRecord.read([], file: "t").trace.observations.isEmpty)
    }

    private func lines(of trace: Trace) -> [[UInt8]] {
        TraceRecord.bytes(of: trace).split(separator: UInt8(ascii: "\n")).map(Array.init)
    }
}
