internal import LoadResults
internal import Measurement

/// The seconds of a run put together to as many as a chart can show.
struct TimeSlices {
    struct Slice {
        var seconds: ArraySlice<LoadFigures.Second>

        /// From the beginning of the run, in seconds.
        var start: Double { Double(seconds.startIndex) }
        var length: Double { Double(seconds.count) }

        /// The sum over the slice, for each second of it.
        func rate(_ what: (LoadFigures.Second) -> Int) -> Double {
            Double(seconds.reduce(0) { $0 + what($1) }) / length
        }

        var middle: Double { start + length / 2 }

        /// The mean of what was measured in it; nil where nothing was.
        func mean(of uses: [ResourceUse], _ value: (ResourceUse) -> Double?) -> Double? {
            let values = uses[seconds.indices].compactMap(value)
            return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }

        /// The response times of the iterations that ended in it.
        var completion: Histogram { seconds.reduce(into: Histogram()) { $0.add($1.completion) } }
    }

    let slices: [Slice]
    /// In seconds.
    let end: Double
    let warmUpEnd: Double

    /// - Parameter maxCount: how many slices there may be.
    init(_ report: LoadReport, maxCount: Int) {
        let seconds = report.figures.seconds
        let size = max(1, (seconds.count + maxCount - 1) / maxCount)
        slices = stride(from: 0, to: seconds.count, by: size).map { start in
            Slice(seconds: seconds[start..<min(start + size, seconds.count)])
        }
        end = Double(max(1, seconds.count))
        warmUpEnd = Double(report.warmUpSeconds)
    }

    var axis: Axis { Axis(.linear, 0, end, from: Plot.left, to: Plot.right) }

    /// The mean of what was measured in each slice.
    func means(of uses: [ResourceUse], _ value: (ResourceUse) -> Double?) -> [(x: Double, y: Double)] {
        slices.compactMap { slice in slice.mean(of: uses, value).map { (x: slice.middle, y: $0) } }
    }

    /// The background of the warm-up.
    func shade(_ plot: inout Plot) {
        guard warmUpEnd > 0 else { return }
        let start = plot.x.position(0)
        plot.drawing.rectangle(
            start, plot.y.end, plot.x.position(warmUpEnd) - start, plot.y.start - plot.y.end, "warm",
            tip: "warm-up")
    }
}
