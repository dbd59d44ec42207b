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
    /// Nil where none is to be shown.
    var stall: Stall?

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

    /// Adds to a picture a panel over the time of the run, which stands below the last one.
    func addPanel(
        to drawing: inout Drawing, _ name: String, _ y: Axis, _ ticks: [Plot.Tick], isLast: Bool = true,
        _ draw: (inout Plot) -> Void
    ) {
        var plot = Plot(drawing, x: axis, y: y)
        shade(0, warmUpEnd, "warm-up", &plot)
        if let stall { shade(Double(stall.seconds.lowerBound), Double(stall.seconds.upperBound + 1), "stall", &plot) }
        plot.axes(isLast ? Plot.times(axis) : [], ticks, xName: isLast ? "time of the run" : "", yName: name)
        draw(&plot)
        drawing = plot.drawing
    }

    private func shade(_ start: Double, _ end: Double, _ name: String, _ plot: inout Plot) {
        guard end > start else { return }
        let (left, right) = (plot.x.position(start), plot.x.position(end))
        plot.drawing.rectangle(left, plot.y.end, right - left, plot.y.start - plot.y.end, "warm", tip: name)
    }
}
