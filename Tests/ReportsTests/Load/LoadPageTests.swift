import Documents
import LoadResults
import Measurement
import Testing
import XML

@testable import Reports

struct LoadPageTests {
    @Test func everyPartOfTheReportIsThere() throws {
        let reading = try PageReading(LoadPage(sampleLoadReport()).html)
        let ids = Set(reading.elements.compactMap { $0.attribute("id") })
        for id in [
            "validity", "checks", "violations", "percentiles", "phases", "start-delay", "scaling", "overhead",
            "timeline", "waterfall-median", "waterfall-p99", "waterfall-worst", "winners", "throughput",
        ] {
            #expect(ids.contains(id), "\(id)")
        }
        let text = reading.root.allText
        #expect(text.contains("2 violations in"))
        #expect(text.contains("mvpd-3 at <sp2> & \"more\""))
        #expect(text.contains("for each provider") && text.contains("overhead per provider"))
        #expect(text.contains("service p99") && text.contains("critical path p50"))
    }

    /// A wrong port breaks the same in every iteration.
    @Test func violationsThatAreAlikeAreShownOnceAndCounted() throws {
        var report = sampleLoadReport()
        let first = report.figures.verification.violations[0]
        for index in 0..<9 {
            report.figures.verification.violations.append(first)
            report.figures.verification.violations[2 + index].session = "w\(index)"
        }
        let html = LoadPage(report).html
        #expect(html.source.split(separator: "<article class=\"failure fail\"").count == 3)
        #expect(try PageReading(html).root.allText.contains("9 more of this kind, in the sessions w0, w1, w2,"))
    }

    /// A percentile of a few iterations is the whim of one.
    @Test func aPercentileOfTooFewHasNoPicture() throws {
        var report = sampleLoadReport()
        var few = Histogram()
        for _ in 0..<999 { few.record(5_000_000) }
        report.figures.scales[64]?.phases[.completion] = few
        let ids = try PageReading(LoadPage(report).html).elements.compactMap { $0.attribute("id") }
        #expect(ids.contains("waterfall-median") && !ids.contains("waterfall-p99"))
    }

    @Test func everySecondOfAMinuteIsInTheTable() throws {
        let reading = try PageReading(LoadPage(sampleLoadReport()).html)
        let figure = try #require(reading.elements.first { $0.attribute("id") == "timeline" })
        func rows(_ element: XMLElement) -> Int {
            element.elements.reduce(element.name == "tr" ? 1 : 0) { $0 + rows($1) }
        }
        #expect(rows(figure) == 61)
    }

    @Test func aLineThroughTwoPointsIsCalledSo() throws {
        var report = sampleLoadReport()
        report.figures.scales = report.figures.scales.filter { $0.key <= 2 }
        let text = try PageReading(LoadPage(report).html).root.allText
        #expect(text.contains("(a line through two points)") && !text.contains("R²"))
    }

    @Test func whatWasLeftInAQueueWasNotDropped() {
        var report = sampleLoadReport()
        report.figures.dropped = 7
        #expect(LoadPage(report).html.source.contains("left in the queue"))
        report.figures.seconds[30].dropped = 7
        #expect(!LoadPage(report).html.source.contains("left in the queue"))
    }

    @Test func anOpenThresholdSaysHowManyValuesThereAreAndWhatWouldDo() throws {
        let row = try #require(
            LoadPage(sampleLoadReport()).html.source.split(separator: "</tr>").first {
                $0.contains("completion.p99.999")
            })
        #expect(row.contains("open") && row.contains("of at least 1000000 values; --duration"))
    }

    @Test func theRestOfTheMachineIsDrawnBelowItsProcessors() throws {
        var report = sampleLoadReport()
        for index in report.resources.indices { report.resources[index].freeMemory = 3_000_000_000 + index }
        let reading = try PageReading(LoadPage(report).html)
        let figure = try #require(reading.elements.first { $0.attribute("id") == "timeline" })
        for name in ["processors", "threads that want a processor", "memory left on the machine", "3 GB"] {
            #expect(figure.allText.contains(name), "\(name)")
        }
    }

    @Test func anInvalidRunShowsItsLatencyAsUntrusted() throws {
        var report = sampleLoadReport()
        report.figures.verification.violationCount = 0
        report.validity.objections = ["it used 95% of the machine's processors"]
        let reading = try PageReading(LoadPage(report).html)
        #expect(reading.root.allText.contains("no claim is made of any latency: it used 95%"))
        let tiles = try #require(reading.elements.first { $0.attribute("class") == "tiles" })
        #expect(tiles.allText.contains("untrusted; service"))
    }

    @Test func resourcesOfSeveralMachinesAreCalledSo() throws {
        var report = sampleLoadReport()
        #expect(!LoadPage(report).html.source.contains("machines took is added up"))
        report.parts = (1...4).map { number in
            var part = LoadReport.Part(share: "\(number)/4", host: "host-\(number)")
            part.resources = (0...10).map { second in
                ResourceSample(
                    time: .seconds(second),
                    generator: ProcessUsage(
                        processorTime: .milliseconds(1_250 * second), residentBytes: 150_000_000, threads: 9,
                        descriptors: 20),
                    backend: nil, machine: 0.5)
            }
            return part
        }
        let reading = try PageReading(LoadPage(report).html)
        #expect(reading.root.allText.contains("What 4 machines took is added up."))
        let section = try #require(reading.elements.first { $0.attribute("id") == "machines" })
        #expect(section.allText.contains("1.25") && section.allText.contains("150"))
    }

    @Test func whatWasNotMeasuredIsLeftOut() throws {
        let full = sampleLoadReport()
        let reading = try PageReading(
            LoadPage(LoadReport(profile: full.profile, header: full.header, figures: LoadFigures())).html)
        #expect(reading.elements.filter { $0.name == "figure" }.isEmpty)
        #expect(reading.root.allText.contains("Passed"))
    }

    @Test func aPercentileOfTooFewIterationsIsNotShown() {
        var histogram = Histogram()
        for value in 1...500 { histogram.record(Int64(value) * 1_000) }
        #expect(PercentileChart.text(histogram, 50) == "250 µs")
        #expect(PercentileChart.text(histogram, 99) == "n/a (needs 1,000)")
    }

    /// As the curve above it shows.
    @Test func aRowOfSeveralSecondsHasTheirMean() throws {
        var report = sampleLoadReport(seconds: 240, rate: 20)
        for second in 0..<240 { report.resources[second].machine = second.isMultiple(of: 2) ? 0.2 : 0.4 }
        let reading = try PageReading(LoadPage(report).html)
        let figure = try #require(reading.elements.first { $0.attribute("id") == "timeline" })
        let rows = PageReadingText.all(in: figure).filter { $0.name == "tr" }.dropFirst()
        #expect(rows.count == 120)
        // At the beginning and at the end a second has no sample.
        for row in rows.dropFirst().dropLast() { #expect(row.elements[5].allText == "30 %") }
    }

    @Test func aRunOfTenMinutesMakesAPageUnderAMegabyte() {
        #expect(LoadPage(sampleLoadReport(seconds: 600, rate: 20)).html.bytes.count < 1_000_000)
    }

    @Test func whatWentToTheSameProvidersSharesAColumn() throws {
        var winners = WinnersMatrix(providers: ["sp1", "sp2"], mvpds: ["m1", "m2", "m3", "m4"])
        for provider in 0..<2 {
            for mvpd in 0..<4 {
                winners.cells[provider][mvpd].candidate = 100
                winners.cells[provider][mvpd].won = mvpd == 3 ? 10 : 40
                winners.cells[provider][mvpd].due = mvpd == 3 ? 10 : 40
            }
        }
        let table = try #require(WinnersTable(matrix: winners).html).source
        #expect(table.contains("single iterations that are would be among the violations"))
        #expect(table.contains("m1 … m3 (3)</th>") && table.contains(">m4</th>"))
        #expect(!table.contains(">m2<"))
    }

    /// The slowest iteration may be of any number of providers.
    @Test func theWorstIsTheWorstOfAllIterations() {
        var report = sampleLoadReport()
        var waterfall = report.figures.scales[64]?.waterfalls.slowest
        waterfall?.completed = .seconds(9)
        if let waterfall {
            report.figures.scales[2]?.waterfalls = Waterfalls(kept: [waterfall], slowest: waterfall, seen: 1)
        }
        #expect(LoadPage(report).html.source.contains("The worst fan-out: 9"))
    }

    /// From what made the 99th percentile one comes to the moment in which it did.
    @Test func aStallLeadsToItsPlaceInTime() throws {
        func paragraph(_ report: LoadReport) throws -> XMLElement? {
            try PageReading(LoadPage(report).html).elements.first { element in
                element.name == "p" && element.elements.contains { $0.attribute("href") == "#timeline" }
            }
        }
        var report = sampleLoadReport()
        for _ in 0..<100 { report.figures.seconds[30].completion.record(9_000_000_000) }
        let words = try #require(try paragraph(report)).allText
        #expect(words.contains("of the iterations beyond the 99th percentile ended in second 30, "), "\(words)")
        let reading = try PageReading(LoadPage(report).html)
        let place = try #require(reading.elements.first { $0.attribute("id") == "timeline" })
        #expect(place.name == "figure" && place.allText.contains("ended in second 30, "))
        // Under overload it is where a queue was worked off.
        report.overload = Overload(offered: 2, sustained: 1, signs: [], saturated: .port, evidence: "")
        #expect(try paragraph(report) == nil)
        report.overload = nil
        report.figures.seconds = Array(report.figures.seconds.prefix(10))
        #expect(try paragraph(report) == nil)
    }

    @Test func aShareThatTheEvidenceForbidsIsMarked() throws {
        let winners = try #require(sampleLoadReport().figures.scales[64]?.winners)
        let table = try #require(WinnersTable(matrix: winners).html)
        #expect(table.source.components(separatedBy: "≠</span>") == 2)
        #expect(table.source.contains("1 share is at odds with it"))
    }
}

extension String {
    /// How many pieces the separator cuts it into.
    fileprivate func components(separatedBy separator: String) -> Int {
        ranges(of: separator).count + 1
    }
}
