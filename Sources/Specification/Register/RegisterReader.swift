package import Documents
import Evidence

extension Register {
    private enum FileName {
        static let documents = "documents.yaml"
        static let ambiguities = "ambiguities.yaml"
        static let sections = "sections.yaml"
        static let untestable = "untestable.yaml"
        static let special = [documents, ambiguities, sections, untestable]
    }

    /// Reads the files of `Specs/statements`; every mistake of every file goes to `diagnostics`.
    ///
    /// Four files have a name of their own (documents, ambiguities, sections, and untestable, which may be left out);
    /// each of the others is an area.
    package static func read(_ files: [RegisterFile], diagnostics: Diagnostics) -> Register {
        let roots = files.compactMap { root(of: $0, diagnostics: diagnostics) }
        func special(_ name: String) -> NodeReader? {
            if !files.contains(where: { $0.name == name }) {
                diagnostics.report("the file '\(name)' is missing", file: folder(of: files), at: nil)
            }
            return roots.first { $0.file.name == name }?.root
        }
        let listOfDocuments = special(FileName.documents)
        let documents = listOfDocuments.map { RegisterDocumentReader().documents($0) } ?? []
        let listOfAmbiguities = special(FileName.ambiguities)
        let ambiguities = listOfAmbiguities.map { RegisterAmbiguityReader().ambiguities($0) } ?? []
        let sections =
            special(FileName.sections)
            .map { SectionDigestReader(documents: documents).sections($0) } ?? []

        let reader = StatementReader(
            documents: listOfDocuments?.names("name", in: "documents") ?? [],
            ambiguities: listOfAmbiguities?.names("id", in: "ambiguities") ?? [])
        var areas: [RegisterArea] = []
        var statements: [Statement] = []
        var places: [String: NodeReader] = [:]
        for (file, root) in roots where !FileName.special.contains(file.name) {
            guard let read = reader.area(root) else { continue }
            if areas.contains(where: { $0.name == read.area.name }) {
                root.report("the area \(read.area.name) has another file already")
            } else {
                areas.append(read.area)
            }
            for (statement, place) in read.statements {
                if let first = places[statement.id] {
                    place.report("the statement '\(statement.id)' is already at \(first.file):\(first.mark)")
                } else {
                    places[statement.id] = place
                    statements.append(statement)
                }
            }
        }
        let untestable =
            roots.first { $0.file.name == FileName.untestable }
            .map { UntestableReader(known: Set(statements.map(\.id))).entries($0.root) } ?? []
        return Register(
            statements: statements, areas: areas, ambiguities: ambiguities.uniqued(by: \.id),
            documents: documents, sections: sections, untestable: untestable)
    }

    private static func root(
        of file: RegisterFile, diagnostics: Diagnostics
    ) -> (file: RegisterFile, root: NodeReader)? {
        NodeReader(file.bytes, file: file.path, diagnostics: diagnostics).map { (file, $0) }
    }

    private static func folder(of files: [RegisterFile]) -> String {
        guard let file = files.first, file.name != file.path else { return "statements" }
        return String(file.path.dropLast(file.name.count + 1))
    }
}
