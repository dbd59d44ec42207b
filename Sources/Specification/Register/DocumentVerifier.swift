/// Compares the documents with the register: whether every cited section is there, and unchanged.
///
/// A pure function of the files' contents.
package struct DocumentVerifier: Sendable {
    private let register: Register
    /// The statements that cite each section, by document and anchor.
    private let citing: [StatementCitation: [String]]

    package init(register: Register) {
        self.register = register
        var citing: [StatementCitation: [String]] = [:]
        for statement in register.statements {
            for cite in Set(statement.cites.map { StatementCitation(document: $0.document, anchor: $0.anchor) }) {
                citing[cite, default: []].append(statement.id)
            }
        }
        self.citing = citing
    }

    /// Something that no longer fits, and the statements it puts in doubt.
    package struct Problem: Sendable, Hashable, CustomStringConvertible {
        package enum Kind: Sendable, Hashable {
            /// The folder has no file of this edition.
            case fileMissing
            /// No such anchor or heading is in the file.
            case sectionGone
            /// The text is not what it was when the statements were read.
            case sectionChanged
            /// A statement cites the section, and no digest was ever taken.
            case digestMissing
            /// A digest that no statement asks for.
            case digestUnused
        }

        package var kind: Kind
        package var document: String
        /// The path of the file, or the beginning of its name where it is missing.
        package var file: String
        package var anchor: String?
        /// Where the section begins.
        package var line: Int?
        package var statements: [String]

        package var description: String {
            let place = line.map { "\(file):\($0)" } ?? file
            let section = anchor.map { "#\($0) of \(document)" } ?? "the text of \(document)"
            let ids = statements.isEmpty ? "" : " (\(statements.joined(separator: ", ")))"
            switch kind {
            case .fileMissing: return "\(place): the file of \(document) is missing\(ids)"
            case .sectionGone: return "\(place): \(section) is gone\(ids)"
            case .sectionChanged: return "\(place): \(section) has changed\(ids)"
            case .digestMissing: return "\(place): \(section) has no digest\(ids)"
            case .digestUnused: return "\(place): \(section) has a digest, and no statement cites it"
            }
        }
    }

    package struct Report: Sendable, Hashable {
        package var problems: [Problem]
        /// The sections found unchanged, counted once for each file.
        package var verified: Int
        /// The citations of documents that are not at hand.
        package var unverifiable: Int

        package var isClean: Bool { problems.isEmpty }
    }

    package func verify(_ files: [RegisterFile]) -> Report {
        let examined = examine(files)
        var report = Report(problems: examined.problems, verified: 0, unverifiable: unverifiable)
        for (place, section) in examined.found {
            let recorded = register.sections.first { place.names($0) }
            if let recorded, recorded.sha256 == SectionDigest.digest(of: section.text) {
                report.verified += 1
            } else {
                let kind = recorded == nil ? Problem.Kind.digestMissing : .sectionChanged
                report.problems.append(place.problem(kind, line: section.line))
            }
        }
        for digest in register.sections
        where citing[StatementCitation(document: digest.document, anchor: digest.anchor)] == nil {
            report.problems.append(
                Problem(
                    kind: .digestUnused, document: digest.document, file: digest.file, anchor: digest.anchor,
                    line: nil, statements: []))
        }
        return report
    }

    /// The digests of all cited sections as they are now: by document, file and anchor.
    package func digests(of files: [RegisterFile]) -> (sections: [SectionDigest], problems: [Problem]) {
        let examined = examine(files)
        let digests = examined.found.map { place, section in
            SectionDigest(
                document: place.document, anchor: place.anchor, file: place.edition,
                sha256: SectionDigest.digest(of: section.text))
        }
        return (digests, examined.problems)
    }

    // MARK: - Walking

    /// A cited section in one edition.
    private struct Place {
        var document: String
        var anchor: String?
        var edition: String
        var path: String
        var statements: [String]

        func names(_ digest: SectionDigest) -> Bool {
            digest.document == document && digest.anchor == anchor && digest.file == edition
        }

        func problem(_ kind: Problem.Kind, line: Int? = nil) -> Problem {
            Problem(kind: kind, document: document, file: path, anchor: anchor, line: line, statements: statements)
        }
    }

    /// The cited sections that are there, and what is missing.
    private func examine(
        _ files: [RegisterFile]
    ) -> (found: [(Place, DocumentVerifierSections.Section)], problems: [Problem]) {
        var found: [(Place, DocumentVerifierSections.Section)] = []
        var problems: [Problem] = []
        for document in register.documents where document.isAvailable {
            let cites = citing.filter { $0.key.document == document.name }
                .sorted { ($0.key.anchor ?? "").utf8.lexicographicallyPrecedes(($1.key.anchor ?? "").utf8) }
            for edition in document.editions {
                guard let file = files.first(where: { Self.isFile($0.name, of: edition.file) }) else {
                    problems.append(
                        Problem(
                            kind: .fileMissing, document: document.name, file: edition.file, anchor: nil, line: nil,
                            statements: []))
                    continue
                }
                let sections = DocumentVerifierSections(
                    file.bytes, named: document.sections, language: edition.language)
                for (cite, statements) in cites {
                    let place = Place(
                        document: document.name, anchor: cite.anchor, edition: edition.file, path: file.path,
                        statements: statements)
                    if let section = sections.section(place.anchor) {
                        found.append((place, section))
                    } else {
                        problems.append(place.problem(.sectionGone))
                    }
                }
            }
        }
        return (found, problems)
    }

    private var unverifiable: Int {
        let available = Set(register.documents.filter(\.isAvailable).map(\.name))
        return register.statements.reduce(0) { count, statement in
            count + statement.cites.count { !available.contains($0.document) }
        }
    }

    /// `000` names the files `000`, `000.md` and `000_guide.txt`.
    private static func isFile(_ name: String, of edition: String) -> Bool {
        guard name.hasPrefix(edition) else { return false }
        guard let next = name.dropFirst(edition.count).first else { return true }
        return next == "_" || next == "-" || next == "."
    }
}
