import Testing
import Timing

@testable import Measurement

struct PayloadTests {
    /// The header, the checksum and the length of RFC 1952; readers of others read a whole file in the tests of the tool.
    @Test func bytesAreAMemberOfAGzipFile() {
        let member = Gzip.compress(Array("hello".utf8))
        #expect(Array(member.prefix(10)) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
        #expect(Array(member.suffix(8)) == [0x86, 0xa6, 0x10, 0x36, 5, 0, 0, 0])
    }

    @Test func theKnownVectorIsEncodedAsEverywhere() throws {
        let bytes = HistogramTests.vector.plainPayload
        #expect(bytes.prefix(8) == [0x1c, 0x84, 0x93, 0x13, 0, 0, 0, 12])
        #expect(bytes[8..<16] == [0, 0, 0, 0, 0, 0, 0, 3])
        #expect(bytes[16..<32] == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0x46, 0x30, 0xb8, 0xa0, 0])
        #expect(bytes[32..<40] == [0x3f, 0xf0, 0, 0, 0, 0, 0, 0])
        #expect(bytes[40...] == [0xc7, 1, 2, 0xa9, 2, 2, 0xd9, 0x0b, 4, 0xe1, 0x58, 2])
        #expect(HistogramTests.vector.payload.hasPrefix("HISTFAAAA"))
    }

    @Test func whatAnotherEncoderWroteIsRead() {
        // By the package hdrhistogram 0.10.8, for values up to 3.6 seconds.
        let foreign = "HISTFAAAACx4nJNpmSzMwMDAwwABzFCaEURcm7yEwf4DROA4I9NKJqab3CwPI5gAoX4ILQ=="
        #expect(Histogram(payload: foreign) == HistogramTests.vector)
    }

    @Test func everyHistogramComesBackAsItWas() throws {
        var numbers = SplitMix(seed: 3)
        for length in [0, 1, 2, 100, 5_000] {
            let histogram = histogram(of: (0..<length).map { _ in numbers.duration() })
            #expect(Histogram(payload: histogram.payload) == histogram)
        }
        var large = Histogram()
        large.record(.max, count: 1 << 40)
        large.record(0, count: 1)
        #expect(Histogram(payload: large.payload) == large)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 63, 64, -64, -65, 1 << 55, -(1 << 55), .max])
    func numbersComeBackFromTheirBytes(_ number: Int64) {
        var bytes: [UInt8] = []
        ZigZag.append(number, to: &bytes)
        #expect(bytes.count <= 9)
        var rest = bytes[...]
        #expect(ZigZag.take(from: &rest) == number)
        #expect(rest.isEmpty)
    }

    @Test func whatIsDamagedIsNoHistogram() {
        let good = HistogramTests.vector.payload
        #expect(Histogram(payload: "") == nil)
        #expect(Histogram(payload: "HISTFAAA") == nil)
        #expect(Histogram(payload: String(good.dropLast(4))) == nil)
        var numbers = SplitMix(seed: 11)
        for _ in 0..<500 {
            var letters = Array(good.utf8)
            let place = Int.random(in: letters.indices, using: &numbers)
            letters[place] = UInt8.random(in: 0x2b...0x7a, using: &numbers)
            // Never a trap; most often the check sum tells.
            _ = Histogram(payload: String(decoding: letters, as: UTF8.self))
        }
    }

    @Test func aLogHasALineForEachInterval() {
        var log = HistogramLog(start: WallTime(milliseconds: 1_700_000_000_123))
        log.add(HistogramTests.vector, tag: .init("first merge,1"), from: .milliseconds(1_500), for: .seconds(1))
        log.add(HistogramTests.vector, tag: nil, from: .seconds(61), for: .milliseconds(250))
        let payload = HistogramTests.vector.payload
        #expect(
            log.text == """
                #[Histogram log format version 1.3]
                #[StartTime: 1700000000.123 (seconds since epoch), 2023-11-14 22:13:20 UTC]
                #[BaseTime: 1700000000.123 (seconds since epoch)]
                "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
                Tag=first_merge_1,1.500,1.000,0.050,\(payload)
                61.000,0.250,0.050,\(payload)

                """)
    }

    @Test func theDistributionIsPrintedAsHdrHistogramDoes() {
        let lines = PercentileText(HistogramTests.vector, ratio: 1_000).text.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)")
        #expect(lines[1] == "")
        #expect(lines[2] == "       0.100 0.000000000000          1           1.00")
        #expect(lines[3] == "       0.100 0.100000000000          1           1.11")
        #expect(lines[4] == "       0.100 0.200000000000          1           1.25")
        #expect(lines[5] == "       0.250 0.300000000000          2           1.43")
        #expect(lines[7] == "       1.000 0.500000000000          4           2.00")
        #expect(lines[8] == "       1.000 0.550000000000          4           2.22")
        #expect(
            lines.suffix(6) == [
                "      50.015 0.825000000000          5           5.71",
                "      50.015 1.000000000000          5",
                "#[Mean    =       10.470, StdDeviation   =       19.769]",
                "#[Max     =       50.015, Total count    =            5]",
                "#[Buckets =           32, SubBuckets     =         2048]", "",
            ])
    }

    @Test func nothingSeenIsPrintedToo() {
        #expect(PercentileText(Histogram()).text.contains("Total count    =            0]"))
    }
}
