import AccessEnablerAPI
import Cryptography
import Documents
import Encodings
import Evidence
import Load
import Specification
import Timing

/// What a run was asked to do, in `run.json` of its folder: what other commands take it up again from.
struct RunRecord: Sendable, Hashable {
    /// A list that the authors of a port keep of it, as it was read.
    struct List: Sendable, Hashable {
        var file: String
        var text: String
    }

    var assayVersion = assay.assayVersion
    /// The system and the libraries of the machine, by name.
    var environment = MachineText.environment
    /// The command's words that decide verdicts; values that may be secret are left out.
    var words: [String]
    /// The digest of all specs.
    var specs: String
    /// The digest of the file of each contract that there was, by its id.
    var contracts: [String: String]
    /// The digest of what all contracts rest on: statements and the API's tables.
    var around: String
    /// What it was run as.
    var legs: [Leg]
    /// The ids of the cases of the whole run, in order.
    var cases: [String]
    /// Which part of it was run, and the places in ``cases`` of what is in that part.
    var share = MachineShare.whole
    var places: [Int]
    var expectations: List?
    var capabilities: List?

    static let file = "run.json"
    static let schema = "assay/run/1"

    /// The cases that were to be run.
    var ownCases: [String] { places.map { cases[$0] } }

    var json: JSON {
        var object: JSONObject = [
            "schema": .string(Self.schema), "assay": .string(assayVersion), "words": .strings(words),
            "specs": .string(specs), "around": .string(around), "contracts": .texts(contracts),
            "environment": .texts(environment),
            "legs": .array(
                legs.map { ["platform": .string($0.platform.rawValue), "api-version": .string("\($0.version)")] }),
            "cases": .strings(cases),
        ]
        if !share.isWhole {
            object["part"] = [
                "number": .int(Int64(share.index + 1)), "of": .int(Int64(share.count)),
                "places": .array(places.map { .int(Int64($0)) }),
            ]
        }
        if let expectations { object["expectations"] = Self.json(expectations) }
        if let capabilities { object["capabilities"] = Self.json(capabilities) }
        return JSON.object(object).sortedByKey
    }

    private static func json(_ list: List) -> JSON { ["file": .string(list.file), "text": .string(list.text)] }

    func write(to folder: String) throws(ToolError) {
        try saying("no report can be written") { try File.write(json.compact, to: folder + "/" + Self.file) }
    }
}

// MARK: - Reading

extension RunRecord {
    /// Reads it from the folder of a run; `what` says what the folder was taken for.
    init(in folder: String, as what: String) throws(ToolError) {
        let file = folder + "/" + Self.file
        let bytes = try saying("\(folder) is not the folder of \(what)", as: .usage) { try File.read(file) }
        let json = try saying(as: .usage) { try JSON.parse(bytes, file: file) }
        guard json["schema"] != nil else { throw .input("\(file): not of a run of assay: it names no schema") }
        self = try saying(file, as: .usage) { try RunRecord(json) }
    }

    init(_ json: JSON) throws(RecordError) {
        var fields = try RecordFields(json)
        let schema = try fields.string("schema")
        guard schema == Self.schema else {
            throw RecordError(
                message: "'\(schema)' was written by another release of assay, or by something else; this one reads "
                    + "'\(Self.schema)'")
        }
        assayVersion = try fields.string("assay")
        words = try fields.strings("words")
        specs = try fields.string("specs")
        around = try fields.string("around")
        contracts = try fields.texts("contracts")
        environment = try fields.texts("environment")
        legs = []
        for leg in try fields.json("legs").array ?? [] {
            guard let platform = leg["platform"]?.string.flatMap(Platform.init(rawValue:)),
                let version = leg["api-version"]?.string.flatMap(SDKVersion.init)
            else { throw RecordError(message: "'legs': expected a platform and an api-version") }
            legs.append(Leg(platform: platform, version: version))
        }
        guard !legs.isEmpty else { throw RecordError(message: "'legs': expected one at least") }
        let cases = try fields.strings("cases")
        self.cases = cases
        places = Array(cases.indices)
        if let part = fields.optional("part") {
            guard let number = part["number"]?.int?.within(1...MachineShare.maxCount),
                let count = part["of"]?.int?.within(1...MachineShare.maxCount),
                let share = MachineShare(index: number - 1, count: count), let listed = part["places"]?.array,
                !cases.isEmpty
            else { throw RecordError(message: "'part': expected its number, how many there are, and its places") }
            self.share = share
            places = listed.compactMap { $0.int?.within(0...cases.count - 1) }
            guard places.count == listed.count, places == Array(Set(places)).sorted(), !places.isEmpty else {
                throw RecordError(message: "'part': expected places of cases, each once and in order")
            }
        }
        expectations = try Self.list(fields.optional("expectations"), "expectations")
        capabilities = try Self.list(fields.optional("capabilities"), "capabilities")
        try fields.finish()
    }

    private static func list(_ json: JSON?, _ key: String) throws(RecordError) -> List? {
        guard let json else { return nil }
        guard let file = json["file"]?.string, let text = json["text"]?.string else {
            throw RecordError(message: "'\(key)': expected a file and its text")
        }
        return List(file: file, text: text)
    }
}

// MARK: - Digests

extension SpecFolder {
    /// The digest of the file of each contract, and of what all of them rest on.
    func digests() throws(ToolError) -> (contracts: [String: String], around: String) {
        try saying("the specs cannot be read", as: .usage) {
            var contracts: [String: String] = [:]
            for testCase in specifications.catalog.cases where contracts[testCase.contractID] == nil {
                contracts[testCase.contractID] = Self.short(Digest.sha256(try File.read(testCase.file)))
            }
            let around = try Self.digest(of: [path + "/statements", path + "/api"], in: path)
            return (contracts, Self.short(around))
        }
    }

    /// Enough to tell the texts of one file over the years apart.
    private static func short(_ sum: [UInt8]) -> String { Hex.encode(Array(sum.prefix(12))) }
}
