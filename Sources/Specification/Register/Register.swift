package import Documents

/// What the documents ask, as numbered statements.
package struct Register: Sendable {
    /// In the order of areas, and in an area in the order of ids.
    package let statements: [Statement]
    package let areas: [RegisterArea]
    package let ambiguities: [RegisterAmbiguity]
    package let documents: [RegisterDocument]
    /// The digests of the sections as they were when the statements were read.
    package let sections: [SectionDigest]
    /// What no contract can decide, and why.
    package let untestable: [Untestable]

    private let indexOfID: [String: Int]
    private let indexOfAmbiguity: [String: Int]

    /// Ids must be unique.
    package init(
        statements: [Statement], areas: [RegisterArea], ambiguities: [RegisterAmbiguity],
        documents: [RegisterDocument], sections: [SectionDigest], untestable: [Untestable] = []
    ) {
        self.statements = statements
        self.areas = areas
        self.ambiguities = ambiguities
        self.documents = documents
        self.sections = sections
        self.untestable = untestable
        indexOfID = Dictionary(uniqueKeysWithValues: statements.enumerated().map { ($1.id, $0) })
        indexOfAmbiguity = Dictionary(uniqueKeysWithValues: ambiguities.enumerated().map { ($1.id, $0) })
    }

    package subscript(id: String) -> Statement? {
        indexOfID[id].map { statements[$0] }
    }

    package func ambiguity(_ id: String) -> RegisterAmbiguity? {
        indexOfAmbiguity[id].map { ambiguities[$0] }
    }

    package var ids: Set<String> { Set(indexOfID.keys) }
}

/// A group of statements: one file of the register.
package struct RegisterArea: Sendable, Hashable {
    /// The middle part of the ids: `SP`.
    package var name: String
    package var title: String
}

/// A file of `Specs`: the path that messages name, and its bytes.
package struct RegisterFile: Sendable, Hashable {
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// The last part of the path.
    var name: String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// The YAML files below a folder, in order of their paths; blocks.
    package static func yaml(below folder: String) throws(FileError) -> [RegisterFile] {
        try Folder.files(below: folder, ending: ".yaml").map { path throws(FileError) in
            RegisterFile(path: path, bytes: try File.read(path))
        }
    }
}
