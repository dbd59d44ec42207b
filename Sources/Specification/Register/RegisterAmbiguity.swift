import Documents

/// A place where the documents are silent or contradict themselves.
package struct RegisterAmbiguity: Sendable, Hashable {
    /// Such as `A-06`.
    package var id: String
    package var issue: String
    /// How this suite reads it.
    package var reading: String
    /// How strictly the reading is asserted.
    package var how: String
    /// Why no contract reads it; nil where one does.
    package var informational: String?
    /// The contracts in which a port must show the same reading.
    package var consistentIn: [String] = []
    /// Where it is listed, for messages.
    package var place: Untestable.Place
}

/// Reads the list of ambiguities.
struct RegisterAmbiguityReader {
    func ambiguities(_ root: NodeReader) -> [RegisterAmbiguity] {
        var ids: Set<String> = []
        return root.mapping { file in
            file.required("ambiguities")?.list { node in
                node.mapping { fields in
                    let id = fields.required("id").flatMap { identifier($0, taken: &ids) }
                    let (issue, reading, how) = (fields.text("issue"), fields.text("reading"), fields.text("how"))
                    let informational = fields.optional("informational")?.text()
                    let consistentIn = fields.optional("consistent-in")?.list { $0.string() } ?? []
                    guard let id, let issue, let reading, let how else { return nil }
                    return RegisterAmbiguity(
                        id: id, issue: issue, reading: reading, how: how,
                        informational: informational,
                        consistentIn: consistentIn,
                        place: .init(file: node.file, mark: node.mark))
                }
            }
        } ?? []
    }

    private func identifier(_ node: NodeReader, taken: inout Set<String>) -> String? {
        guard let id = node.string() else { return nil }
        let digits = id.utf8.dropFirst(2)
        guard id.hasPrefix("A-"), digits.count == 2, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            node.report("'\(id)' is not an id of an ambiguity, such as A-06")
            return nil
        }
        if !taken.insert(id).inserted { node.report("the ambiguity '\(id)' is here twice") }
        return id
    }
}
