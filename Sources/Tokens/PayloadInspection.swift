internal import XML

/// A close look at a payload that is not good, to find everything that is wrong with it.
///
/// The schema stops at the first element in the wrong place, so order and presence are compared with the layout
/// here, and every element is shown to the schema alone, within a payload that is good but for it.
struct PayloadInspection {
    var payload: [UInt8]
    /// The whole token, for positions.
    var text: [UInt8]
    /// Where the payload starts in the text.
    var offset: Int
    var isStrict: Bool

    func inspect(with validator: TokenValidator, into report: inout TokenReport) {
        report.findings += purityFindings()
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLReader.read(payload, limits: .token)
        } catch {
            let statement = payload.isEmpty ? "AE-XML-001" : nil
            report.findings.append(
                TokenFinding(.framing, at: place(error.position), statement: statement, error.message))
            return
        }
        report.root = root.name
        guard let kind = TokenKind(root: root.name) else {
            report.findings.append(
                TokenFinding(
                    .schema, at: place(root.position), path: "/\(root.name)",
                    "the element \(root.name) is the root of no kind of token"))
            return
        }
        report.kind = kind
        let layout = TokenLayout.of(kind)
        let before = report.findings.count
        report.findings += structureFindings(of: root, layout)
        report.findings += valueFindings(of: root, layout, validator)
        report.values = values(of: root, layout)
        if report.findings.count == before,
            case .invalid(let complaints) = validator.schema(kind).check(payload, limits: .token)
        {
            report.findings.append(
                TokenFinding(
                    .schema, at: place(root.position), path: "/\(root.name)", statement: layout.orderStatement,
                    complaints.first ?? "the schema does not accept the token"))
        }
    }

    /// The payload is one element, and nothing is before or after it.
    private func purityFindings() -> [TokenFinding] {
        guard let first = payload.first else { return [] }
        if first != UInt8(ascii: "<") {
            return [TokenFinding(.framing, at: place(.start), "the payload does not begin with an element")]
        }
        guard let aside = asides.first else { return [] }
        return [
            TokenFinding(
                .framing, at: XMLPosition(of: offset + aside, in: text),
                "a token has only elements and text: no declaration, comment or instruction in it, before it or after it"
            )
        ]
    }

    /// Where comments, instructions and XML declarations begin.
    private var asides: [Int] {
        var found: [Int] = []
        var index = 0
        while let start = payload[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            // Most begin a name.
            guard index < payload.count, payload[index] == UInt8(ascii: "!") || payload[index] == UInt8(ascii: "?")
            else { continue }
            let rest = payload[start...]
            if rest.starts(with: "<![CDATA[".utf8) {
                index = payload[start...].firstRange(of: "]]>".utf8)?.upperBound ?? payload.endIndex
            } else if rest.starts(with: "<!--".utf8) || rest.starts(with: "<?".utf8) {
                found.append(start)
                let end = rest.starts(with: "<?".utf8) ? "?>" : "-->"
                index = rest.firstRange(of: end.utf8)?.upperBound ?? payload.endIndex
            }
        }
        return found
    }

    private func structureFindings(of root: XMLElement, _ layout: TokenLayout) -> [TokenFinding] {
        var findings: [TokenFinding] = []
        if root.namespace != nil {
            findings.append(
                TokenFinding(
                    .schema, at: place(root.position), path: "/\(root.name)", statement: layout.rootStatement,
                    "the element \(root.name) is in a name space, and tokens are in none"))
        }
        findings += attributeFindings(of: root, path: "/\(root.name)")
        findings += childFindings(
            of: root, path: "/\(root.name)", order: layout.children, isRequired: layout.isRequired,
            statement: layout.orderStatement)
        for child in root.elements where child.namespace == nil && layout.children.contains(child.name) {
            let inner = layout.fields.filter { $0.parent == child.name }
            guard !child.attributes.isEmpty || !inner.isEmpty else { continue }
            let path = "/\(root.name)/\(child.name)"
            findings += attributeFindings(of: child, path: path)
            guard let statement = inner.first?.statement else { continue }
            findings += childFindings(
                of: child, path: path, order: inner.map(\.name), isRequired: { _ in true }, statement: statement)
        }
        return findings
    }

    private func attributeFindings(of element: XMLElement, path: String) -> [TokenFinding] {
        element.attributes.map { attribute in
            TokenFinding(
                .schema, at: place(element.position), path: path, "the attribute \(attribute.name) is not allowed")
        }
    }

    /// Unknown, repeated, misplaced and missing children, and text where none belongs.
    private func childFindings(
        of element: XMLElement, path: String, order: [String], isRequired: (String) -> Bool, statement: String
    ) -> [TokenFinding] {
        var findings: [TokenFinding] = []
        func find(
            _ position: XMLPosition, _ path: String, _ message: String, as severity: TokenFinding.Severity = .error
        ) {
            findings.append(
                TokenFinding(.schema, as: severity, at: place(position), path: path, statement: statement, message))
        }
        var seen: Set<String> = []
        var furthest = -1
        for child in element.elements {
            let name = child.name
            let childPath = "\(path)/\(name)"
            guard child.namespace == nil else {
                find(child.position, childPath, "the element \(name) is in a name space, and tokens are in none")
                continue
            }
            guard let index = order.firstIndex(of: name) else {
                find(
                    child.position, childPath, "the element \(name) is not documented",
                    as: isStrict ? .error : .extension)
                continue
            }
            if !seen.insert(name).inserted {
                find(child.position, childPath, "\(name) is there more than once")
            } else if index < furthest {
                find(child.position, childPath, "\(name) comes after \(order[furthest]), it belongs before it")
            }
            furthest = max(furthest, index)
        }
        for name in order where isRequired(name) && !seen.contains(name) {
            find(element.position, "\(path)/\(name)", "\(name) is missing")
        }
        if element.text.utf8.contains(where: { !isXMLSpace($0) }) {
            find(element.position, path, "there is text between the elements")
        }
        return findings
    }

    /// Layer 3: every known element before the schema, in a payload that is good but for it.
    private func valueFindings(
        of root: XMLElement, _ layout: TokenLayout, _ validator: TokenValidator
    ) -> [TokenFinding] {
        var findings: [TokenFinding] = []
        for child in root.elements where child.namespace == nil {
            for (element, field) in leaves(of: child, layout) {
                let text = element.text
                let exists = field.dateForm.map { TokenDate(text.trimmingSpaces, form: $0) != nil }
                // A date that there is has the form that the schema asks for.
                let isAccepted =
                    exists == true && !element.hasElements || accepts(element, field, root.name, layout, validator)
                guard !isAccepted || exists == false else { continue }
                let path = "/\(root.name)/" + (field.parent.map { "\($0)/" } ?? "") + field.name
                let value =
                    field.isSecret
                    ? "\(field.name) has another form" : "\(field.name) is \"\(element.text.prefix(80))\""
                let problem =
                    isAccepted
                    ? "\(value), \(Self.objection(toDate: element.text, of: field))"
                    : "\(value), expected \(field.expected)"
                findings.append(
                    TokenFinding(
                        .lexical, at: place(element.position), path: path, statement: field.statement,
                        element.elements.isEmpty ? problem : "there are elements in \(field.name), which is text"))
            }
        }
        return findings
    }

    /// What is wrong with a date that the schema accepts, for which white space is white space.
    private static func objection(toDate text: String, of field: TokenLayout.Field) -> String {
        let words = text.split { $0 == " " || $0.isNewline || $0 == "\t" }.joined(separator: " ")
        let isThere = field.dateForm.map { TokenDate(words, form: $0) != nil } ?? true
        return isThere ? "with other white space than single spaces" : "no day of the calendar"
    }

    private func accepts(
        _ element: XMLElement, _ field: TokenLayout.Field, _ root: String, _ layout: TokenLayout,
        _ validator: TokenValidator
    ) -> Bool {
        func sample() -> String {
            var plain = element
            plain.attributes = []
            let written = plain.source(withNamespaces: false)
            return if let parent = field.parent {
                layout.sample(root: root, replacing: parent, with: "<\(parent)>\(written)</\(parent)>")
            } else {
                layout.sample(root: root, replacing: field.name, with: written)
            }
        }
        guard !element.hasElements else { return validator.accepts(Array(sample().utf8), layout.kind) }
        if let minLength = field.minLength { return element.text.utf8.count >= minLength }
        return validator.accepts(element.text, of: field.name, layout.kind, sample: sample)
    }

    /// The elements with a value at or directly in a child of the root.
    private func leaves(of child: XMLElement, _ layout: TokenLayout) -> [(XMLElement, TokenLayout.Field)] {
        var leaves: [(XMLElement, TokenLayout.Field)] = []
        for field in layout.fields {
            if field.parent == child.name {
                leaves += child.all(field.name).filter { $0.namespace == nil }.map { ($0, field) }
            } else if field.parent == nil && field.name == child.name {
                leaves.append((child, field))
            }
        }
        return leaves
    }

    /// The first value of every known element, whatever else is wrong.
    private func values(of root: XMLElement, _ layout: TokenLayout) -> XMLSchema.Values {
        XMLSchema.Values(
            layout.fields.enumerated().compactMap { index, field in
                let parent = field.parent.map { root.own($0) } ?? root
                return parent?.own(field.name).map { XMLSchema.Value(name: index, text: $0.text[...]) }
            })
    }

    /// A position of the payload as one of the whole token.
    private func place(_ position: XMLPosition) -> XMLPosition {
        let start = XMLPosition(of: offset, in: text)
        return position.line == 1
            ? XMLPosition(line: start.line, column: start.column + position.column - 1)
            : XMLPosition(line: start.line + position.line - 1, column: position.column)
    }
}
