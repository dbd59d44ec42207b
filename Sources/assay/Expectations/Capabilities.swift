import AccessEnablerAPI
import Documents
import Evidence
import Reports
import Specification

/// What a port does not have on purpose, from a file in its repository.
struct Capabilities: Sendable {
    enum Kind: String, Sendable, Hashable, CaseIterable { case call, feature }

    /// Something that cases need of a port.
    struct Need: Sendable, Hashable, Comparable {
        var kind: Kind
        var name: String

        static func < (left: Need, right: Need) -> Bool {
            (left.kind.rawValue, left.name) < (right.kind.rawValue, right.name)
        }
    }

    struct Entry: Sendable, Hashable {
        var need: Need
        var reason: String
        /// The first and the last line of the entry in the file.
        var lines: ClosedRange<Int>
    }

    static let schema = "assay/capabilities/1"

    var file: String
    var entries: [Entry]

    /// What a case needs of a port that is run as that; nothing where it does not apply.
    private static func needs(of testCase: Case, as leg: Leg) -> Set<Need> {
        guard leg.has(testCase) else { return [] }
        let testCase = testCase.fitted(to: leg.platform, leg.version)
        return Set(testCase.calls.map { Need(kind: .call, name: $0.rawValue) })
            .union(testCase.requires.map { Need(kind: .feature, name: $0.rawValue) })
    }

    /// What a case needs, and a port that is described like this does not have.
    private static func missing(in header: RunHeader, for testCase: Case) -> Set<Need> {
        needs(of: testCase, as: header.leg).filter { !has(header, $0) }
    }

    /// What is known to be missing takes a case out of the question.
    func applied(to verdict: Verdict, of testCase: Case?, _ header: RunHeader) -> Verdict {
        guard verdict.outcome == .notTestable, let testCase else { return verdict }
        let missing = Self.missing(in: header, for: testCase)
        let listed = entries.filter { missing.contains($0.need) }
        guard !missing.isEmpty, missing.isSubset(of: listed.map(\.need)) else { return verdict }
        var verdict = verdict
        verdict.outcome = .notApplicable
        verdict.findings = listed.map { entry in
            Finding(
                message: "the port does not have the \(entry.need.kind.rawValue) \(entry.need.name), as "
                    + "\(file):\(entry.lines.lowerBound) says: \(entry.reason)")
        }
        return verdict
    }

    /// What the port does not have and the list does not name, and what the list names and the port has.
    ///
    /// - Parameter headers: how the port describes itself in each run.
    /// - Parameter platforms: those that the port may have.
    /// - Parameter rewrite: the command that writes the file anew.
    func problems(
        _ headers: [RunHeader], of cases: [Case], on platforms: Set<Platform>, rewrite: String
    ) -> [ListProblem] {
        let asking = Self.asking(headers, of: cases, on: platforms)
        let gained = entries.sorted { $0.lines.lowerBound > $1.lines.lowerBound }.filter { entry in
            asking(entry.need).map { headers in headers.allSatisfy { Self.has($0, entry.need) } } ?? false
        }
        let listed = Set(entries.map(\.need))
        var lost: [Need: Set<String>] = [:]
        for header in headers {
            let meant = Set(header.cases)
            for testCase in cases where meant.contains(testCase.id) {
                for need in Self.missing(in: header, for: testCase).subtracting(listed) {
                    lost[need, default: []].insert(testCase.id)
                }
            }
        }
        return gained.map { entry in
            ListProblem(
                .capabilities,
                "\(file):\(entry.lines.lowerBound): the port has the \(entry.need.kind.rawValue) \(entry.need.name) now; "
                    + "fix: sed -i '\(entry.lines.lowerBound),\(entry.lines.upperBound)d' \(RunReport.quoted(file))",
                isImprovement: true)
        }
            + lost.sorted { $0.key < $1.key }.map { need, cases in
                ListProblem(
                    .capabilities,
                    "the port does not have the \(need.kind.rawValue) \(need.name), and \(file) does not say so: "
                        + "\(Prose.count(cases.count, "case")) cannot be tested; fix: give it back, or \(rewrite)")
            }
    }

    /// The runs that ask for something; nil where none does, or where another platform would that was not run.
    private static func asking(
        _ headers: [RunHeader], of cases: [Case], on platforms: Set<Platform>
    ) -> (Need) -> [RunHeader]? {
        let versions = Set(headers.map(\.version))
        let legs = platforms.union(headers.map(\.platform)).flatMap { platform in
            versions.map { Leg(platform: platform, version: $0) }
        }
        let needed = legs.map { leg in (leg, cases.reduce(into: Set()) { $0.formUnion(needs(of: $1, as: leg)) }) }
        return { need in
            let asking = needed.filter { $0.1.contains(need) }.map(\.0)
            let run = headers.filter { asking.contains($0.leg) }
            return !run.isEmpty && Set(run.map(\.platform)) == Set(asking.map(\.platform)) ? run : nil
        }
    }

    private static func has(_ header: RunHeader, _ need: Need) -> Bool {
        switch need.kind {
        case .call: header.calls.contains(Selector(rawValue: need.name))
        case .feature: header.features.contains(PortFeature(rawValue: need.name))
        }
    }

    /// The names of what the port really does not have of what is listed, and any case needs that applies.
    func lacks(in header: RunHeader, of cases: [Case]) -> [String] {
        let missing = cases.reduce(into: Set()) { $0.formUnion(Self.missing(in: header, for: $1)) }
        return entries.map(\.need).filter(missing.contains).map(\.name)
    }

    // MARK: - The file

    /// A file that lists what the port does not have and any of the cases needs.
    ///
    /// Of `kept` stays, too, what these runs cannot tell of.
    static func text(
        _ headers: [RunHeader], of cases: [Case], on platforms: Set<Platform>, _ implementation: String,
        keeping kept: Capabilities?
    ) -> String {
        let asking = asking(headers, of: cases, on: platforms)
        var missing = Set((kept?.entries ?? []).map(\.need).filter { asking($0) == nil })
        for header in headers {
            for testCase in cases { missing.formUnion(self.missing(in: header, for: testCase)) }
        }
        let reasons = Dictionary((kept?.entries ?? []).map { ($0.need, $0.reason) }) { first, _ in first }
        return """
            # What \(implementation) does not have; `assay run --capabilities` reads it.
            schema: \(schema)
            lacks:

            """
                + missing.sorted().map { need in
                    "  - \(need.kind.rawValue): \(YAMLText.quoted(need.name))\n"
                        + "    reason: \(YAMLText.quoted(reasons[need] ?? "not implemented yet"))\n"
                }.joined()
    }

    static func read(_ path: String, of cases: [Case]) throws(ToolError) -> Capabilities {
        try read(try StrengthFile.bytes(of: path), file: path, of: cases)
    }

    static func read(_ bytes: [UInt8], file: String, of cases: [Case]) throws(ToolError) -> Capabilities {
        var entries = try StrengthFile.read(bytes, file: file, schema: schema) { reader -> [Entry]? in
            guard let list = reader.required("lacks"), !list.isNull else { return [] }
            return list.list { entry($0, of: cases) }
        }
        let lines = StrengthFile.lines(entries.map(\.lines.lowerBound), in: bytes)
        for index in entries.indices { entries[index].lines = lines[index] }
        return Capabilities(file: file, entries: entries)
    }

    private static func entry(_ node: NodeReader, of cases: [Case]) -> Entry? {
        node.mapping { reader in
            let need = reader.exactlyOne(of: Kind.allCases.map(\.rawValue))
            let reason = reader.required("reason")?.string()
            guard let need, let kind = Kind(rawValue: need.key), let name = need.value.string(), let reason else {
                return nil
            }
            let known: [String] =
                switch kind {
                case .call: cases.flatMap { $0.calls.map(\.rawValue) }
                case .feature: cases.flatMap { $0.requires.map(\.rawValue) }
                }
            guard known.contains(name) else {
                need.value.report(
                    "no case needs the \(kind.rawValue) '\(name)'" + suggestion(for: name, among: Set(known).sorted()))
                return nil
            }
            return Entry(need: Need(kind: kind, name: name), reason: reason, lines: node.mark.line...node.mark.line)
        }
    }
}

extension RunHeader {
    fileprivate var leg: Leg { Leg(platform: platform, version: version) }
}
