package import Evidence

/// What is kept of a report for as long as there is a history: as little as the page is made of.
package struct Night: Sendable, Hashable {
    /// The report as it was found, so that it is read again only where it changed.
    package struct Source: Sendable, Hashable {
        /// Its folder within that of the history.
        package var folder: String
        package var bytes: Int64
        /// Nanoseconds since 1970.
        package var modified: Int64

        package init(folder: String, bytes: Int64, modified: Int64) {
            self.folder = folder
            self.bytes = bytes
            self.modified = modified
        }
    }

    /// A run as one platform and release.
    package struct Run: Sendable, Hashable {
        package var title: String
        /// Its own folder within that of several.
        package var folder: String?
        package var exitCode: ExitCode
        package var isComplete: Bool
        /// The key of the list of its cases, those that apply.
        package var cases: String
        /// The places in that list of the cases that did not just pass.
        package var outcomes: [Outcome: [Int]]
        /// Of cases that were run more than once: how often they failed, and how often they were run, by place.
        package var tries: [Int: Share]
    }

    /// So many of so many.
    package struct Share: Sendable, Hashable {
        package var count: Int
        package var total: Int

        package init(_ count: Int, of total: Int) {
            self.count = count
            self.total = total
        }

        /// From 0 to 1.
        var rate: Double { total > 0 ? Double(count) / Double(total) : 0 }
    }

    /// A duration of a load run with its interval, in nanoseconds.
    package struct LoadFigure: Sendable, Hashable {
        /// `fan-out: completion, p50`.
        package var name: String
        package var value: Double
        package var low: Double
        package var high: Double
    }

    package var source: Source
    /// Milliseconds since 1970.
    package var startedAt: Int64
    package var portName: String
    package var portVersion: String
    package var implementation: String
    package var assayVersion: String
    package var specs: String?
    package var runs: [Run]
    package var load: [LoadFigure] = []
    /// The wrong ports that the contracts catch, where the night found out.
    package var strength: Share?
    /// The statements that something decides, where the night found out.
    package var coverage: Share?
    /// Whether less was run than was to be run.
    package var isComplete: Bool = true

    /// The run's folder within that of the history.
    func folder(of run: Run) -> String {
        [source.folder, run.folder ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// Who was run, whatever the version.
    package var port: String { "\(portName) (\(implementation))" }
}

/// Cases that were run together, which many nights have in common.
package struct CaseList: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        package var area: String
        package var id: String
    }

    /// By this nights name it.
    package var key: String
    package var entries: [Entry]
}
