package import Documents

/// Why no contract decides some statements, and what would change that.
package struct Untestable: Sendable, Hashable {
    package var statements: [String]
    package var reason: String
    /// What would make them testable.
    package var remedy: String
    /// Where each statement is listed, for messages.
    package var place: Place

    package struct Place: Sendable, Hashable {
        package var file: String
        package var mark: Mark
    }
}

/// Reads the list of what is not tested.
struct UntestableReader {
    /// The ids that the register has.
    let known: Set<String>

    func entries(_ root: NodeReader) -> [Untestable] {
        var seen: Set<String> = []
        return root.mapping { file in
            file.required("statements")?.list { node in
                node.mapping { fields in
                    let ids = fields.required("ids")?.list { identifier($0, &seen) } ?? []
                    let (reason, remedy) = (fields.text("reason"), fields.text("remedy"))
                    guard let reason, let remedy else { return nil }
                    return Untestable(
                        statements: ids, reason: reason, remedy: remedy,
                        place: .init(file: node.file, mark: node.mark))
                }
            }
        } ?? []
    }

    private func identifier(_ node: NodeReader, _ seen: inout Set<String>) -> String? {
        guard let id = node.reference(to: known, what: "statement") else { return nil }
        if !seen.insert(id).inserted { node.report("the statement '\(id)' is here twice") }
        return id
    }
}
