import Cryptography
import Documents
import Encodings

/// A section of a document as it was when the statements that cite it were read.
package struct SectionDigest: Sendable, Hashable {
    package var document: String
    /// nil for the whole file.
    package var anchor: String?
    /// The edition's file, by the beginning of its name.
    package var file: String
    /// Of the text with white space folded, in lower-case hexadecimal.
    package var sha256: String

    /// The digest of a text: every run of Unicode white space counts as one space, at the ends as none.
    package static func digest(of text: String) -> String {
        Hex.encode(Digest.sha256(Array(folded(text).utf8)))
    }

    private static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        var isGap = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isGap = !folded.isEmpty
            } else {
                if isGap { folded.append(" ") }
                isGap = false
                folded.append(scalar)
            }
        }
        return String(folded)
    }
}

/// Reads `sections.yaml`.
struct SectionDigestReader {
    let documents: [RegisterDocument]

    func sections(_ root: NodeReader) -> [SectionDigest] {
        var seen: Set<SectionDigest> = []
        return root.mapping { file in
            file.required("sections")?.list { node in
                guard let section = section(node) else { return nil }
                var place = section
                place.sha256 = ""
                if !seen.insert(place).inserted { node.report("the section has a digest already") }
                return section
            }
        } ?? []
    }

    private func section(_ node: NodeReader) -> SectionDigest? {
        node.mapping { fields in
            let names = Set(documents.map(\.name))
            let name = fields.required("document")?.reference(to: names, what: "document")
            let editions = documents.first { $0.name == name }?.editions.map(\.file)
            let place = fields.required("file")
            let file = editions.flatMap { place?.reference(to: Set($0), what: "file") }
            let anchor = fields.optional("anchor")?.text()
            let sha256 = fields.required("sha256").flatMap { hexadecimal($0) }
            guard let name, let file, let sha256 else { return nil }
            return SectionDigest(document: name, anchor: anchor, file: file, sha256: sha256)
        }
    }

    private func hexadecimal(_ node: NodeReader) -> String? {
        guard let text = node.string() else { return nil }
        let isDigest =
            text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isDigest else {
            node.report("expected 64 lower-case hexadecimal digits, found '\(text)'")
            return nil
        }
        return text
    }
}
