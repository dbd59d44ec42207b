import Documents
import Evidence
import Load
import Reports
import Specification

/// The parts of one run, found to belong together.
struct RunMerge {
    /// What the whole run was asked to do.
    let record: RunRecord
    /// The shares that are not there.
    let missing: [MachineShare]
    /// In the order of their shares.
    private let parts: [Part]

    private struct Part {
        var folder: String
        var record: RunRecord
    }

    init(_ folders: [String]) throws(ToolError) {
        var parts: [Part] = []
        for folder in folders { parts.append(Part(folder: folder, record: try RunRecord(in: folder, as: "a part"))) }
        parts.sort { $0.record.share.index < $1.record.share.index }
        guard let first = parts.first else { throw .impossible("there is no part to merge") }
        for part in parts { try Self.compare(part, first) }
        for (part, next) in zip(parts, parts.dropFirst()) where part.record.share == next.record.share {
            throw .input("part \(part.record.share) is there twice: \(part.folder) and \(next.folder)")
        }
        var owners: [Int: Part] = [:]
        for part in parts {
            for place in part.record.places {
                if let other = owners.updateValue(part, forKey: place) {
                    throw .input(
                        "\(other.folder) and \(part.folder) have both run \(part.record.cases[place]): the cases were "
                            + "dealt out by different durations")
                }
            }
        }
        missing = first.record.share.missing(among: Set(parts.map(\.record.share)))
        if missing.isEmpty, let place = first.record.cases.indices.first(where: { owners[$0] == nil }) {
            throw .input(
                "no part has run \(first.record.cases[place]): the cases were dealt out by different durations")
        }
        var record = first.record
        record.share = .whole
        record.places = Array(record.cases.indices)
        for key in Set(parts.flatMap(\.record.environment.keys)) {
            let values = Set(parts.compactMap { $0.record.environment[key] })
            record.environment[key] = values.sorted().joined(separator: "; ")
        }
        self.record = record
        self.parts = parts
    }

    /// A run that was made in one piece.
    init(whole record: RunRecord) {
        self.record = record
        missing = []
        parts = []
    }

    private static func compare(_ part: Part, _ first: Part) throws(ToolError) {
        func check(_ what: String, _ value: (RunRecord) -> String) throws(ToolError) {
            let (own, others) = (value(part.record), value(first.record))
            guard own != others else { return }
            throw .input(
                "\(first.folder) and \(part.folder) are of different runs: \(what) is '\(others)' and '\(own)'")
        }
        guard !part.record.share.isWhole else { throw .input("\(part.folder) is of a whole run, and of no part") }
        try check("the release of assay") { $0.assayVersion }
        try check("the number of parts") { "\($0.share.count)" }
        try check("the command") { $0.words.map(RunReport.quoted).joined(separator: " ") }
        try check("what the port was run as") { $0.legs.map(\.name).joined(separator: ", ") }
        try check("the digest of the specs") { $0.specs }
        try check("the file of known failures") { $0.expectations?.file ?? "none" }
        try check("the text of the known failures") { $0.expectations?.text ?? "none" }
        try check("the file of what the port does not have") { $0.capabilities?.file ?? "none" }
        try check("the text of what the port does not have") { $0.capabilities?.text ?? "none" }
        guard part.record.cases == first.record.cases else {
            throw .input(
                "\(first.folder) and \(part.folder) are of different runs: they chose other cases (--filter, "
                    + "--statement, --exclude, --smoke, --rerun-failed, --changed-since)")
        }
    }

    /// What the reader of the report must know.
    var remarks: [String] {
        missing.isEmpty
            ? []
            : ["missing: part \(missing.map(\.description).joined(separator: ", part ")) of the run, and its cases"]
    }

    /// The parts that ended before all of their cases were run.
    func unfinished(_ verdicts: [Verdict]) -> [String] {
        let decided = Set(verdicts.map(\.caseID))
        return parts.compactMap { part in
            let left = part.record.ownCases.count { !decided.contains($0) }
            return left == 0
                ? nil
                : "part \(part.record.share) ended early: \(left) of its \(Prose.count(part.record.places.count, "case")) "
                    + "were not run"
        }
    }

    /// The command that made the parts.
    func options() throws(ToolError) -> RunCommand {
        var options = try RunCommand(
            record.words, saying: "the parts were made by a command that this tool does not understand")
        options.expectations = record.expectations?.file
        options.capabilities = record.capabilities?.file
        return options
    }

    /// The lists of the port as the parts read them.
    ///
    /// - Parameter day: what day it is for what expires, such as `2025-11-21`.
    func lists(of cases: [Case], on day: String) throws(ToolError) -> PortLists {
        var lists = PortLists(of: cases)
        if let list = record.expectations {
            lists.expected = try ExpectedFailures.read(Array(list.text.utf8), file: list.file, of: cases, today: day)
        }
        if let list = record.capabilities {
            lists.capabilities = try Capabilities.read(Array(list.text.utf8), file: list.file, of: cases)
        }
        return lists
    }

    // MARK: - What was seen

    /// What all parts saw as one platform and release, and what was left out of it.
    func trace(of leg: Leg) throws(ToolError) -> (Trace, notes: [String]) {
        var notes: [String] = []
        var traces: [Trace] = []
        var headers: [RunHeader] = []
        for part in parts {
            let folder = record.legs.count > 1 ? "\(part.folder)/\(leg.name)" : part.folder
            let (trace, note) = try CheckCommand.read(folder + "/trace.ndjson")
            if let note { notes.append(note.description) }
            guard let header = trace.header, header.cases == part.record.ownCases else {
                throw .input("\(folder)/trace.ndjson is of another run than \(part.folder)/\(RunRecord.file)")
            }
            if let first = headers.first, Self.port(of: header) != Self.port(of: first) {
                throw .input(
                    "\(parts[0].folder) and \(part.folder) are of different ports: \(first.portName) "
                        + "\(first.portVersion) and \(header.portName) \(header.portVersion), or they differ in what "
                        + "they have")
            }
            headers.append(header)
            traces.append(trace)
        }
        var header = headers[0]
        header.cases = record.cases
        header.startedAt = headers.map(\.startedAt).min() ?? header.startedAt
        return (Trace(joining: traces, as: header), notes)
    }

    private static func port(of header: RunHeader) -> RunHeader {
        var header = header
        header.cases = []
        header.startedAt = 0
        return header
    }
}
