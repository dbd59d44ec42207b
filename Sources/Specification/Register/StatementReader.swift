import Documents
import Evidence

/// Reads a file of statements: those of one area.
struct StatementReader {
    enum FileKey: String, RegisterKey {
        case area, title, statements
    }

    enum Key: String, RegisterKey {
        case id, level, subject, text, cites, platforms, versions, basis, strictness, see

        static var optionalKeys: Set<Key> { [.see] }
    }

    enum CitationKey: String, RegisterKey {
        case document, anchor, part

        static var optionalKeys: Set<CitationKey> { [.anchor, .part] }
    }

    let documents: Set<String>
    let ambiguities: Set<String>

    /// The area, and its statements with the places of their ids.
    func area(_ root: NodeReader) -> (area: RegisterArea, statements: [(statement: Statement, id: NodeReader)])? {
        root.fields(FileKey.self) { file in
            let area = file.string(.area)
            let title = file.string(.title)
            let statements = file[.statements]?.list { statement($0, area: area) }
            guard let area, let title, let statements else { return nil }
            return (RegisterArea(name: area, title: title), statements)
        }
    }

    private func statement(_ node: NodeReader, area: String?) -> (statement: Statement, id: NodeReader)? {
        node.fields(Key.self) { fields in
            let id = fields[.id].flatMap { identifier($0, area: area) }
            let level = fields[.level]?.oneOf(Level.self, what: "level")
            let subject = fields[.subject]?.oneOf(Statement.Subject.self, what: "subject")
            let text = fields.string(.text)
            let cites = fields[.cites]?.list { citation($0) }
            if let cites, cites.isEmpty { fields[.cites]?.report("a statement cites at least one document") }
            let platforms = fields[.platforms]?.platforms()
            let versions = fields[.versions]?.versions()
            let basis = fields[.basis]?.oneOf(Statement.Basis.self, what: "basis")
            let strictness = fields[.strictness]?.oneOf(Statement.Strictness.self, what: "strictness")
            let see = fields[.see]?.references(to: ambiguities, what: "ambiguity") ?? []
            guard let place = fields[.id], let id, let level, let subject, let text, let cites, let platforms,
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
        node.fields(CitationKey.self) { fields in
            guard let document = fields[.document]?.reference(to: documents, what: "document") else { return nil }
            return StatementCitation(document: document, anchor: fields.string(.anchor), part: fields.string(.part))
        }
    }
}
