package import Evidence
package import LoadResults
package import Measurement
internal import Timing

/// What one machine has made of a load run that several make together: everything that is needed to put the parts
/// together, as it was counted.
package struct LoadPart: Sendable {
    package var origin: Origin
    package var header: RunHeader
    package var figures: LoadFigures
    package var resources: [ResourceSample]
    package var hiccups: Histogram
    package var measured: Duration
    package var wasStopped: Bool
    package var isVerified: Bool
    package var maxInstances: Int
    package var machine: LoadReport.Machine
    package var news: [String: Int]
    /// What it came to by itself, and what spoke against its measurement.
    package var verdict: LoadReport.Verdict
    package var objections: [String]
    /// What was asked for, in words: how iterations came, and what they did; nil in records of earlier releases.
    package var demand: String?

    /// Which share of which run it is, and where and since when it was made.
    package struct Origin: Sendable {
        package var share: MachineShare
        /// The words of the command that makes the whole run; equal for all parts of one run.
        package var command: [String]
        /// The digest of the specs; equal for all parts of one run.
        package var specs: String
        /// The name of the machine; empty where it is not one.
        package var host: String
        package var start: Start

        package init(share: MachineShare, command: [String], specs: String, host: String = "", start: Start = Start()) {
            (self.share, self.command, self.specs) = (share, command, specs)
            (self.host, self.start) = (host, start)
        }
    }

    /// How the part's beginning relates to that of the others.
    package struct Start: Sendable, Hashable {
        /// Wall-clock time that was asked for, in milliseconds since 1970 by the clock of whoever gave it; nil: at once.
        package var asked: Int64?
        /// How much later than asked the first arrivals could be due.
        package var late: Duration
        /// How much this machine's clock is ahead of that clock, as somebody measured it, and how wrong that may be.
        package var clockOffset: Duration
        package var clockUncertainty: Duration

        package init(
            asked: Int64? = nil, late: Duration = .zero, clockOffset: Duration = .zero,
            clockUncertainty: Duration = .zero
        ) {
            self.asked = asked
            self.late = late
            self.clockOffset = clockOffset
            self.clockUncertainty = clockUncertainty
        }
    }
}

extension LoadPart {
    /// - Parameter result: what the part came to by itself.
    package init(_ result: LoadReport, _ origin: Origin) {
        self.init(
            origin: origin, header: result.header, figures: result.figures, resources: result.resources,
            hiccups: result.hiccups, measured: result.measured, wasStopped: result.wasStopped,
            isVerified: result.isVerified, maxInstances: result.maxInstances, machine: result.machine,
            news: result.news, verdict: result.verdict, objections: result.validity.objections,
            demand: result.profile.demand)
    }

    /// How many processors were busy with what has no part in the run, a hypervisor's other guests among it, on average;
    /// nil where nobody measured.
    package var otherProcessors: Double? {
        guard header.knowsItsProcesses else { return nil }
        let last = Int((resources.last?.time ?? .zero).wholeNanoseconds / 1_000_000_000)
        let seconds = max(0, min(last, figures.seconds.count))
        let uses = ResourceUse.sums(of: [resources], seconds: seconds)
        let busy = uses.compactMap { $0.others(of: machine.processors) }
        return busy.isEmpty ? nil : max(0, busy.reduce(0, +) / Double(busy.count))
    }

    /// Where the part comes from, in words: `part 2/5 (host-b)`.
    package var name: String {
        origin.host.isEmpty ? "part \(origin.share)" : "part \(origin.share) (\(origin.host))"
    }
}
