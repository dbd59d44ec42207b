import AccessEnablerAPI
import Evidence
import Load
import Reports
import Specification
import Timing

extension RunCommand {
    /// What the run is asked to do.
    ///
    /// - Parameter plan: the cases of the whole run, of which this may be a part.
    func record(of plan: [Case], as legs: [Leg], in folder: SpecFolder) throws(ToolError) -> RunRecord {
        let ids = plan.map(\.id)
        let (contracts, around) = try folder.digests()
        var record = RunRecord(
            words: words, specs: try folder.digest(), contracts: contracts, around: around, legs: legs, cases: ids,
            share: part, places: Array(ids.indices), expectations: try Self.list(expectations),
            capabilities: try Self.list(capabilities))
        guard !part.isWhole else {
            guard durations == nil else { throw .impossible("'--durations' needs '--part'") }
            return record
        }
        try checkPart(of: ids.count)
        var known: [String: Double] = [:]
        if let durations { known = try SavedReport.read(at: durations).durations() }
        record.places = CaseShares.places(of: part, in: ids, durations: known)
        return record
    }

    /// What a part of a run cannot do.
    private func checkPart(of count: Int) throws(ToolError) {
        if let specs, specs.hasSuffix(".yaml") {
            throw .impossible("'--part' is of the specs, and '--specs \(specs)' is one contract")
        }
        guard writtenExpectations == nil, writtenCapabilities == nil else {
            throw .impossible("'--part' cannot write lists of the port: a part does not know the other results")
        }
        guard count >= part.count else {
            throw .impossible(
                "'--part \(part)': there are only \(Prose.count(count, "case")), and no share may be empty")
        }
    }

    /// The command's words that decide verdicts, without values that may be secret.
    private var words: [String] {
        let redactor = Redactor(secrets: bindings.secrets)
        var words = [
            "--implementation", redactor.redacted(text: implementation.text), "--backend",
            redactor.redacted(text: backend.text), "--seed", "\(seed)", "--deadline",
            "\(deadline.wholeNanoseconds / 1_000_000)ms", "--profile", profile.rawValue,
        ]
        if isMatrix { words.append("--matrix") }
        if wire != .sdk { words += ["--wire", wire.rawValue] }
        if let askedPlatform { words += ["--platform", askedPlatform.rawValue] }
        if let askedVersion { words += ["--api-version", "\(askedVersion)"] }
        if repeats.value > 1 { words += ["--repeat", "\(repeats.value)"] }
        if retries > 0 { words += ["--retries", "\(retries)"] }
        if isSandboxed { words.append(Sandbox.option) }
        for binding in bindings { words += ["--bind", "\(binding.name)=…"] }
        return words
    }

    private static func list(_ path: String?) throws(ToolError) -> RunRecord.List? {
        guard let path else { return nil }
        return RunRecord.List(file: path, text: String(decoding: try StrengthFile.bytes(of: path), as: UTF8.self))
    }

    // MARK: - Cases of an earlier run

    /// Whether an earlier run chooses the cases.
    var isOfEarlierRun: Bool { rerun != nil || rerunFailed != nil || changedSince != nil }

    /// The report of an earlier run.
    ///
    /// One of another port is refused where nobody said which to run: what the built-in one passes would look mended.
    func earlierRun(_ option: String, _ folder: String) throws(ToolError) -> SavedReport {
        let report = try SavedReport.read(at: folder)
        if case .builtin = implementation, let other = report.runs.first?.implementation, other != implementation.text {
            throw .impossible(
                "'\(option) \(folder)' is a run of \(other), and this would be one of \(implementation.text): "
                    + "give '--implementation \(RunReport.quoted(other))'")
        }
        return report
    }

    /// Those that did not pass in one earlier run, and those that another did not know as they are now.
    func casesOfEarlierRuns(_ folder: SpecFolder, among all: [Case]) throws(ToolError) -> [Case] {
        guard rerun == nil, cause == nil else {
            throw .impossible("'--rerun' excludes '--rerun-failed' and '--changed-since'")
        }
        var chosen: Set<String> = []
        if let run = rerunFailed {
            let record = try RunRecord(in: run, as: "a run")
            chosen.formUnion(try earlierRun("--rerun-failed", run).notPassed(of: record))
        }
        if let run = changedSince { chosen.formUnion(try changed(since: run, in: folder, among: all)) }
        let cases = all.filter { chosen.contains($0.id) }
        guard !cases.isEmpty else {
            var reasons: [String] = []
            if let rerunFailed { reasons.append("everything passed in \(rerunFailed)") }
            if let changedSince { reasons.append("no case has changed since \(changedSince)") }
            throw .impossible("there is nothing to run: " + reasons.joined(separator: ", and "))
        }
        return cases
    }

    private func changed(
        since run: String, in folder: SpecFolder, among all: [Case]
    ) throws(ToolError) -> [String] {
        let earlier = try RunRecord(in: run, as: "a run")
        let (contracts, around) = try folder.digests()
        // What all contracts rest on may change any of them.
        guard around == earlier.around else { return all.map(\.id) }
        return all.filter { earlier.contracts[$0.contractID] != contracts[$0.contractID] }.map(\.id)
    }
}
