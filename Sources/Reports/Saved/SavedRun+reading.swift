internal import AccessEnablerAPI
internal import Documents
internal import Evidence

private typealias ReadingError = JSONReader.ReadingError

extension SavedRun {
    init(_ reader: JSONReader, folder: String?) throws(JSONReader.ReadingError) {
        self.folder = folder
        assayVersion = try reader.member("assay").string()
        let port = try reader.member("port")
        portName = try port.member("name").string()
        portVersion = try port.member("version").string()
        implementation = try reader.member("implementation").string()
        backend = try reader.member("backend").string()
        platform = try reader.member("platform").word()
        let release = try reader.member("api-version")
        let text = try release.string()
        guard let version = SDKVersion(text) else { throw release.mistake("'\(text)' is no release such as 3.9.2") }
        self.version = version
        wire = try reader.optional("wire")?.word() ?? .sdk
        seed = try reader.member("seed").string()
        features = Set(try reader.member("features").strings())
        calls = Set(try reader.member("calls").strings())
        startedAt = try reader.member("started").date()
        exitCode = try reader.member("exit-code").exitCode()
        choice = try reader.member("profile").word()
        profiles = try SavedProfile.list(reader)
        specs = try reader.optional("specs")?.string()
        planned = try reader.member("planned").count()
        problems = try reader.member("problems").strings()
        causes = try SavedCause.list(reader)
        verdicts = try reader.member("verdicts").list { item throws(ReadingError) in try SavedVerdict(item) }
        remarks = try reader.member("remarks").strings()
        readings = try reader.member("readings").list { item throws(ReadingError) in
            ReadingSeen(
                ambiguity: try item.member("ambiguity").string(), reading: try item.member("reading").string(),
                cases: try item.member("cases").strings())
        }
        faults = try reader.member("faults").list { item throws(ReadingError) in
            RunFault(try item.member("of").word(), try item.member("message").string())
        }
        statements = [:]
        for (id, statement) in try reader.member("statements").members() {
            statements[id] = CitedStatement(
                id: id, level: try statement.member("level").string(), text: try statement.member("text").string(),
                places: try statement.member("places").strings())
        }
        caseDurations = [:]
        for (id, duration) in try reader.member("figures").optional("cases-ms")?.members() ?? [] {
            caseDurations[id] = try duration.number()
        }
        try checkCases(reader)
    }

    /// A case has one verdict.
    private func checkCases(_ reader: JSONReader) throws(JSONReader.ReadingError) {
        var seen: Set<String> = []
        for (index, verdict) in verdicts.enumerated() where !seen.insert(verdict.caseID).inserted {
            let path = JSONPath(reader.path.steps + [.key("verdicts"), .index(index), .key("case")])
            throw JSONReader.ReadingError(path: path, message: "a second verdict on '\(verdict.caseID)'")
        }
    }
}

extension SavedProfile {
    /// Those of a run, or of several together.
    static func list(_ reader: JSONReader) throws(JSONReader.ReadingError) -> [SavedProfile] {
        try reader.member("profiles").list { item throws(ReadingError) in try SavedProfile(item) }
    }

    private init(_ reader: JSONReader) throws(JSONReader.ReadingError) {
        profile = try reader.member("profile").word()
        certificate = try reader.member("certificate").string()
        outcomes = try reader.member("outcomes").counts()
    }
}

extension SavedVerdict {
    fileprivate init(_ reader: JSONReader) throws(JSONReader.ReadingError) {
        caseID = try reader.member("case").string()
        contractID = try reader.member("contract").string()
        title = try reader.member("title").string()
        area = try reader.member("area").string()
        outcome = try reader.member("outcome").word()
        outcomes = [:]
        let parts = try reader.member("outcomes")
        for profile in Profile.allCases { outcomes[profile] = try parts.optional(profile.rawValue)?.word() }
        messages =
            try reader.optional("findings")?.list { item throws(ReadingError) in
                try item.member("message").string()
            } ?? []
        rerun = try reader.optional("rerun")?.string()
        tries = try reader.optional("tries")?.counts()
    }
}

extension SavedCause {
    /// Those of a run, or of several.
    static func list(_ reader: JSONReader) throws(JSONReader.ReadingError) -> [SavedCause] {
        try reader.member("causes").list { item throws(ReadingError) in try SavedCause(item) }
    }

    private init(_ reader: JSONReader) throws(JSONReader.ReadingError) {
        number = try reader.member("number").count()
        title = try reader.member("title").string()
        outcome = try reader.member("outcome").word()
        cases = try reader.member("cases").strings()
        rerun = try reader.member("rerun").string()
    }
}

extension JSONReader {
    func exitCode() throws(ReadingError) -> ExitCode {
        let number = try integer(in: Int32.min...Int32.max, "an exit code")
        guard let code = ExitCode(rawValue: number) else {
            throw mistake("unknown exit code \(number)")
        }
        return code
    }

    fileprivate func counts() throws(ReadingError) -> OutcomeCounts {
        var outcomes: [Outcome: Int] = [:]
        for outcome in Outcome.allCases { outcomes[outcome] = try optional(outcome.rawValue)?.count() }
        return OutcomeCounts(outcomes)
    }
}
