internal import Glibc
internal import LoadResults
internal import Measurement

/// How often each duration was seen over time: what lies between the percentiles.
struct HeatMapChart {
    private static let shades = 7
    private static let rowsInADecade = 10.0

    private let slices: TimeSlices
    private let coarse: TimeSlices

    init(_ report: LoadReport) {
        slices = TimeSlices(report, maxCount: 120)
        coarse = TimeSlices(report, maxCount: 30)
    }

    var chart: Chart? {
        let histograms = slices.slices.map(\.completion)
        guard slices.slices.count > 1, histograms.contains(where: { !$0.isEmpty }) else { return nil }
        return Chart(
            id: "heat", title: "Latency over time",
            message:
                "Response times of the iterations that ended in each moment; the stronger the colour, the more there were, each shade "
                + "about twice the one before. The line is the median.",
            picture: picture(histograms), description: description(histograms), tables: [table])
    }

    private func picture(_ histograms: [Histogram]) -> Drawing {
        let seen = histograms.filter { !$0.isEmpty }
        let ends = seen.map { Double(max(1, $0.min)) } + seen.map { Double(max(1, $0.max)) }
        var plot = Plot(
            height: 330, x: slices.axis, y: Axis(.logarithmic, holding: ends, from: 282, to: 24))
        plot.axes(Plot.times(plot.x), Plot.durations(plot.y), xName: "time of the run", yName: "response time")
        let cells = histograms.map { rows(of: $0) }
        let maxCount = Double(cells.flatMap(\.values).max() ?? 1)
        var paths = Array(repeating: "", count: Self.shades)
        for (slice, rows) in zip(slices.slices, cells) {
            let left = plot.x.position(slice.start)
            let width = plot.x.position(slice.start + slice.length) - left
            for (row, count) in rows.sorted(by: { $0.key < $1.key }) {
                let low = plot.y.position(Self.edge(row))
                let high = plot.y.position(Self.edge(row + 1))
                guard low - high > 0.05 else { continue }
                // Each shade halves the counts of the one above.
                let below = Int(log2(maxCount / Double(count)).rounded(.down))
                let shade = max(0, Self.shades - 1 - below)
                paths[shade] +=
                    "M\(Drawing.number(left)) \(Drawing.number(low))h\(Drawing.number(width))"
                    + "V\(Drawing.number(high))h\(Drawing.number(-width))z"
            }
        }
        for (shade, path) in paths.enumerated() where !path.isEmpty { plot.drawing.path(path, "h\(shade + 1)") }
        let medians = zip(slices.slices, histograms).filter { !$0.1.isEmpty }
            .map { (x: $0.middle, y: Double(max(1, $1.value(at: 50)))) }
        plot.curve(medians, "k1")
        return plot.drawing
    }

    private func rows(of histogram: Histogram) -> [Int: Int] {
        var rows: [Int: Int] = [:]
        for bar in histogram.bars {
            let row = Int((log10(Double(max(1, bar.lowest))) * Self.rowsInADecade).rounded(.down))
            rows[row, default: 0] += bar.count
        }
        return rows
    }

    private static func edge(_ row: Int) -> Double { pow(10, Double(row) / rowsInADecade) }

    private func description(_ histograms: [Histogram]) -> String {
        let sum = histograms.reduce(into: Histogram()) { $0.add($1) }
        return "Response times from \(Quantity.duration(sum.min)) to \(Quantity.duration(sum.max)) over "
            + "\(Quantity.short(slices.end)) seconds."
    }

    private var table: DataTable {
        DataTable(
            "Response times over time",
            columns: .columns(numbers: "from second", "iterations", "median", "p90", "highest"),
            texts: coarse.slices.map { slice in
                let histogram = slice.completion
                let start = [Quantity.number(slice.start), Quantity.count(histogram.count)]
                guard !histogram.isEmpty else { return start + ["", "", ""] }
                return start + [
                    Quantity.duration(histogram.value(at: 50)), PercentileChart.text(histogram, 90),
                    Quantity.duration(histogram.max),
                ]
            })
    }
}
