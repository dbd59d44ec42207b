import Documents
import Evidence
import Reports
import Timing

extension ReplayBundle {
    /// The folder for each case that failed, or lost its port beside others, within the run's own.
    static func places(in report: RunReport) -> [String: String] {
        var places: [String: String] = [:]
        var names: Set<String> = []
        for verdict in report.verdicts where calls(verdict) {
            guard let record = report.records[verdict.caseID], ReplayBundle(verdict, record, report.header) != nil
            else {
                continue
            }
            let word = String(verdict.caseID.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
            var name = word
            var count = 2
            while !names.insert(name).inserted {
                name = "\(word)-\(count)"
                count += 1
            }
            places[verdict.caseID] = "failures/\(name)"
        }
        return places
    }

    /// Whether a verdict is worth to be run again as it was.
    private static func calls(_ verdict: Verdict) -> Bool {
        switch verdict.outcome {
        case .fail, .crash, .expectedFail, .warn: true
        case .pass, .inconclusive, .notTestable, .notApplicable: verdict.findings.contains { $0.standing == .noticed }
        }
    }

    /// Writes the bundles of a report where it says that they are.
    static func write(_ report: RunReport) throws(FileError) {
        for verdict in report.verdicts {
            guard let place = report.bundles[verdict.caseID], let record = report.records[verdict.caseID],
                let bundle = ReplayBundle(verdict, record, report.header)
            else { continue }
            let folder = "\(report.folder)/\(place)"
            try Folder.create(folder)
            try File.write(bundle.json.pretty, to: folder + "/bundle.json")
            let all = record.attempts.flatMap(\.self).sorted { $0.sequence < $1.sequence }
            let trace = Trace(of: verdict.caseID, all.filter { $0.sequence > 0 }, report.header)
            try File.write(TraceRecord.bytes(of: trace), to: folder + "/trace.ndjson")
        }
    }
}

extension Trace {
    /// The run of one case alone, so that it can be judged again.
    ///
    /// Numbered anew: a trace in which numbers are missing is one that was damaged.
    init(of caseID: String, _ observations: [Observation], _ header: RunHeader) {
        var header = header
        header.cases = [caseID]
        let time = observations.first?.time ?? MonotonicTime(nanoseconds: 0)
        let opening = Observation(sequence: -1, time: time, session: .none, event: .runStarted(header))
        self.init([opening] + observations)
        self.observations.renumber()
    }
}
