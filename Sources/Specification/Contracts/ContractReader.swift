import AccessEnablerAPI
package import Documents
import Evidence
import ServiceProtocol

/// Reads one contract file into its cases.
package struct ContractReader {
    package static let schema = "assay/contract/2"

    private static let maxCells = 10_000

    let vocabulary: Vocabulary

    package init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// The cases of the file, one for each cell of its matrix; mistakes go to `diagnostics`.
    ///
    /// `area` is the folder the file stands in, `file` the name that messages give it.
    package func cases(in document: Node, area: String, file: String, diagnostics: Diagnostics) -> [Case] {
        let root = NodeReader(document, file: file, diagnostics: diagnostics)
        guard case .mapping(let pairs) = document.content else {
            root.report("a contract is a mapping")
            return []
        }
        let matrix = Self.matrix(pairs, file: file, diagnostics: diagnostics)
        return matrix.cells.compactMap { cell in
            let filled = Node(
                content: .mapping(
                    pairs.map { pair in
                        pair.key == "matrix"
                            ? pair
                            : Node.Pair(
                                key: pair.key, keyMark: pair.keyMark, value: Matrix.fill(pair.value, with: cell))
                    }), mark: document.mark)
            let reader = NodeReader(filled, file: file, diagnostics: diagnostics)
            return reader.mapping { mapping in
                let made = contract(mapping, cell: cell, area: area, file: file)
                if made?.alike.isEmpty == false, matrix.cells.count < 2 {
                    mapping.report("'alike' compares the cells of a matrix, and there is only one", at: mapping.mark)
                }
                return made
            }
        }
    }

    private static func matrix(_ pairs: [Node.Pair], file: String, diagnostics: Diagnostics) -> Matrix {
        guard let pair = pairs.first(where: { $0.key == "matrix" }) else { return Matrix(axes: []) }
        let axes = NodeReader(pair.value, file: file, diagnostics: diagnostics).mapping { mapping in
            mapping.everyEntry().compactMap { key, value -> (name: String, values: [Node])? in
                guard let name = key.string(), let values = value.list(of: { $0.node }) else { return nil }
                guard !values.isEmpty else {
                    value.report("the matrix gives '\(name)' no value")
                    return nil
                }
                return (name, values)
            }
        }
        let matrix = Matrix(axes: axes ?? [])
        let values = NodeReader(pair.value, file: file, diagnostics: diagnostics)
        guard matrix.axes.reduce(1, { min($0 * $1.values.count, maxCells + 1) }) <= maxCells else {
            values.report("the matrix has more than \(maxCells) cells")
            return Matrix(axes: [])
        }
        let cells = Dictionary(grouping: matrix.cells.map(Matrix.text)) { $0 }
        for name in cells.filter({ $0.value.count > 1 }).keys.sorted() {
            values.report("two cells of the matrix are called \(name): values that are mappings need a 'name' each")
        }
        return matrix
    }

    // MARK: - One cell

    private func contract(_ mapping: MappingReader, cell: Matrix.Cell, area: String, file: String) -> Case? {
        if let schema = mapping.required("schema"), let name = schema.string(), name != Self.schema {
            schema.report("expected the schema '\(Self.schema)', found '\(name)'")
        }
        let id = mapping.required("id").flatMap { identifier($0) }
        let title = mapping.required("title")?.string()
        let level = mapping.required("level")?.oneOf(Level.self, what: "level")
        _ = mapping.optional("matrix")
        var fixture = FixtureReader(callbacks: vocabulary.callbacks).fixture(mapping)

        var known = vocabulary
        known.providers = fixture.providers.map(\.name)
        known.mvpds = fixture.mvpds
        known.resources = fixture.resources.keys.sorted()
        let steps = StepReader(patterns: PatternReader(vocabulary: known))
        let cites = mapping.required("cites").flatMap { steps.statements($0) } ?? []
        let (platforms, versions, supposes) = applies(mapping)
        var requires = mapping.optional("requires")?.list { $0.string().map(PortFeature.init(rawValue:)) } ?? []
        // Only a port that asks it notices what the account is like.
        if fixture.platform != nil, !requires.contains(.platformSSO) { requires.append(.platformSSO) }
        if !fixture.omittedCallbacks.isEmpty { requires.append(.optionalCallbacks) }
        if fixture.earlierVersion != nil { requires.append(.storageUpgrade) }
        let allow = mapping.optional("allow")?.list { selector($0) } ?? []
        let alike = mapping.optional("alike")?.list { $0.oneOf(Likeness.self, what: "likeness") } ?? []
        let kills = mapping.optional("kills")?.list { $0.string() } ?? []
        let stepsNode = mapping.required("steps")
        let entries = stepsNode?.list { steps.entry($0) } ?? []
        let read = StepReader.steps(of: entries, in: .usual)
        let labels = Set(read.compactMap(\.label))
        let expectations = ExpectationReader(steps: steps, labels: labels)
        let expected = mapping.optional("expect").flatMap { expectations.expectations($0) } ?? []
        let readings = mapping.optional("readings")?.list { reading($0, expectations) } ?? []
        let reads = mapping.optional("reads")?.list { $0.oneOf(vocabulary.ambiguities, what: "ambiguity") } ?? []

        let changes = read.contains { if case .launch = $0.action { true } else { false } }
        if changes { requires.append(.applications) }
        if changes || fixture.earlierVersion != nil {
            requires.append(.persistentStorage)
            fixture.persistentStorage = true
        }

        guard let id, let title, let level else { return nil }
        checkThatItProves(read, expected, readings, mapping)
        checkLabels(entries.compactMap(\.label), read, expected + readings.flatMap(\.expectations), mapping)
        if let stepsNode { checkDelays(of: read, stepsNode) }
        if !reads.isEmpty, readings.isEmpty {
            mapping.report("what the contract reads needs 'readings', with the name of one at least", at: mapping.mark)
        }
        if readings.count > 1, readings.contains(where: \.expectations.isEmpty) {
            mapping.report("a reading without 'expect' must be the only one", at: mapping.mark)
        }
        return Case(
            id: id + Matrix.text(of: cell), contractID: id, title: title, area: area, level: level, cites: cites,
            platforms: platforms, versions: versions, requires: Set(requires), supposes: supposes, fixture: fixture,
            steps: read,
            idioms: idioms(of: entries, usual: read), expectations: expected,
            readings: readings, reads: reads, allow: Set(allow), alike: Set(alike), kills: kills, file: file,
            line: mapping.mark.line)
    }

    /// How long a port waits for a reply is its own affair, so no contract may hang on it.
    private func checkDelays(of steps: [Step], _ node: NodeReader) {
        let delays = steps.compactMap { step -> (String, Duration?)? in
            switch step.action {
            case .fault(_, _, let fault?, _): (fault.description, fault.maxDelay)
            case .latency(_, _, let latency): (latency.description, latency.maxDelay)
            default: nil
            }
        }
        let sum = delays.reduce(Duration.zero) { $0 + ($1.1 ?? .zero) }
        if sum > .seconds(1) {
            let named = delays.filter { $0.1 ?? .zero > .zero }.map(\.0).joined(separator: ", ")
            node.report(
                "replies take more than a second here (\(named)), and the documents do not say how long a port waits for one"
            )
        }
        let waits = steps.contains { step in
            if case .await(_, .undocumented) = step.action { true } else { false }
        }
        if let endless = delays.first(where: { $0.1 == nil })?.0, !waits {
            node.report(
                "a reply never ends here (\(endless)), and the documents do not say when a port gives up on one: write"
                    + " 'due: undocumented' where that is awaited")
        }
    }

    /// The steps in the idioms, where they differ.
    private func idioms(of entries: [StepEntry], usual: [Step]) -> [Idiom: [Step]] {
        var idioms: [Idiom: [Step]] = [:]
        for idiom in Idiom.others {
            let steps = StepReader.steps(of: entries, in: idiom)
            if steps != usual { idioms[idiom] = steps }
        }
        if !idioms.isEmpty { idioms[.usual] = usual }
        return idioms
    }

    private func identifier(_ reader: NodeReader) -> String? {
        guard let text = reader.string() else { return nil }
        let isKebab = text.utf8.allSatisfy { ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) || $0 == 45 }
        guard isKebab, !text.isEmpty else {
            reader.report("an id has lower-case letters, digits and hyphens only: '\(text)'")
            return nil
        }
        return text
    }

    private func selector(_ reader: NodeReader) -> Selector? {
        reader.oneOf(vocabulary.callbacks, what: "callback").map(Selector.init(rawValue:))
    }

    private func applies(_ mapping: MappingReader) -> (Set<Platform>, VersionRange, Set<ProtocolTrait>) {
        var supposes: [ProtocolTrait] = []
        var platforms = Set(Platform.allCases)
        var versions = VersionRange.all
        _ = mapping.optional("applies")?.mapping { applies -> Bool in
            if let list = applies.optional("platforms")?.list(of: { $0.oneOf(Platform.self, what: "platform") }) {
                platforms = Set(list)
            }
            if let range = applies.optional("versions")?.versions() { versions = range }
            supposes =
                applies.optional("protocol")?
                .list { $0.oneOf(ProtocolTrait.self, what: "property of the protocol") } ?? []
            return true
        }
        return (platforms, versions, Set(supposes))
    }

    private func reading(_ reader: NodeReader, _ expectations: ExpectationReader) -> Reading? {
        reader.mapping { mapping in
            let name = mapping.required("name")?.string()
            let allow = mapping.optional("allow")?.list { selector($0)?.rawValue } ?? []
            let expected = mapping.optional("expect").map { expectations.expectations($0) } ?? []
            guard let name, let expected else { return nil }
            return Reading(name: name, expectations: expected, allow: Set(allow))
        }
    }

    /// A step's label is its own, and what refers to one finds it: nothing is ever equal to an event that is nowhere.
    private func checkLabels(
        _ labels: [String], _ steps: [Step], _ expected: [Expectation], _ mapping: MappingReader
    ) {
        for label in Set(labels).sorted() where labels.count(where: { $0 == label }) > 1 {
            mapping.report("two steps are labelled '\(label)'", at: mapping.mark)
        }
        var before: Set<String> = []
        func check(_ named: [String], among known: Set<String>, _ missing: String) {
            for label in Set(named).subtracting(known).sorted() {
                mapping.report("no step before \(missing) '\(label)'", at: mapping.mark)
            }
        }
        var awaited: Set<String> = []
        for step in steps {
            switch step.action {
            case .await(let pattern, _):
                check(pattern.labels, among: awaited, "awaits an event as")
                if let label = step.label { awaited.insert(label) }
            case .quiesce(.between(let first, let second)): check([first, second], among: before, "is labelled")
            default: break
            }
            if let label = step.label { before.insert(label) }
        }
        for expectation in expected {
            check(expectation.patterns.flatMap(\.labels), among: awaited, "awaits an event as")
        }
    }

    /// A contract that a port can keep by doing nothing proves nothing.
    private func checkThatItProves(
        _ steps: [Step], _ expected: [Expectation], _ readings: [Reading], _ mapping: MappingReader
    ) {
        let waits = steps.contains { step in
            switch step.action {
            case .await, .awaitHeld: true
            default: false
            }
        }
        let demands = (expected + readings.flatMap(\.expectations)).contains { expectation in
            switch expectation.kind {
            case .occurs(_, let count): count.lower > 0
            case .order, .check: true
            }
        }
        if !steps.isEmpty, !waits, !demands {
            mapping.report("the contract asks for nothing that a silent port would not do", at: mapping.mark)
        }
        checkThatQuietIsProved(steps, expected + readings.flatMap(\.expectations), mapping)
    }

    /// What must not come, or not more often, may be on its way until quiet is proved where the contract looks for it.
    private func checkThatQuietIsProved(_ steps: [Step], _ expected: [Expectation], _ mapping: MappingReader) {
        let quiets = steps.indices.filter { if case .quiesce = steps[$0].action { true } else { false } }
        for expectation in expected {
            guard case .occurs(_, let count) = expectation.kind, count.upper != nil else { continue }
            // What comes while it is made sure of is neither before that step nor after it.
            if let before = expectation.before, quiets.contains(where: { steps[$0].label == before }) {
                mapping.report(
                    "'\(before)' is a 'quiesce' step, and what comes before it is what comes before the quiet begins: "
                        + "label the step after it", at: mapping.mark)
                continue
            }
            let start = steps.firstIndex { $0.label != nil && $0.label == expectation.after } ?? 0
            let end = steps.firstIndex { $0.label != nil && $0.label == expectation.before } ?? steps.count
            guard !quiets.contains(where: { (start...end).contains($0) }) else { continue }
            mapping.report(
                "to show that something does not come, add a 'quiesce' step"
                    + (expectation.after.map { " after '\($0)'" } ?? "")
                    + (expectation.before.map { " before '\($0)'" } ?? ""), at: mapping.mark)
        }
    }
}
