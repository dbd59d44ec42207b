package import Documents
internal import Evidence

/// The verdict as a picture for a README, and as what shields.io makes one from.
package struct BadgePicture {
    private static let label = "AccessEnabler"
    /// By this it is known again that a file was written here.
    static let mark = "written by assay"

    private let report: SavedReport

    package init(_ report: SavedReport) {
        self.report = report
    }

    private var message: String {
        let counts = report.counts
        let applicable = counts.applicable + report.runs.reduce(0) { $0 + $1.missing }
        switch report.exitCode {
        case .conformant: return "conformant, \(counts.kept) of \(applicable)"
        case .failed: return "\(counts.failed) of \(applicable) failed"
        default: return report.result
        }
    }

    /// The name that shields.io has for the colour, and the colour.
    private var color: (name: String, code: String) {
        switch report.exitCode {
        case .conformant: ("brightgreen", "#2c7a2c")
        case .failed, .suite: ("red", "#b3261e")
        default: ("yellow", "#7a6200")
        }
    }

    /// What `https://img.shields.io/endpoint?url=...` reads.
    package var endpoint: JSON {
        ["schemaVersion": 1, "label": .string(Self.label), "message": .string(message), "color": .string(color.name)]
    }

    package var svg: HTML {
        let (left, right) = (Self.width(Self.label), Self.width(message))
        let all = left + right
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(all)" height="20" role="img" \
            aria-label="\(Self.label): \(message)"><title>\(Self.label): \(message)</title>\
            <desc>\(Self.mark)</desc><clipPath id="r"><rect width="\(all)" height="20" rx="3"/></clipPath>\
            <g clip-path="url(#r)"><rect width="\(left)" height="20" fill="#444"/>\
            <rect x="\(left)" width="\(right)" height="20" fill="\(color.code)"/></g>\
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">\
            <text x="6" y="14" textLength="\(left - 12)">\(Self.label)</text>\
            <text x="\(left + 6)" y="14" textLength="\(right - 12)">\(message)</text></g></svg>

            """
    }

    /// About what the font needs; `textLength` makes it so.
    private static func width(_ text: String) -> Int { 12 + (text.count * 66 + 9) / 10 }
}
