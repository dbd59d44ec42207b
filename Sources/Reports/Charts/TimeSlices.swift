internal import Measurement

/// The seconds of a run put together to as many as a chart can show.
struct TimeSlices {
    struct Slice {
        /// From the beginning of the run, in seconds.
        var start: Double
        var length: Double
        var seconds: [LoadSecond]

        /// The sum over the slice, for each second of it.
        func rate(_ what: (LoadSecond) -> Int) -> Double {
            Double(seconds.reduce(0) { $0 + what($1) }) / length
        }

        /// The mean of what was measured.
        func mean(_ what: (LoadSecond) -> Double?) -> Double? {
            let values = seconds.compactMap(what)
            return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }

        var middle: Double { start + length / 2 }
    }

    let slices: [Slice]
    /// In seconds.
    let end: Double
    let warmUpEnd: Double

    init(_ seconds: [LoadSecond], most: Int) {
        let size = max(1, (seconds.count + most - 1) / most)
        slices = stride(from: 0, to: seconds.count, by: size).map { start in
            let part = Array(seconds[start..<min(start + size, seconds.count)])
            return Slice(start: Double(start), length: Double(part.count), seconds: part)
        }
        end = Double(max(1, seconds.count))
        warmUpEnd = Double(seconds.prefix { $0.isWarmUp }.count)
    }

    var axis: Axis { Axis(.linear, 0, end, from: Plot.left, to: Plot.right) }

    /// The background of the warm-up.
    func shade(_ plot: inout Plot) {
        guard warmUpEnd > 0 else { return }
        let start = plot.x.position(0)
        plot.drawing.rectangle(
            start, plot.y.end, plot.x.position(warmUpEnd) - start, plot.y.start - plot.y.end, "warm",
            tip: "warm-up")
    }
}
