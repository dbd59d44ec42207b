import AccessEnablerAPI
package import Documents
package import Evidence
import LoadResults
import Measurement
import Timing

extension LoadPartRecord {
    /// Reads what ``json(_:)`` has written.
    ///
    /// - Throws: what is missing, unknown or of another kind; and that another release of the tool wrote it.
    package static func part(_ json: JSON) throws(RecordError) -> LoadPart {
        var fields = try RecordFields(json)
        let written = try fields.string("schema")
        guard written == schema else {
            throw RecordError(message: "'schema' is '\(written)', and this tool reads '\(schema)'")
        }
        let (number, count) = (try fields.count("part"), try fields.count("of"))
        guard let share = MachineShare(index: number - 1, count: count) else {
            throw RecordError(message: "there is no part \(number) of \(count)")
        }
        var run = try RecordFields(try fields.json("run"))
        let part = LoadPart(
            origin: .init(
                share: share, command: try fields.strings("command"), specs: try fields.string("specs"),
                host: try fields.string("host"), start: try start(try fields.json("start"))),
            header: try header(&run),
            figures: try figures(try fields.json("figures")), resources: try fields.array("resources", resource),
            hiccups: try fields.histogram("hiccups"), measured: try run.time("measured"),
            wasStopped: try run.flag("stopped"), isVerified: try run.flag("verified"),
            maxInstances: try run.count("instances"),
            machine: .init(
                processors: try run.count("processors"), descriptorLimit: try run.count("descriptorLimit"),
                refusedConnections: try run.count("refusedConnections")),
            news: try fields.counts("news"), verdict: try run.word("verdict"),
            objections: try run.strings("objections"),
            demand: run.has("demand") ? try run.string("demand") : nil)
        try run.finish()
        try fields.finish()
        return part
    }

    private static func start(_ json: JSON) throws(RecordError) -> LoadPart.Start {
        var fields = try RecordFields(json)
        let asked = try fields.json("asked")
        return LoadPart.Start(
            asked: asked.isNull ? nil : try fields.milliseconds("asked"), late: try fields.time("late"),
            clockOffset: try fields.time("clockOffset"), clockUncertainty: try fields.time("clockUncertainty"))
    }

    private static func header(_ fields: inout RecordFields) throws(RecordError) -> RunHeader {
        let version = try fields.string("version")
        guard let version = SDKVersion(version) else {
            throw RecordError(message: "'version': there is no release '\(version)'")
        }
        var header = RunHeader(
            assayVersion: try fields.string("assay"), portName: try fields.string("port"),
            portVersion: try fields.string("portVersion"), implementation: try fields.string("implementation"),
            backend: try fields.string("backend"), platform: try fields.word("platform"), version: version,
            seed: try fields.bits("seed"), features: [], calls: [], startedAt: try fields.milliseconds("startedAt"))
        if fields.has("wire") { header.wire = try fields.word("wire") }
        return header
    }

    private static func figures(_ json: JSON) throws(RecordError) -> LoadFigures {
        var fields = try RecordFields(json)
        var figures = LoadFigures()
        figures.phases = try phases(try fields.json("phases"))
        for (providers, scale) in try fields.array("scales", scale) { figures.scales[providers] = scale }
        figures.seconds = try fields.array("seconds", second)
        figures.blocks = try blocks(try fields.json("blocks"))
        figures.iterations = try fields.counts("iterations")
        for (code, error) in try fields.array("errors", error) { figures.errors[code] = error }
        for (name, path) in LoadFigures.counts { figures[keyPath: path] = try fields.count(name) }
        figures.verification = try verification(try fields.json("verification"))
        try fields.finish()
        return figures
    }

    private static func phases(_ json: JSON) throws(RecordError) -> [Phase: Histogram] {
        var fields = try RecordFields(json)
        var phases: [Phase: Histogram] = [:]
        for key in json.object?.keys ?? [] {
            guard let phase = Phase(rawValue: key) else { throw RecordError(message: "unknown phase '\(key)'") }
            phases[phase] = try fields.histogram(key)
        }
        try fields.finish()
        return phases
    }

    private static func scale(_ json: JSON) throws(RecordError) -> (Int, LoadFigures.Scale) {
        var fields = try RecordFields(json)
        var scale = LoadFigures.Scale()
        scale.phases = try phases(try fields.json("phases"))
        scale.baseline = try phases(try fields.json("baseline"))
        (scale.completed, scale.failed) = (try fields.count("completed"), try fields.count("failed"))
        scale.winners = try winners(try fields.json("winners"))
        var pictures = try RecordFields(try fields.json("waterfalls"))
        let slowest = try pictures.json("slowest")
        scale.waterfalls = Waterfalls(
            kept: try pictures.array("kept", waterfall), slowest: slowest.isNull ? nil : try waterfall(slowest),
            seen: try pictures.count("seen"))
        return (try fields.count("providers"), scale)
    }

    private static func winners(_ json: JSON) throws(RecordError) -> WinnersMatrix {
        var fields = try RecordFields(json)
        let (providers, mvpds) = (try fields.strings("providers"), try fields.strings("mvpds"))
        let rows = try fields.array("cells") { json throws(RecordError) in json.array ?? [] }
        guard rows.count == providers.count, rows.allSatisfy({ $0.count == mvpds.count }) else {
            throw RecordError(message: "'cells': expected a row for each provider and a cell for each MVPD")
        }
        var winners = WinnersMatrix(providers: providers, mvpds: mvpds)
        for (row, cells) in rows.enumerated() {
            for (column, cell) in cells.enumerated() {
                let numbers = try integers(cell, 4)
                winners.cells[row][column].candidate = numbers[0]
                winners.cells[row][column].won = numbers[1]
                winners.cells[row][column].due = numbers[2]
                winners.cells[row][column].close = numbers[3]
            }
        }
        return winners
    }

    private static func waterfall(_ json: JSON) throws(RecordError) -> Waterfall {
        var fields = try RecordFields(json)
        return Waterfall(
            session: try fields.string("session"), completed: try fields.time("completed"),
            startDelay: try fields.time("startDelay"), branches: try fields.array("branches", branch))
    }

    private static func branch(_ json: JSON) throws(RecordError) -> Waterfall.Branch {
        var fields = try RecordFields(json)
        let processed = try fields.json("taken")
        return Waterfall.Branch(
            provider: try fields.count("provider"), status: try fields.count("status"),
            isBroken: try fields.flag("broken"), asked: try fields.time("asked"),
            received: try fields.time("received"), answered: try fields.time("answered"),
            left: try fields.time("left"), processed: processed.isNull ? nil : try fields.time("taken"))
    }

    private static func second(_ json: JSON) throws(RecordError) -> LoadFigures.Second {
        var fields = try RecordFields(json)
        var second = LoadFigures.Second()
        for (name, path) in LoadFigures.Second.counts { second[keyPath: path] = try fields.count(name) }
        second.errors = try fields.counts("errors")
        second.startDelay = Int64(try fields.count("startDelay"))
        second.completion = try fields.histogram("completion")
        second.service = try fields.histogram("service")
        return second
    }

    private static func blocks(_ json: JSON) throws(RecordError) -> TimeBlocks {
        var fields = try RecordFields(json)
        let (length, count) = (try fields.count("length"), try fields.count("count"))
        guard (1...1_000_000).contains(length), count <= 1_000 else {
            throw RecordError(message: "'blocks': expected at most 1000 blocks of at least a second")
        }
        var blocks = [[TimeBlocks.Key: Tally]](repeating: [:], count: count)
        for json in try fields.json("of").array ?? [] {
            var row = try RecordFields(json)
            let key = TimeBlocks.Key(
                providers: try row.count("providers"), phase: try row.word("phase"), side: try row.word("side"))
            let tallies = try row.array("blocks") { json throws(RecordError) in
                let numbers = (json.array ?? []).compactMap { $0.int?.within(Int.min...Int.max) }
                guard numbers.count == json.array?.count, let tally = Tally(numbers: numbers) else {
                    throw RecordError(message: "'blocks': expected how far values are apart and how often they came")
                }
                return tally
            }
            guard tallies.count == count else {
                throw RecordError(message: "'blocks': expected \(count) blocks, found \(tallies.count)")
            }
            for (index, tally) in tallies.enumerated() where tally.count > 0 { blocks[index][key] = tally }
            try row.finish()
        }
        try fields.finish()
        return TimeBlocks(length: length, blocks: blocks)
    }

    private static func error(_ json: JSON) throws(RecordError) -> (String, ErrorFigures) {
        var fields = try RecordFields(json)
        var error = ErrorFigures(first: try fields.time("first"), sample: try fields.string("sample"))
        error.count = try fields.count("count")
        error.last = try fields.time("last")
        return (try fields.string("code"), error)
    }

    private static func verification(_ json: JSON) throws(RecordError) -> VerificationFigures {
        var fields = try RecordFields(json)
        var verification = VerificationFigures()
        verification.iterations = try fields.count("iterations")
        verification.judged = try fields.count("judged")
        for member in try fields.json("properties").object?.members ?? [] {
            let numbers = try integers(member.value, 3)
            verification.properties[member.key] = .init(
                instances: numbers[0], conclusive: numbers[1], violated: numbers[2])
        }
        verification.violations = try fields.array("violations", violation)
        verification.violationCount = try fields.count("violationCount")
        if fields.has("suspicions") { verification.suspicions = try fields.array("suspicions", violation) }
        verification.races.count = try fields.count("clearRaces")
        verification.races.lost = try fields.count("lostRaces")
        return verification
    }

    private static func violation(_ json: JSON) throws(RecordError) -> IterationViolation {
        var fields = try RecordFields(json)
        var violation = IterationViolation(
            session: try fields.string("session"), caseID: try fields.string("case"), time: try fields.time("time"),
            statements: try fields.strings("statements"), message: try fields.string("message"),
            expected: try fields.string("expected"), seen: try fields.string("actual"))
        violation.ground = try fields.word("ground")
        violation.bundle = fields.optional("bundle")?.string
        violation.command = fields.optional("command")?.string
        violation.replay = fields.optional("replay")?.string
        return violation
    }

    private static func resource(_ json: JSON) throws(RecordError) -> ResourceSample {
        var fields = try RecordFields(json)
        let backend = try fields.json("backend")
        var sample = ResourceSample(
            time: try fields.time("time"), generator: try usage(try fields.json("generator")),
            backend: backend.isNull ? nil : try usage(backend), machine: try fields.share("machine"))
        let port = try fields.json("port")
        sample.port = port.isNull ? nil : try usage(port)
        sample.portProcesses = try fields.count("portProcesses")
        sample.stolen = try fields.share("stolen")
        sample.runnable = try fields.count("runnable")
        sample.freeMemory = try fields.json("freeMemory").isNull ? nil : try fields.count("freeMemory")
        sample.stall = try fields.time("stall")
        return sample
    }

    private static func usage(_ json: JSON) throws(RecordError) -> ProcessUsage {
        var fields = try RecordFields(json)
        return ProcessUsage(
            processorTime: try fields.time("processorTime"), residentBytes: try fields.count("residentBytes"),
            threads: try fields.count("threads"), descriptors: try fields.count("descriptors"))
    }

    private static func integers(_ json: JSON, _ count: Int) throws(RecordError) -> [Int] {
        let numbers = (json.array ?? []).compactMap { $0.int?.within(RecordFields.amounts) }
        guard numbers.count == json.array?.count, numbers.count == count else {
            throw RecordError(message: "expected \(count) numbers that can be counted")
        }
        return numbers
    }
}

extension RecordFields {
    /// So much that the sum of all parts of a run is a number, too.
    fileprivate static let amounts = 0...(1 << 48)

    fileprivate mutating func time(_ key: String) throws(RecordError) -> Duration {
        try integer(key).nanoseconds
    }

    fileprivate mutating func share(_ key: String) throws(RecordError) -> Double {
        guard let share = try json(key).double else { throw RecordError(message: "'\(key)': expected a share") }
        return min(1, max(0, share))
    }

    fileprivate mutating func histogram(_ key: String) throws(RecordError) -> Histogram {
        guard let histogram = Histogram(payload: try string(key)), Self.amounts.contains(histogram.count) else {
            throw RecordError(message: "'\(key)': expected the payload of a histogram")
        }
        return histogram
    }

    fileprivate mutating func array<Item>(
        _ key: String, _ item: (JSON) throws(RecordError) -> Item
    ) throws(RecordError) -> [Item] {
        guard let items = try json(key).array else { throw RecordError(message: "'\(key)': expected an array") }
        var read: [Item] = []
        for json in items { read.append(try item(json)) }
        return read
    }

    fileprivate mutating func counts(_ key: String) throws(RecordError) -> [String: Int] {
        guard let members = try json(key).object?.members else {
            throw RecordError(message: "'\(key)': expected an object of numbers")
        }
        var counts: [String: Int] = [:]
        for member in members {
            guard let number = member.value.int?.within(Self.amounts) else {
                throw RecordError(message: "'\(key).\(member.key)': expected a number that can be counted")
            }
            counts[member.key] = number
        }
        return counts
    }
}
