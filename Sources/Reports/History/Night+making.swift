package import Documents
internal import Evidence

extension Night {
    /// What is kept of the report of a conformance run, and the lists of its cases.
    ///
    /// - Parameter digest: the SHA-256 of bytes in hexadecimal digits.
    package static func made(
        of report: SavedReport, source: Source, digest: ([UInt8]) -> String
    ) -> (night: Night, lists: [CaseList])? {
        guard let first = report.runs.first else { return nil }
        var lists: [CaseList] = []
        let runs = report.runs.map { run -> Run in
            // What does not apply is no part of the run, and which cases these are hardly ever changes.
            let judged = run.verdicts.compactMap { verdict in
                verdict.outcome(in: run.choice).flatMap { $0 == .notApplicable ? nil : (verdict, $0) }
            }
            var list = CaseList(key: "", entries: judged.map { .init(area: $0.0.area, id: $0.0.caseID) })
            list.key = String(digest(list.json.compact).prefix(16))
            if !lists.contains(where: { $0.key == list.key }) { lists.append(list) }
            var outcomes: [Outcome: [Int]] = [:]
            var tries: [Int: Share] = [:]
            for (place, (verdict, outcome)) in judged.enumerated() {
                if outcome != .pass { outcomes[outcome, default: []].append(place) }
                if let all = verdict.tries {
                    tries[place] = Share(all.failed + all[.expectedFail], of: all.total)
                }
            }
            return Run(
                title: run.title, folder: run.folder, exitCode: run.exitCode, isComplete: run.missing == 0,
                cases: list.key, outcomes: outcomes, tries: tries)
        }
        var night = Night(
            source: source, startedAt: first.startedAt, portName: first.portName, portVersion: first.portVersion,
            implementation: first.implementation, assayVersion: first.assayVersion, specs: first.specs, runs: runs)
        night.isComplete = report.isComplete
        return (night, lists)
    }

    /// What is kept of the report of a load run; a mistake names the file, the line and the column.
    package static func made(ofLoad bytes: [UInt8], file: String, source: Source) throws(Diagnostic) -> Night {
        try JSONReader.read(bytes, file: file, limits: .init(maximumBytes: 1 << 30)) {
            reader throws(JSONReader.ReadingError) in try made(ofLoad: reader, source: source)
        }
    }

    private static func made(ofLoad reader: JSONReader, source: Source) throws(JSONReader.ReadingError) -> Night {
        let run = try reader.member("run")
        let wire = try run.optional("wire")?.string()
        let profile = try reader.member("profile").member("id").string() + (wire.map { " over \($0)" } ?? "")
        var figures: [LoadFigure] = []
        let verdict = try reader.member("verdict").string()
        // Of a measurement that failed, no night is kept as if it had been one; durations under overload are those of a queue.
        let isTrusted = try reader.member("standing").string() == "measured"
        for (phase, histogram) in try reader.member("phases").members() where isTrusted {
            let count = try histogram.member("count").count()
            let curve = try histogram.member("percentiles").list { point throws(JSONReader.ReadingError) in
                let pair = try point.list { number throws(JSONReader.ReadingError) in try number.number() }
                guard pair.count == 2 else { throw point.mistake("expected a percentile and a duration") }
                return (pair[0], pair[1])
            }
            for percentile in [50.0, 99] {
                guard let figure = Interval.figure(percentile, of: curve, count: count),
                    [figure.value, figure.low, figure.high].allSatisfy(\.isFinite)
                else { continue }
                figures.append(
                    LoadFigure(
                        name: "\(profile): \(phase), p\(Int(percentile))", value: figure.value, low: figure.low,
                        high: figure.high))
            }
        }
        var night = Night(
            source: source, startedAt: try run.member("startedAt").date(), portName: try run.member("port").string(),
            portVersion: try run.member("portVersion").string(),
            implementation: try run.member("implementation").string(), assayVersion: try run.member("assay").string(),
            specs: nil, runs: [], load: figures)
        night.isComplete = !["STOPPED", "INCOMPLETE", "INVALID"].contains(verdict)
        return night
    }

    /// How many wrong ports are caught, from the `matrix.csv` of `assay strength`: nil where it is something else.
    package static func strength(_ bytes: [UInt8]) -> Share? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.first?.hasPrefix("mutant,status,") == true else { return nil }
        var caught: [Substring: Bool] = [:]
        for line in lines.dropFirst() {
            // The first three fields have neither commas nor quotes: a mutant, a word, a case.
            let fields = line.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count == 4 else { continue }
            caught[fields[0]] = caught[fields[0]] == true || !fields[2].isEmpty
        }
        return caught.isEmpty ? nil : Share(caught.count(where: \.value), of: caught.count)
    }

    /// How many statements something decides, from what `assay coverage --json` prints: nil where it is something else.
    package static func coverage(_ bytes: [UInt8]) -> Share? {
        guard let statements = (try? JSON.parse(bytes))?["statements"]?.array, !statements.isEmpty else { return nil }
        let classes = statements.compactMap { $0["class"]?.string }
        guard classes.count == statements.count else { return nil }
        let decided = classes.count { ["covered", "invariant"].contains($0) }
        return Share(
            decided, of: classes.count { !["application's duty", "not in this platform or version"].contains($0) })
    }
}
