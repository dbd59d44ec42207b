import Testing
import Timing

@testable import Measurement

/// What the PyPI package `hdrhistogram` reads in our files; `make oracles` installs it.
@Suite(.enabled(if: PythonPackage.isInstalled, "the PyPI package hdrhistogram is not installed: make oracles"))
struct HdrHistogramPackageTests {
    @Test func itReadsOurLogsIdentically() async throws {
        var numbers = SplitMix(seed: 20)
        var log = HistogramLog(start: WallTime(milliseconds: 1_700_000_000_000))
        var expected = ""
        for interval in 0..<40 {
            let values = (0..<Int.random(in: 0...200, using: &numbers)).map { _ in numbers.duration() }
            let histogram = histogram(of: values)
            let tag = ["completion", "service"][interval % 2]
            log.add(histogram, tag: .init(tag), from: .seconds(interval), for: .seconds(1))
            expected += line(for: histogram, tag: tag, at: interval)
        }
        #expect(try await PythonPackage.run(Self.readingLogs, file: log.text, named: "log.hlog") == expected)
    }

    private func line(for histogram: Histogram, tag: String, at interval: Int) -> String {
        let bars = histogram.bars.map { "\($0.lowest):\($0.highest):\($0.count)" }.joined(separator: " ")
        return "\(tag) \(1_700_000_000_000 + interval * 1_000) \(histogram.count) \(histogram.min) \(histogram.max) "
            + "\(histogram.highestTrackable) \(bars)\n"
    }

    private static let readingLogs = """
        import sys
        from hdrh.histogram import HdrHistogram
        from hdrh.log import HistogramLogReader
        reader = HistogramLogReader(sys.argv[1], HdrHistogram(1, 3600000000000, 3))
        while True:
            h = reader.get_next_interval_histogram()
            if h is None: break
            low = h.get_min_value() if h.get_total_count() else 0
            bars = [f"{h.get_lowest_equivalent_value(i.value_iterated_to)}:{i.value_iterated_to}:"
                    f"{i.count_at_value_iterated_to}" for i in h.get_recorded_iterator() if i.count_at_value_iterated_to]
            print(h.tag, int(h.start_time_stamp_msec), h.get_total_count(), low, h.get_max_value(),
                  h.highest_trackable_value, " ".join(bars))
        """

    @Test func itAgreesWithEveryRowOfOurDistributions() async throws {
        var numbers = SplitMix(seed: 21)
        for count in [1, 10, 1_000] {
            let histogram = histogram(of: (0..<count).map { _ in numbers.duration() })
            let text = histogram.payload + "\n" + PercentileText(histogram, ratio: 1_000).text
            let rows = PercentileText(histogram).rows.count
            #expect(
                try await PythonPackage.run(Self.readingDistributions, file: text, named: "\(count).hgrm")
                    == "\(rows)\n")
        }
    }

    /// Prints the number of rows in which everything is as the package computes it from the payload.
    private static let readingDistributions = """
        import sys
        from hdrh.histogram import HdrHistogram
        lines = open(sys.argv[1]).read().split("\\n")
        h = HdrHistogram.decode(lines[0])
        good = 0
        for line in lines[3:]:
            if not line or line.startswith("#"): continue
            row = line.split()
            value, level, count = float(row[0]), float(row[1]), int(row[2])
            below = sum(i.count_at_value_iterated_to for i in h.get_recorded_iterator()
                        if i.value_iterated_to / 1000 <= value + 0.0005)
            enough = below >= level * h.get_total_count() - 1e-6
            if below == count and enough: good += 1
            else: print("different:", line, below, h.get_total_count())
        mean = float(lines[-4].split("=")[1].split(",")[0])
        mutant = float(lines[-4].split("=")[2].rstrip("]"))
        peak = float(lines[-3].split("=")[1].split(",")[0])
        close = lambda a, b: abs(a - b) <= 0.001 + 1e-9 * abs(b)
        assert close(mean, h.get_mean_value() / 1000), (mean, h.get_mean_value())
        assert close(mutant, h.get_stddev() / 1000), (mutant, h.get_stddev())
        assert close(peak, h.get_max_value() / 1000), (peak, h.get_max_value())
        print(good)
        """
}
