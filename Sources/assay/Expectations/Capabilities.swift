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

    /// What a case needs, and a port that is described like this does not have.
    static func missing(in header: RunHeader, for testCase: Case) -> Set<Need> {
        let testCase = testCase.fitted(to: header.platform, header.version)
        return Set(testCase.calls.subtracting(header.calls).map { Need(kind: .call, name: $0.rawValue) })
            .union(testCase.requires.subtracting(header.features).map { Need(kind: .feature, name: $0.rawValue) })
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
    /// - Parameter rewrite: the command that writes the file anew.
    func problems(_ headers: [RunHeader], of cases: [Case], rewrite: String) -> [ListProblem] {
        let gained = entries.sorted { $0.lines.lowerBound > $1.lines.lowerBound }.filter { entry in
            headers.allSatisfy { Self.has($0, entry.need) }
        }
        let listed = Set(entries.map(\.need))
        var lost: [Need: Set<String>] = [:]
        for header in headers {
            let meant = Set(header.cases)
            for testCase in cases where meant.contains(testCase.id) && Self.isApplicable(testCase, header) {
                for need in Self.missing(in: header, for: testCase).subtracting(listed) {
                    lost[need, default: []].insert(testCase.id)
                }
            }
        }
        return gained.map { entry in
            ListProblem(
                .capabilities,
                "\(file):\(entry.lines.lowerBound): the port has the \(entry.need.kind.rawValue) \(entry.need.name) now; "
                    + "fix: sed -i '\(entry.lines.lowerBound),\(entry.lines.upperBound)d' \(file)",
                isImprovement: true)
        }
            + lost.sorted { $0.key < $1.key }.map { need, cases in
                ListProblem(
                    .capabilities,
                    "the port does not have the \(need.kind.rawValue) \(need.name), and \(file) does not say so: "
                        + "\(Prose.count(cases.count, "case")) cannot be tested; fix: give it back, or \(rewrite)")
            }
    }

    private static func isApplicable(_ testCase: Case, _ header: RunHeader) -> Bool {
        testCase.platforms.contains(header.platform) && testCase.versions.contains(header.version)
    }

    private static func has(_ header: RunHeader, _ need: Need) -> Bool {
        switch need.kind {
        case .call: header.calls.contains(Selector(rawValue: need.name))
        case .feature: header.features.contains(PortFeature(rawValue: need.name))
        }
    }

    /// The names of what the port really does not have of what is listed.
    func lacks(in header: RunHeader) -> [String] {
        entries.map(\.need).filter { !Self.has(header, $0) }.map(\.name)
    }

    // MARK: - The file

    /// A file that lists what the port does not have and any of the cases needs.
    static func text(_ headers: [RunHeader], of cases: [Case], _ implementation: String, keeping kept: Capabilities?)
        -> String
    {
        var missing: Set<Need> = []
        for header in headers {
            for testCase in cases where isApplicable(testCase, header) {
                missing.formUnion(self.missing(in: header, for: testCase))
            }
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
        let bytes: [UInt8]
        do throws(FileError) { bytes = try File.read(path) } catch { throw .input("\(error)") }
        return try read(bytes, file: path, of: cases)
    }

    static func read(_ bytes: [UInt8], file: String, of cases: [Case]) throws(ToolError) -> Capabilities {
        let entries = try StrengthFile.read(bytes, file: file, schema: schema) { reader -> [Entry]? in
            guard let list = reader.required("lacks"), !list.isNull else { return [] }
            return list.list { entry($0, of: cases) }
        }
        return Capabilities(file: file, entries: entries)
    }

    private static func entry(_ node: NodeReader, of cases: [Case]) -> Entry? {
        node.mapping { reader in
            let need = reader.exactlyOne(of: Kind.allCases.map(\.rawValue))
            let reason = reader.required("reason")
            guard let need, let kind = Kind(rawValue: need.key), let name = need.value.string(), let reason,
                let text = reason.string()
            else { return nil }
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
            return Entry(
                need: Need(kind: kind, name: name), reason: text, lines: node.mark.line...reason.mark.line)
        }
    }
}
