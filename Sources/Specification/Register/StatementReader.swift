import Documents
import Evidence

/// Reads a file of statements: those of one area.
struct StatementReader {
    let documents: Set<String>
    let ambiguities: Set<String>

    /// The area, and its statements with the places of their ids.
    func area(_ root: NodeReader) -> (area: RegisterArea, statements: [(statement: Statement, id: NodeReader)])? {
        root.mapping { file in
            let area = file.text("area")
            let title = file.text("title")
            let statements = file.required("statements")?.list { statement($0, area: area) }
            guard let area, let title, let statements else { return nil }
            return (RegisterArea(name: area, title: title), statements)
        }
    }

    private func statement(_ node: NodeReader, area: String?) -> (statement: Statement, id: NodeReader)? {
        node.mapping { fields in
            let id = fields.required("id").flatMap { identifier($0, area: area) }
            let level = fields.required("level")?.oneOf(Level.self, what: "level")
            let subject = fields.required("subject")?.oneOf(Statement.Subject.self, what: "subject")
            let text = fields.text("text")
            let cites = fields.required("cites")?.list { citation($0) }
            if let cites, cites.isEmpty { fields.required("cites")?.report("a statement cites at least one document") }
            let platforms = fields.required("platforms")?.platforms()
            let versions = fields.required("versions")?.versions()
            let basis = fields.required("basis")?.oneOf(Statement.Basis.self, what: "basis")
            let strictness = fields.required("strictness")?.oneOf(Statement.Strictness.self, what: "strictness")
            let see = fields.optional("see")?.references(to: ambiguities, what: "ambiguity") ?? []
            guard let place = fields.required("id"), let id, let level, let subject, let text, let cites, let platforms,
                let versions, let basis, let strictness
            else { return nil }
            let statement = Statement(
                id: id, level: level, subject: subject, text: text, cites: cites, platforms: platforms,
                versions: versions, basis: basis, strictness: strictness, see: see)
            return (statement, place)
        }
    }

    private func identifier(_ node: NodeReader, area: String?) -> String? {
        guard let id = node.string() else { return nil }
        guard let own = Statement.area(of: id) else {
            node.report("'\(id)' is not an id of a statement, such as AE-SP-007")
            return nil
        }
        if let area, own != area {
            node.report("'\(id)' does not belong to the area \(area)")
            return nil
        }
        return id
    }

    private func citation(_ node: NodeReader) -> StatementCitation? {
        node.mapping { fields in
            let document = fields.required("document")?.reference(to: documents, what: "document")
            let (anchor, part) = (fields.optional("anchor")?.text(), fields.optional("part")?.text())
            return document.map { StatementCitation(document: $0, anchor: anchor, part: part) }
        }
    }
}
