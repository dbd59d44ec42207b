import AccessEnablerAPI
import Documents
import Evidence
import Specification

/// The mutants that no contract can catch, each with the reason, as `Specs/strength/survivors.yaml` lists them.
struct KnownSurvivors: Sendable {
    struct Entry: Sendable, Hashable {
        var mutant: String
        var reason: String
        /// Whether it is caught in some runs, because it errs by chance.
        var isSometimesCaught: Bool
        /// Over which protocols; nil for all.
        var wires: [Wire]?
        var place: String
    }

    var entries: [Entry] = []
    static let schema = "assay/survivors/1"

    func entries(over wire: Wire) -> [Entry] {
        entries.filter { $0.wires?.contains(wire) ?? true }
    }

    static func read(_ path: String) throws(ToolError) -> KnownSurvivors {
        guard Folder.exists(path) else { return KnownSurvivors() }
        return try StrengthFile.read(path, schema: schema) { reader in
            let entries = reader.required("survivors")?.list { node in
                node.mapping { entry -> Entry? in
                    let mutant = entry.required("mutant")?.string()
                    let reason = entry.required("reason")?.string()
                    let sometimes = entry.optional("sometimes-caught")?.bool() ?? false
                    let wires = entry.optional("protocol")?.list { $0.oneOf(Wire.self, what: "protocol") }
                    guard let mutant, let reason else { return nil }
                    return Entry(
                        mutant: mutant, reason: reason, isSometimesCaught: sometimes, wires: wires,
                        place: "\(path):\(node.mark.line)")
                }
            }
            return KnownSurvivors(entries: entries ?? [])
        }
    }
}

/// The cases of the smoke set, as `Specs/strength/smoke.yaml` lists them.
struct SmokeCases: Sendable {
    var ids: [String]
    static let schema = "assay/smoke/1"

    static func read(_ path: String) throws(ToolError) -> SmokeCases {
        try StrengthFile.read(path, schema: schema) { reader in
            SmokeCases(ids: reader.required("cases")?.list { $0.string() } ?? [])
        }
    }

    /// Those of `cases` that are in the smoke set.
    static func chosen(_ cases: [Case], of folder: SpecFolder) throws(ToolError) -> [Case] {
        let path = folder.path + "/strength/smoke.yaml"
        let ids = Set(try read(path).ids)
        let unknown = ids.subtracting(folder.specifications.catalog.cases.map(\.id)).sorted()
        guard unknown.isEmpty else {
            throw .input(
                "\(path): there are no cases \(unknown.joined(separator: ", ")); 'assay strength --write-smoke' finds "
                    + "others")
        }
        let chosen = cases.filter { ids.contains($0.id) }
        guard !chosen.isEmpty else { throw .impossible("no case of the smoke set fits the filters and statements") }
        return chosen
    }

    var text: String {
        """
        # A killing set: together these cases catch every mutant that the whole catalogue catches, and none of them
        # can be left out. `assay strength --write-smoke` computes it; `assay run --smoke` runs it.
        schema: \(Self.schema)
        cases:

        """ + ids.map { "  - \"\($0)\"\n" }.joined()
    }
}

/// What these files, and the lists that are kept of a port, have in common.
enum StrengthFile {
    static func read<Value>(
        _ path: String, schema: String, _ body: (MappingReader) -> Value?
    ) throws(ToolError) -> Value {
        try read(try bytes(of: path), file: path, schema: schema, body)
    }

    static func bytes(of path: String) throws(ToolError) -> [UInt8] {
        try saying(as: .usage) { try File.read(path) }
    }

    /// The lines of each entry of a list that ends the file, given the first ones: it goes on until the next begins.
    static func lines(_ firsts: [Int], in bytes: [UInt8]) -> [ClosedRange<Int>] {
        let newline = UInt8(ascii: "\n")
        let end = bytes.count { $0 == newline } + (bytes.last == newline ? 1 : 2)
        return zip(firsts, firsts.dropFirst() + [end]).map { $0...max($0, $1 - 1) }
    }

    static func read<Value>(
        _ bytes: [UInt8], file: String, schema: String, _ body: (MappingReader) -> Value?
    ) throws(ToolError) -> Value {
        try saying(as: .usage) { try NodeReader.read(bytes, file: file, schema: schema, body) }
    }
}
