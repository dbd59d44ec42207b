import Documents

/// A document that statements cite; its text is not part of the register.
package struct RegisterDocument: Sendable, Hashable {
    /// One language of the document.
    package struct Edition: Sendable, Hashable {
        /// The beginning of the file's name, up to a `_`, `-` or `.`.
        package var file: String
        package var language: String
    }

    /// A section to which the document itself gives no anchor.
    package struct NamedSection: Sendable, Hashable {
        /// Our name for it.
        package var anchor: String
        /// The section it lies in, where its heading occurs more than once.
        package var under: String?
        /// Its heading, by language.
        package var headings: [String: String]
    }

    package var name: String
    /// Whether its text can be verified.
    package var isAvailable: Bool
    package var editions: [Edition]
    package var sections: [NamedSection]
}

/// Reads the list of documents.
struct RegisterDocumentReader {
    func documents(_ root: NodeReader) -> [RegisterDocument] {
        var names: Set<String> = []
        return root.mapping { $0.required("documents")?.list { document($0, names: &names) } } ?? []
    }

    private func document(_ node: NodeReader, names: inout Set<String>) -> RegisterDocument? {
        let read: RegisterDocument? = node.mapping { fields in
            let name = fields.text("name")
            let available = fields.required("available")?.bool()
            let editions = fields.optional("files")?.list { edition($0) } ?? []
            let sections =
                fields.optional("sections")?.list { section($0, languages: Set(editions.map(\.language))) } ?? []
            fields.passOver("title", optional: "page")
            guard let name, let available else { return nil }
            if available == editions.isEmpty {
                node.report(
                    available
                        ? "the document '\(name)' is available, but no file is named"
                        : "the document '\(name)' has files, but is not available")
            }
            return RegisterDocument(name: name, isAvailable: available, editions: editions, sections: sections)
        }
        if let read, !names.insert(read.name).inserted { node.report("the document '\(read.name)' is here twice") }
        return read
    }

    private func edition(_ node: NodeReader) -> RegisterDocument.Edition? {
        node.mapping { fields in
            let (file, language) = (fields.text("file"), fields.text("language"))
            fields.passOver(optional: "edition")
            guard let file, let language else { return nil }
            return RegisterDocument.Edition(file: file, language: language)
        }
    }

    private func section(_ node: NodeReader, languages: Set<String>) -> RegisterDocument.NamedSection? {
        node.mapping { fields in
            let anchor = fields.text("anchor")
            let under = fields.optional("under")?.text()
            let headings = fields.required("headings")?.mapping { mapping in
                mapping.everyEntry().compactMap { key, value -> (String, String)? in
                    guard let language = key.reference(to: languages, what: "language"), let text = value.text()
                    else { return nil }
                    return (language, text)
                }
            }
            guard let anchor, let headings else { return nil }
            return RegisterDocument.NamedSection(
                anchor: anchor, under: under, headings: Dictionary(headings) { first, _ in first })
        }
    }
}
