import Documents
import Evidence
import SchemaCheck
import Testing
import XML

@testable import Reports

struct HistoryTests {
    private static let day: Int64 = 86_400_000

    /// A night for each text, whose characters are the outcomes of the cases in turn: `.` passed, `F` failed, `?` undecided,
    /// ` ` not run.
    private func history(_ nights: [String], days: [Int64]? = nil, name: String = "port") throws -> History {
        var kept: [Night] = []
        var lists: [String: CaseList] = [:]
        for (index, text) in nights.enumerated() {
            let outcomes = text.enumerated().compactMap { place, character -> (String, Outcome)? in
                switch character {
                case ".": ("case-\(place)", .pass)
                case "F": ("case-\(place)", .fail)
                case "?": ("case-\(place)", .inconclusive)
                default: nil
                }
            }
            let report = try savedReport(outcomes) { report in
                report.header.portName = name
                report.header.startedAt = 1_700_000_000_000 + (days?[index] ?? Int64(index)) * Self.day
            }
            let source = Night.Source(folder: "night-\(index)", bytes: 1, modified: 1)
            let made = try #require(Night.made(of: report, source: source, digest: fakeDigest))
            kept.append(try Night.read(made.night.json.compact, file: "night.json"))
            for list in made.lists {
                lists[list.key] = try CaseList.read(list.json.compact, key: list.key, file: "cases.json")
            }
        }
        return History(kept, lists: lists)
    }

    private func series(_ nights: [String]) throws -> HistorySeries {
        let history = try history(nights)
        return try #require(history.series(of: history.ports[0]).first)
    }

    @Test func aNightIsKeptInFewBytesAndReadAgain() throws {
        let report = try savedReport((0..<810).map { ("a-case-with-a-long-name-\($0)", $0 % 100 == 0 ? .fail : .pass) })
        {
            $0.tries = ["a-case-with-a-long-name-100": OutcomeCounts([.fail, .pass])]
        }
        let source = Night.Source(folder: "2026/11", bytes: 7, modified: 9)
        let (night, lists) = try #require(Night.made(of: report, source: source, digest: fakeDigest))
        #expect(night.json.compact.count < 600)
        #expect(try Night.read(night.json.compact, file: "n") == night)
        #expect(lists.map(\.entries.count) == [810] && night.runs[0].tries == [100: Night.Share(1, of: 2)])
        #expect(night.runs[0].outcomes == [.fail: [0, 100, 200, 300, 400, 500, 600, 700, 800]])
    }

    /// Nobody computes with times and counts that 64 bits do not hold.
    @Test(arguments: [Int64.min, .max])
    func aTimeThatIsNoneIsRefused(time: Int64) throws {
        var night = try #require(try sampleHistory().nights[0].json.object)
        night["started"] = .int(time)
        let bytes = JSON.object(night).compact
        let mistake = #expect(throws: Diagnostic.self) { try Night.read(bytes, file: "n") }
        #expect(mistake?.message == "started: expected milliseconds since 1970, found \(time)")
    }

    @Test func casesThatFailedMoreOftenThanCanBeMultipliedAreCompared() throws {
        let night = try sampleHistory().nights[0]
        let list = CaseList(key: "k", entries: [.init(area: "a", id: "one"), .init(area: "a", id: "two")])
        var run = night.runs[0]
        run.cases = "k"
        run.outcomes = [:]
        run.tries = [0: Night.Share(1 << 47, of: 1 << 48), 1: Night.Share(1 << 46, of: 1 << 48)]
        let series = HistorySeries(port: "p", title: "t", nights: [(night, run)], lists: ["k": list])
        #expect(series.flaky.map(\.id) == ["one", "two"])
    }

    @Test func whatIsKeptFitsItsSchemas() throws {
        let history = try sampleHistory()
        func check(_ json: JSON, _ name: String) throws {
            let path = Golden.root + "Specs/schema/\(name).schema.json"
            #expect(try SchemaCheck(JSON.parse(File.read(path), file: path)).problems(of: json) == [])
        }
        var night = try #require(history.nights.first { !$0.runs[0].outcomes.isEmpty })
        try check(night.json, "night")
        night.coverage = Night.Share(400, of: 460)
        night.isComplete = false
        night.runs[0].isComplete = false
        night.runs[0].folder = "tvos-3.1"
        night.runs[0].tries = [1: Night.Share(1, of: 3)]
        for (place, outcome) in Outcome.allCases.enumerated() { night.runs[0].outcomes[outcome] = [place, 20, 21] }
        try check(night.json, "night")
        for list in history.lists.values { try check(list.json, "cases") }
    }

    @Test func whatIsNoNightIsRefusedWithItsPlace() {
        let wrong = [
            ("{}", "n.json:1:1: it names no schema"),
            ("{\"schema\":\"assay/night/9\"}", "n.json:1:11: schema: 'assay/night/9'"),
            ("{\"schema\":\"assay/night/1\"", "n.json:1:26: expected ',' or '}' in the object"),
        ]
        for (text, words) in wrong {
            let error = #expect(throws: Diagnostic.self) { try Night.read(Array(text.utf8), file: "n.json") }
            #expect(error?.description.hasPrefix(words) == true, "\(error?.description ?? "")")
        }
        #expect(PlaceRanges.numbers("3 17-20", below: 100) == [3, 17, 18, 19, 20])
        for text in ["5-3", "x", "1-2-3", "-1", "99-100", "0-99999999999"] {
            #expect(PlaceRanges.numbers(text, below: 100) == nil, "\(text)")
        }
        #expect(PlaceRanges.text([3, 17, 18, 19, 20]) == "3 17-20")
    }

    @Test func aCaseThatIsGoneFailsNoMore() throws {
        let whole = try history(["F.", "F.", " ."])
        func failing(_ change: (inout Night) -> Void) -> [String]? {
            var nights = whole.nights
            change(&nights[2])
            let history = History(nights, lists: whole.lists)
            return history.series(of: history.ports[0]).first?.failingNow.map(\.id)
        }
        #expect(failing { $0.specs = "without it" } == [])
        // With the same specs it was left out, as by a filter.
        #expect(failing { _ in } == ["case-0"])
        // A night that was stopped says nothing of what it did not come to.
        #expect(failing { ($0.specs, $0.isComplete) = ("without it", false) } == ["case-0"])
        #expect(try series([" .", "F.", "F."]).failingNow.map(\.id) == ["case-0"])
    }

    @Test func whatFailsIsToldSinceWhenAndWhatWasMendedHowFast() throws {
        let series = try series(["..", "F.", "F.", "..", ".F", ".?", ".F"])
        #expect(series.failed == [0, 1, 1, 0, 1, 0, 1])
        #expect(series.failingNow.map(\.id) == ["case-1"] && series.failingNow[0].failsSince == 4)
        #expect(series.mended.map(\.caseID) == ["case-0"] && series.mended[0].duration == 2 * Self.day)
        #expect(series.flaky.isEmpty)
    }

    @Test func aCaseThatGoesOverAndOverIsFlakyWithARateAndItsInterval() throws {
        let series = try series(["F.", "..", "F.", "..", "F.", "..", "..", ".."])
        let case0 = try #require(series.flaky.first)
        #expect(series.flaky.count == 1 && case0.flips == 5 && case0.failures == Night.Share(3, of: 8))
        // Wilson's interval for 3 of 8, as the textbooks have it.
        let interval = Interval.rate(3, of: 8)
        #expect(abs(interval.lowerBound - 0.1368) < 0.001 && abs(interval.upperBound - 0.6943) < 0.001)
        #expect(Interval.rate(0, of: 0) == 0...1 && Interval.rate(0, of: 10).lowerBound == 0)
    }

    /// A case that the specs did not have yet did not pass then.
    @Test func nightsInWhichACaseWasNotRunCountForNothing() throws {
        let series = try series([".", ".", ".F", "..", " F"])
        let added = try #require(series.cases.first { $0.id == "case-1" })
        #expect(added.states == [.absent, .absent, .failed, .passed, .failed])
        #expect(added.failures == Night.Share(2, of: 3))
    }

    @Test func aHistoryWithHolesSaysSo() throws {
        let history = try history(Array(repeating: ".", count: 8), days: [0, 1, 2, 3, 30, 31, 32, 33])
        #expect(history.holes().count == 1)
        let text = HistoryPage(history) { _ in nil }.html.source
        #expect(text.contains("There is nothing from 1 longer time, the latest 2023-11-17 to 2023-12-14"))
        let lost = History(history.nights, lists: [:])
        #expect(lost.exitCode == .incomplete && lost.problems.count == 1)
        _ = try PageReading(HistoryPage(lost) { _ in nil }.html)
    }

    @Test func levelsAreToldFromNoise() {
        var random = SeededRandom(seed: 3)
        let noise = { (level: Double) in level * (1 + Double(random.next() % 1_000) / 10_000) }
        let flat = (0..<60).map { _ in noise(100) }
        #expect(ChangePoints.places(in: flat) == [])
        let steps =
            (0..<40).map { _ in noise(100) } + (0..<30).map { _ in noise(130) } + (0..<30).map { _ in noise(90) }
        let places = ChangePoints.places(in: steps)
        #expect(places.count == 2 && abs(places[0] - 40) <= 1 && abs(places[1] - 70) <= 1, "\(places)")
        #expect(ChangePoints.places(in: [1, 2, 3]) == [])
        #expect(ChangePoints.places(in: Array(repeating: 5, count: 100)) == [])
    }

    @Test func aPercentileHasTheIntervalOfItsRank() throws {
        let curve = (0...100).map { (Double($0), Double($0) * 10) }
        let figure = try #require(Interval.figure(50, of: curve, count: 400))
        #expect(figure.value == 500 && abs(figure.low - 451) < 0.01 && abs(figure.high - 549) < 0.01)
        #expect(Interval.figure(99.5, of: curve, count: 400) == nil)
    }

    @Test func aLevelThatGrewMoreThanTwofoldIsToldInFull() {
        func page(_ levels: (Double, Double)) -> String {
            let points = (0..<30).map { TrendChart.Point(at: Int64($0) * 86_400_000, $0 < 15 ? levels.0 : levels.1) }
            return TrendChart(id: "a", title: "A", points: points, kind: .duration).html.source
        }
        #expect(page((10e6, 45e6)).contains(">+350 %<") && page((45e6, 9e6)).contains(">-80 %<"))
    }

    /// Four labels of the same date would tell nothing.
    @Test func nightsOfOneDayAreDatedByTheMinute() {
        func labels(hours: [Int64]) -> String {
            let points = hours.map { TrendChart.Point(at: 1_700_000_000_000 + $0 * 3_600_000, 1) }
            return TrendChart(id: "a", title: "A", points: points, kind: .count).html.source
        }
        #expect(labels(hours: [0, 8]).contains(">11-14 23:13<") && labels(hours: [0, 8]).contains(">11-15 01:13<"))
        #expect(labels(hours: [0, 800]).contains(">2023-11-19<"))
    }

    @Test func portsStandSideBySideAndLeadToTheirReports() throws {
        let one = try history(["..F", "..F"], name: "one")
        let two = try history(["...", "..."], name: "two <b>")
        let both = History(one.nights + two.nights, lists: one.lists.merging(two.lists) { first, _ in first })
        let page = HistoryPage(both) { "./\($0)/report.html" }.html
        let reading = try PageReading(page)
        let links = reading.elements.filter { $0.name == "a" }.compactMap { $0.attribute("href") }
        #expect(links.contains("./night-1/report.html"))
        #expect(page.source.contains("2/3") && page.source.contains("3/3") && !page.source.contains("two <b>"))
        #expect(OwnWork.isOurs(page.bytes))
        let ids = reading.elements.compactMap { $0.attribute("id") }
        #expect(Set(ids).count == ids.count)
    }

    /// What waited in a queue says little of the port.
    @Test(arguments: ["untrusted", "under overload"]) func whatIsNotToBeTrustedIsNoNightsFigure(standing: String) throws
    {
        var report = try #require(LoadJSON.report(sampleLoadReport()).object)
        report["standing"] = .string(standing)
        let source = Night.Source(folder: "load", bytes: 1, modified: 1)
        #expect(try Night.made(ofLoad: JSON.object(report).pretty, file: "report.json", source: source).load.isEmpty)
    }

    @Test func aFigureBeyondAllNumbersIsNotKept() throws {
        var report = try #require(LoadJSON.report(sampleLoadReport()).object)
        let curve: JSON = [
            [.double(0), .double(-1e308)], [.double(50), .double(1e308)], [.double(99), .double(1e308)],
        ]
        report["phases"] = ["completion": ["count": 4, "percentiles": curve]]
        let source = Night.Source(folder: "load", bytes: 1, modified: 1)
        let night = try Night.made(ofLoad: JSON.object(report).pretty, file: "report.json", source: source)
        #expect(try Night.read(night.json.compact, file: "night.json") == night)
    }

    @Test func whatALoadRunMeasuredIsKeptWithItsIntervals() throws {
        let bytes = LoadJSON.report(sampleLoadReport()).pretty
        let source = Night.Source(folder: "load", bytes: 1, modified: 1)
        let night = try Night.made(ofLoad: bytes, file: "report.json", source: source)
        let figure = try #require(night.load.first { $0.name == "fan-out: service, p50" })
        #expect(figure.low <= figure.value && figure.value <= figure.high && figure.low < figure.high)
        #expect(try Night.read(night.json.compact, file: "n").load.map(\.name) == night.load.map(\.name))
        let nights = (0..<30).map { index in
            var one = night
            one.startedAt += Int64(index) * Self.day
            if index >= 15 {
                one.load = one.load.map { figure in
                    var slow = figure
                    (slow.value, slow.low, slow.high) = (figure.value * 2, figure.low * 2, figure.high * 2)
                    return slow
                }
            }
            return one
        }
        let page = HistoryPage(History(nights, lists: [:])) { _ in nil }.html
        _ = try PageReading(page)
        #expect(page.source.contains("Since 2023-11-29 it is"))
    }

    @Test func strengthAndCoverageAreReadWhereTheyAre() {
        let csv = "mutant,status,case,contract\r\na,killed,x,y\r\na,killed,z,y\r\nb,survived,,\r\n"
        #expect(Night.strength(Array(csv.utf8)) == Night.Share(1, of: 2))
        #expect(Night.strength(Array("a,b\n".utf8)) == nil)
        let json =
            #"{"statements":[{"class":"covered"},{"class":"invariant"},{"class":"not testable"},{"class":"application's duty"}]}"#
        #expect(Night.coverage(Array(json.utf8)) == Night.Share(2, of: 3))
        #expect(Night.coverage(Array("{}".utf8)) == nil)
    }
}

/// No digest, and as different for different bytes as these tests need.
private func fakeDigest(_ bytes: [UInt8]) -> String {
    var sum: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
