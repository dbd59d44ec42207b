import POSIX
import Synchronization

/// Reads the files of a load run with Python's own readers, and with the PyPI package `hdrhistogram` where
/// `make oracles` has installed it.
enum ForeignReader {
    /// Where files and `report.json` say different things, or cannot be read.
    static func problems(in folder: String) throws -> [String] {
        let oracles = ShippedFolder.root + ".build/oracles/bin/python3"
        let lines = Mutex<[String]>([])
        let ended = Monitor(false)
        var options = ChildProcess.Options()
        options.reportsMore = true
        let child = try ChildProcess(
            [
                "sh", "-c", "test -x '\(oracles)' && exec '\(oracles)' -c \"$0\" \"$1\"; exec python3 -c \"$0\" \"$1\"",
                script, folder,
            ], options: options
        ) { event in
            switch event {
            case .line(let line): lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            case .errorLine(let line): lines.withLock { $0.append(line) }
            case .ended(let status):
                if status != .exited(0) { lines.withLock { $0.append("\(status)") } }
                ended.change { $0 = true }
            default: break
            }
        }
        withExtendedLifetime(child) { ended.wait { $0 ? () : nil } }
        return lines.withLock { $0 }
    }

    private static let script = #"""
        import csv, glob, json, math, os, re, sys
        import xml.etree.ElementTree as xml
        folder = sys.argv[1]
        report = json.load(open(folder + "/report.json"))
        def check(holds, *what):
            if not holds: print(*what)

        for row in csv.DictReader(open(folder + "/phases.csv")):
            if row["providers"] != "all": continue
            phase = report["phases"][row["phase"]]
            median = dict(phase["percentiles"])[50] / 1e6
            check(int(row["count"]) == phase["count"], "phases.csv", row)
            check(abs(float(row["p50_ms"]) - median) <= 0.01 * median, "phases.csv", row, median)
        seconds = list(csv.DictReader(open(folder + "/seconds.csv")))
        check([int(row["completed"]) for row in seconds] == [s["completed"] for s in report["seconds"]], "seconds.csv")

        suites = xml.parse(folder + "/junit.xml").getroot()
        cases = list(suites.iter("testcase"))
        check(len(cases) == int(suites.get("tests")) == 4 + len(report["thresholds"]), "junit.xml")

        metrics = {}
        lines = open(folder + "/metrics.txt").read().split("\n")
        check(lines[-2:] == ["# EOF", ""], "metrics.txt has no end")
        for line in lines:
            if line and not line.startswith("#"):
                sample = re.fullmatch(r'([a-z_]+)\{((?:[a-z]+="[^"]*",?)+)\} (\S+)', line)
                check(sample, "metrics.txt", line)
                if sample: metrics[sample[1], sample[2]] = float(sample[3])
        for (name, labels), value in metrics.items():
            of = dict(re.findall(r'([a-z]+)="([^"]*)"', labels))
            if name != "assay_load_phase_seconds_count": continue
            phases = report["phases"]
            if of["providers"] != "all":
                scale = next(s for s in report["scales"] if s["providers"] == int(of["providers"]))
                phases = scale["baseline" if of["of"] == "baseline" else "phases"]
            check(value == phases[of["phase"]]["count"], "metrics.txt", name, labels)

        for path in glob.glob(folder + "/*.hgrm"):
            phase = report["phases"][os.path.basename(path)[:-5]]
            rows = [line.split() for line in open(path) if re.match(r"\s*[\d.]+\s+[01]\.", line)]
            check(int(rows[-1][2]) == phase["count"], path, rows[-1])
            check(abs(float(rows[-1][0]) * 1e6 - phase["max"]) < 1000, path, rows[-1], phase["max"])

        import gzip
        if os.path.exists(folder + "/iterations.csv.gz"):
            iterations = list(csv.DictReader(gzip.open(folder + "/iterations.csv.gz", "rt")))
            measured = [v for v in iterations if v["phase_of_run"] == "measured" and v["of"] == "implementation"]
            for name in ("completion", "overhead"):
                values = [int(v[name + "_ns"]) for v in measured if v[name + "_ns"]]
                check(len(values) == report["phases"][name]["count"], "iterations.csv.gz", name, len(values))
                check(abs(max(values) - report["phases"][name]["max"]) <= max(values) / 500, "iterations.csv.gz", name)
            try:
                import pandas, duckdb
                frame = pandas.read_csv(folder + "/iterations.csv.gz")
                check(len(frame) == len(iterations), "pandas", len(frame))
                count = duckdb.sql(f"select count(*) from read_csv('{folder}/iterations.csv.gz')").fetchall()[0][0]
                check(count == len(iterations), "duckdb", count)
            except ImportError: check("oracles" not in sys.prefix, "pandas and duckdb are not installed")

        try:
            from hdrh.histogram import HdrHistogram
            from hdrh.log import HistogramLogReader
        except ImportError:
            sys.exit(0)

        def percentile(histogram, level):
            """HdrHistogram's own: the smallest value that so many percent do not exceed."""
            rank = max(1, math.ceil(max(0, math.nextafter(level, -1)) * histogram.get_total_count() / 100))
            seen = 0
            for item in histogram.get_recorded_iterator():
                seen += item.count_at_value_iterated_to
                if seen >= rank:
                    if level <= 0: return histogram.get_lowest_equivalent_value(item.value_iterated_to)
                    return histogram.get_highest_equivalent_value(item.value_iterated_to)

        reader = HistogramLogReader(folder + "/seconds.hlog", HdrHistogram(1, 3600 * 10**9, 3))
        read = {"completion": [], "service": []}
        while True:
            histogram = reader.get_next_interval_histogram()
            if histogram is None: break
            tag = histogram.get_tag()
            check(tag.startswith("measured-"), "seconds.hlog", tag)
            read[tag.removeprefix("measured-")].append(histogram)
        for tag, histograms in read.items():
            written = [second[tag] for second in report["seconds"] if second[tag]["count"]]
            check(len(written) == len(histograms) > 0, "seconds.hlog", tag, len(written), len(histograms))
            for one, other in zip(written, histograms):
                check(one["count"] == other.get_total_count(), "seconds.hlog", tag, one["count"])
                for level, value in one["percentiles"]:
                    check(percentile(other, level) == value, "seconds.hlog", tag, level, value)
        """#
}
