internal import Documents
package import Timing

/// A log of histograms, one for each interval and subject, as `.hlog` text: what HdrHistogram's readers read.
package struct HistogramLog {
    /// The subject of a row: letters, digits and `-_.:`; everything else becomes `_`.
    package struct Tag: Sendable, Hashable, CustomStringConvertible {
        package let description: String

        package init(_ text: String) {
            description = String(
                text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) ? $0 : "_" })
        }
    }

    /// Maximums are written in milliseconds.
    private static let ratio = 1_000_000.0

    package private(set) var text: String

    /// Begins a log whose intervals are told from `start`.
    package init(start: WallTime) {
        let seconds = Decimals.text(Double(start.milliseconds) / 1_000, places: 3)
        text = """
            #[Histogram log format version 1.3]
            #[StartTime: \(seconds) (seconds since epoch), \(start.text)]
            #[BaseTime: \(seconds) (seconds since epoch)]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"

            """
    }

    /// Adds what was seen from `offset` on, for `length`; intervals of a tag must come in their order.
    package mutating func add(_ histogram: Histogram, tag: Tag?, from offset: Duration, for length: Duration) {
        if let tag { text += "Tag=\(tag)," }
        let columns = [
            offset.milliseconds / 1_000, length.milliseconds / 1_000, Double(histogram.max) / Self.ratio,
        ]
        text += columns.map { Decimals.text($0, places: 3) + "," }.joined() + histogram.payload + "\n"
    }
}
