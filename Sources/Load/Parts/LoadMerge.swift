import Evidence
package import LoadResults
import Measurement

/// Puts the parts of a load run together to the report of the whole.
///
/// Counts and histograms are added up, so that they are what one machine would have recorded; validity, thresholds and
/// growth are decided anew over all of it.
package struct LoadMerge {
    /// Why parts cannot be put together.
    package struct Problem: Error, Sendable, CustomStringConvertible {
        package var message: String
        package var description: String { message }
    }

    /// In the order of their shares.
    private let parts: [LoadPart]
    private let first: LoadPart

    /// - Throws: that parts are of different runs, or that one is there twice.
    package init(_ parts: [LoadPart]) throws(Problem) {
        let parts = parts.sorted { $0.origin.share.index < $1.origin.share.index }
        guard let first = parts.first else { throw Problem(message: "there is no part to merge") }
        for part in parts {
            try Self.compare(part, first, "the share", \.origin.share.count) { "of \($0)" }
            try Self.compare(part, first, "the release of assay", \.header.assayVersion) { $0 }
            try Self.compare(part, first, "the specs", \.origin.specs) { "digest \($0)" }
            try Self.compare(part, first, "the command", \.origin.command) { $0.joined(separator: " ") }
            try Self.compare(part, first, "the implementation", \.header.portName) { $0 }
            try Self.compare(part, first, "the implementation's version", \.header.portVersion) { $0 }
        }
        for (part, next) in zip(parts, parts.dropFirst()) where part.origin.share == next.origin.share {
            throw Problem(
                message: "part \(part.origin.share) is there twice: from '\(part.origin.host)' and from "
                    + "'\(next.origin.host)'")
        }
        self.parts = parts
        self.first = first
    }

    private static func compare<Value: Equatable>(
        _ part: LoadPart, _ first: LoadPart, _ what: String, _ value: (LoadPart) -> Value, words: (Value) -> String
    ) throws(Problem) {
        let (own, others) = (value(part), value(first))
        guard own != others else { return }
        throw Problem(
            message: "\(first.name) and \(part.name) are of different runs: \(what) is '\(words(others))' and "
                + "'\(words(own))'")
    }

    /// That of the whole, which is made on no machine.
    package var origin: LoadPart.Origin {
        .init(share: .whole, command: first.origin.command, specs: first.origin.specs)
    }

    /// The shares that are not there.
    package var missing: [MachineShare] { first.origin.share.missing(among: Set(parts.map(\.origin.share))) }

    /// The whole run.
    ///
    /// - Parameter profile: what the command makes of its profile.
    package func result(of profile: LoadProfile) -> LoadReport {
        var figures = LoadFigures()
        var hiccups = Histogram()
        var news: [String: Int] = [:]
        for part in parts {
            figures.add(part.figures)
            hiccups.add(part.hiccups)
            news.merge(part.news) { $0 + $1 }
        }
        var header = first.header
        header.startedAt = parts.map(\.header.startedAt).min() ?? header.startedAt
        return LoadReport(
            profile: profile, header: header, figures: figures, resources: [],
            measured: parts.map(\.measured).max() ?? .zero, wasStopped: parts.contains(where: \.wasStopped),
            isVerified: parts.allSatisfy(\.isVerified), maxInstances: parts.reduce(0) { $0 + $1.maxInstances },
            machine: .init(
                processors: parts.reduce(0) { $0 + $1.machine.processors },
                descriptorLimit: parts.map(\.machine.descriptorLimit).min() ?? 0,
                refusedConnections: parts.reduce(0) { $0 + $1.machine.refusedConnections }),
            hiccups: hiccups, news: news, parts: parts, missing: missing)
    }
}
