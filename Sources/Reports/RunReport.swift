internal import AccessEnablerAPI
package import Evidence

/// Everything a report of a run is made from.
package struct RunReport: Sendable {
    package var header: RunHeader
    /// In the order of the plan.
    package var verdicts: [Verdict]
    package var figures: RunFigures
    /// What verdicts cite, by id.
    package var statements: [String: CitedStatement]
    /// What was done and seen in the cases that have findings, by case.
    package var records: [String: CaseRecord]
    /// What the reader must know of the run as a whole: that it was stopped, that its trace was cut short.
    package var remarks: [String]
    /// The contract's file, by case, for those that are no part of the specs.
    package var files: [String: String] = [:]
    /// How long each case took, where that is known.
    package var durations: [String: Duration] = [:]
    /// How all the times ended that cases were run, where they were run more than once.
    package var repeated: OutcomeCounts?
    /// The same for each case that was run more than once.
    package var tries: [String: OutcomeCounts] = [:]
    /// The digest of the specs that judged it; empty where nobody said.
    package var specs = ""
    /// The profiles that decide the exit code.
    package var choice = ProfileChoice.core
    /// What is wrong with the lists that its authors keep of the port.
    package var problems: [ListProblem] = []
    /// How known wrong ports fail.
    package var fingerprints = Fingerprints()
    /// The calls and features that such a list says the port does not have.
    package var lacks: [String] = []
    /// The folders with what is needed to run a case again as it was, by case, within `folder`.
    package var bundles: [String: String] = [:]
    /// The run's own folder, as a shell finds it from here.
    package var folder = ""
    /// What was seen where the documents leave a choice, in the order of the ambiguities.
    package var readings: [ReadingSeen]
    /// Who did not do their part, and how the adapter behaved.
    package var environment: RunEnvironment

    package init(
        header: RunHeader, verdicts: [Verdict], figures: RunFigures, statements: [String: CitedStatement],
        records: [String: CaseRecord], remarks: [String] = [], readings: [ReadingSeen] = [],
        environment: RunEnvironment = RunEnvironment()
    ) {
        self.header = header
        self.verdicts = verdicts
        self.figures = figures
        self.statements = statements
        self.records = records
        self.remarks = remarks
        self.readings = readings
        self.environment = environment
    }

    /// How many cases of the plan were never run, because the run was stopped before.
    package var missing: Int { max(0, header.cases.count - verdicts.count) }

    /// What the run comes to in each profile in which any case has a part, and in one that decides in any case.
    package var profiles: [ProfileReport] { ProfileReport.all(of: [self]) }

    /// What the process says: the worst of the profiles that were asked about.
    package var exitCode: ExitCode { ProfileReport.deciding(profiles).exitCode }

    /// Whether it is of recorded clients or service providers, and of no port.
    var isRecorded: Bool { header.isRecorded }

    /// What service providers list in a case, where that is out of the ordinary.
    func fixture(of caseID: String) -> String? {
        records[caseID].flatMap { $0.fixture.isEmpty ? nil : $0.fixture }
    }

    package var diagnosis: Diagnosis { Diagnosis([self], folder: folder) }

    /// The command that runs one case again, as a shell takes it; what it need not say is left out.
    package func command(for caseID: String) -> String {
        command(choosing: ["--filter", caseID] + (files[caseID].map { ["--specs", $0] } ?? []))
    }

    /// The command that runs the cases again that the arguments choose.
    func command(choosing arguments: [String], onlyPlatform: Bool = true) -> String {
        guard !header.isRecorded else {
            let isSimulated = header.backend == RunHeader.embedded
            let recording =
                isSimulated ? "assay serve --record" : "assay record --backend \(Self.quoted(header.backend))"
            let subject = header.implementation == RunHeader.providers ? "--subject provider " : ""
            return "\(recording) FILE, and assay check \(subject)FILE"
        }
        var words = ["assay", "run"] + arguments
        if header.implementation != "builtin" { words += ["--implementation", header.implementation] }
        words += sandbox
        if header.backend != RunHeader.embedded {
            words += ["--backend", header.backend]
            for name in header.given.sorted() { words += ["--bind", "\(name)=…"] }
        }
        if onlyPlatform { words += ["--platform", header.platform.rawValue] }
        if header.wire != .sdk { words += ["--wire", header.wire.rawValue] }
        if header.version != .newest { words += ["--api-version", "\(header.version)"] }
        if header.seed != 1 { words += ["--seed", "\(header.seed)"] }
        return Self.command(words)
    }

    /// What a command needs that starts an adapter as it was started.
    private var sandbox: [String] { header.isSandboxed ? ["--sandbox"] : [] }

    /// The command that tries the adapter, and says why each probe matters.
    package var lintCommand: String {
        Self.command(["assay", "lint-adapter"] + sandbox + [String(header.implementation.dropFirst("exec:".count))])
    }

    /// A command as a shell takes it, and a terminal shows it.
    static func command(_ words: [String]) -> String {
        Prose.printable(words.map(quoted).joined(separator: " "))
    }

    /// The command that runs one case again just as it was; nil where it left no bundle.
    package func replayCommand(for caseID: String) -> String? {
        bundles[caseID].map { bundle in
            Self.command(
                ["assay", "replay", "\(folder)/\(bundle)"] + sandbox + (files[caseID].map { ["--specs", $0] } ?? []))
        }
    }

    /// A word as a shell takes it.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-_./:,=+@%".utf8.contains(byte)
            }
        }
        guard !isPlain || word.isEmpty else { return word }
        // With a mark that combines, a quote is one character, which is none to Swift, and still one to a shell.
        return "'" + word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}

/// How a port reads a place of the documents that can be read in several ways.
package struct ReadingSeen: Sendable, Hashable {
    /// Such as `A-12`.
    package var ambiguity: String
    package var reading: String
    package var cases: [String]

    package init(ambiguity: String, reading: String, cases: [String]) {
        self.ambiguity = ambiguity
        self.reading = reading
        self.cases = cases
    }
}

/// A statement as reports show it.
package struct CitedStatement: Sendable, Hashable {
    package var id: String
    package var level: String
    package var text: String
    /// Where the documents say it: `api-reference#getAuthN (step 1)`.
    package var places: [String]

    package init(id: String, level: String, text: String, places: [String]) {
        self.id = id
        self.level = level
        self.text = text
        self.places = places
    }
}

/// One case as it was walked.
package struct CaseRecord: Sendable, Hashable {
    /// What each step does, in words, by its number.
    package var steps: [String]
    package var observations: [Observation]
    /// What was seen the other times, where the case was run more than once.
    package var others: [[Observation]]
    /// The properties of MVPDs that may decide it, in words; empty where they are as usual.
    package var fixture: String

    package init(
        steps: [String], observations: [Observation], others: [[Observation]] = [], fixture: String = ""
    ) {
        self.steps = steps
        self.observations = observations
        self.others = others
        self.fixture = fixture
    }

    /// Every time that the case was run, in that order.
    package var attempts: [[Observation]] {
        (others + [observations]).sorted { ($0.first?.sequence ?? 0) < ($1.first?.sequence ?? 0) }
    }
}
