package import Documents
internal import Evidence

// What a night's file holds: one line of JSON, in which places are ranges such as `3 17-20`.
extension Night {
    package static let schema = "assay/night/1"

    package var json: JSON {
        var object: JSONObject = [
            "schema": .string(Self.schema),
            "source": [.string(source.folder), .int(source.bytes), .int(source.modified)],
            "started": .int(startedAt), "port": [.string(portName), .string(portVersion)],
            "implementation": .string(implementation), "assay": .string(assayVersion),
        ]
        if let specs { object["specs"] = .string(specs) }
        if !isComplete { object["incomplete"] = true }
        if !runs.isEmpty { object["runs"] = .array(runs.map(Self.json)) }
        if !load.isEmpty {
            object["load"] = .array(
                load.map { [.string($0.name), .double($0.value), .double($0.low), .double($0.high)] })
        }
        if let strength { object["strength"] = Self.json(strength) }
        if let coverage { object["coverage"] = Self.json(coverage) }
        return .object(object)
    }

    private static func json(_ share: Share) -> JSON { [.int(Int64(share.count)), .int(Int64(share.total))] }

    private static func json(_ run: Run) -> JSON {
        var object: JSONObject = [
            "run": .string(run.title), "exit": .int(Int64(run.exitCode.rawValue)), "cases": .string(run.cases),
        ]
        if let folder = run.folder { object["folder"] = .string(folder) }
        if !run.isComplete { object["incomplete"] = true }
        for outcome in Outcome.allCases {
            guard let places = run.outcomes[outcome], !places.isEmpty else { continue }
            object[outcome.rawValue] = .string(PlaceRanges.text(places))
        }
        if !run.tries.isEmpty {
            object["tries"] = .array(
                run.tries.sorted { $0.key < $1.key }.map { place, share in
                    [.int(Int64(place)), .int(Int64(share.count)), .int(Int64(share.total))]
                })
        }
        return .object(object)
    }

    /// Reads a night's file; a mistake names the file, the line and the column.
    package static func read(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Night {
        try JSONReader.read(bytes, file: file) { reader throws(JSONReader.ReadingError) in try Night(reader) }
    }

    private init(_ reader: JSONReader) throws(JSONReader.ReadingError) {
        try reader.expect(schema: Self.schema)
        let place = try reader.member("source").list { $0 }
        let port = try reader.member("port").strings()
        guard place.count == 3, port.count == 2 else { throw reader.mistake("the source or the port is not whole") }
        source = Source(
            folder: try place[0].string(), bytes: try place[1].integer(in: 0...Int64.max, "a size"),
            modified: try place[2].integer(in: Int64.min...Int64.max, "a time"))
        startedAt = try reader.member("started").date()
        (portName, portVersion) = (port[0], port[1])
        implementation = try reader.member("implementation").string()
        assayVersion = try reader.member("assay").string()
        specs = try reader.optional("specs")?.string()
        runs = try reader.optional("runs")?.list { item throws(JSONReader.ReadingError) in try Run(item) } ?? []
        load =
            try reader.optional("load")?.list { item throws(JSONReader.ReadingError) in
                let parts = try item.list { $0 }
                guard parts.count == 4 else { throw item.mistake("expected a name and three numbers") }
                return LoadFigure(
                    name: try parts[0].string(), value: try parts[1].number(), low: try parts[2].number(),
                    high: try parts[3].number())
            } ?? []
        strength = try reader.optional("strength").map { share throws(JSONReader.ReadingError) in try Share(share) }
        coverage = try reader.optional("coverage").map { share throws(JSONReader.ReadingError) in try Share(share) }
        isComplete = try reader.optional("incomplete") == nil
    }
}

extension Night.Share {
    fileprivate init(_ reader: JSONReader) throws(JSONReader.ReadingError) {
        let numbers = try reader.list { number throws(JSONReader.ReadingError) in try number.count() }
        guard numbers.count == 2, numbers[0] <= numbers[1] else { throw reader.mistake("expected so many of so many") }
        self.init(numbers[0], of: numbers[1])
    }
}

extension Night.Run {
    /// A list of cases ends somewhere, and so do the places in it.
    private static let maxCases = 100_000

    fileprivate init(_ reader: JSONReader) throws(JSONReader.ReadingError) {
        title = try reader.member("run").string()
        folder = try reader.optional("folder")?.string()
        exitCode = try reader.member("exit").exitCode()
        isComplete = try reader.optional("incomplete") == nil
        cases = try reader.member("cases").string()
        outcomes = [:]
        for outcome in Outcome.allCases {
            guard let places = try reader.optional(outcome.rawValue) else { continue }
            guard let numbers = PlaceRanges.numbers(try places.string(), below: Self.maxCases) else {
                throw places.mistake("expected places in the list of cases, such as '0-12 15'")
            }
            outcomes[outcome] = numbers
        }
        tries = [:]
        for entry in try reader.optional("tries")?.list(of: { $0 }) ?? [] {
            let numbers = try entry.list { number throws(JSONReader.ReadingError) in try number.count() }
            guard numbers.count == 3 else { throw entry.mistake("expected a place and two counts") }
            tries[numbers[0]] = Night.Share(numbers[1], of: numbers[2])
        }
    }
}

extension CaseList {
    package static let schema = "assay/cases/1"

    package var json: JSON {
        [
            "schema": .string(Self.schema),
            "cases": .array(entries.map { [.string($0.area), .string($0.id)] }),
        ]
    }

    package static func read(_ bytes: [UInt8], key: String, file: String) throws(Diagnostic) -> CaseList {
        try JSONReader.read(bytes, file: file) { reader throws(JSONReader.ReadingError) in
            try reader.expect(schema: schema)
            let entries = try reader.member("cases").list { item throws(JSONReader.ReadingError) in
                let pair = try item.strings()
                guard pair.count == 2 else { throw item.mistake("expected an area and a case") }
                return Entry(area: pair[0], id: pair[1])
            }
            return CaseList(key: key, entries: entries)
        }
    }
}

extension JSONReader {
    fileprivate func expect(schema: String) throws(ReadingError) {
        guard let found = try optional("schema") else { throw mistake("it names no schema, and '\(schema)' is wanted") }
        guard try found.string() == schema else {
            throw found.mistake("'\(try found.string())' is not '\(schema)': it is of another version of assay")
        }
    }
}
