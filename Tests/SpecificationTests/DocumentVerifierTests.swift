import Documents
import Specification
import Testing

@Suite struct DocumentVerifierTests {
    private static let german = """
        ---
        title: Ein Handbuch
        ---
        # Handbuch {#top}

        ## Anfang {#start}

        Alles beginnt   hier.

        ### Mehr

        ```
        # keine Überschrift {#fake}
        ```

        ### Einzeln {#single}

        Noch etwas.

        ## Speicher

        Ein Speicher.

        <a name="end"></a>

        ## Ende

        Schluss.
        """

    private static let french = """
        # Guide {#top}
        ## Debut {#start}
        Tout commence ici.
        ### Seul {#single}
        Encore.
        ## Stockage
        Un stockage.
        ## Fin {#end}
        Fini.
        """

    private static let files = [
        RegisterFile(path: "docs/g1_handbuch.txt", bytes: Array(german.utf8)),
        RegisterFile(path: "docs/g2.md", bytes: Array(french.utf8)),
    ]

    /// A register that cites these anchors of the guide, nil for the whole, one statement each from 001 on.
    private func register(citing anchors: [String?], digests: [SectionDigest] = []) -> Register {
        let statements = anchors.enumerated().map { index, anchor in
            let where_ = anchor.map { "{document: guide, anchor: \($0)}" } ?? "{document: guide}"
            return """
                  - id: AE-T-00\(index + 1)
                    level: MUST
                    subject: SDK
                    text: "Something."
                    cites: [\(where_), {document: EN-X, anchor: far}]
                    platforms: [ios]
                    versions: "1.0+"
                    basis: seed
                    strictness: strict

                """
        }
        let texts = [
            "documents.yaml": """
            documents:
              - name: guide
                title: "A guide"
                available: true
                files: [{file: g1, language: de}, {file: g2, language: fr}]
                sections: [{anchor: storage, headings: {de: Speicher, fr: Stockage}}]
              - {name: EN-X, title: "Another", available: false}
            """,
            "ambiguities.yaml": "ambiguities: []",
            "sections.yaml": SectionDigest.yaml(digests),
            "t.yaml": "area: T\ntitle: Test\nstatements:\n" + statements.joined(),
        ]
        let diagnostics = Diagnostics()
        let register = Register.read(
            texts.map { RegisterFile(path: $0.key, bytes: Array($0.value.utf8)) }, diagnostics: diagnostics)
        #expect(diagnostics.sorted == [])
        return register
    }

    /// The register with digests taken from the documents as they are above.
    private func recorded(citing anchors: [String?]) -> Register {
        let digests = DocumentVerifier(register: register(citing: anchors)).digests(of: Self.files)
        #expect(digests.problems == [])
        return register(citing: anchors, digests: digests.sections)
    }

    /// What the verifier says after one text of the German file was replaced by another.
    private func report(citing anchors: [String?], _ old: String, _ new: String) throws -> DocumentVerifier.Report {
        try #require(Self.german.contains(old))
        var files = Self.files
        files[0].bytes = Array(Self.german.replacing(old, with: new).utf8)
        return DocumentVerifier(register: recorded(citing: anchors)).verify(files)
    }

    @Test func unchangedDocumentsAreCleanAndSisterDocumentsAreCounted() {
        let register = recorded(citing: ["start", "single", "storage", "end", nil])
        let report = DocumentVerifier(register: register).verify(Self.files)
        #expect(report.problems == [])
        #expect(report.verified == 10)
        #expect(report.unverifiable == 5)
    }

    @Test func aRemovedAnchorIsGoneInThatFileOnly() throws {
        let report = try report(citing: ["start", "single"], " {#single}", "")
        // What followed the anchor is now part of the section before it.
        #expect(
            report.problems.map(\.description) == [
                "docs/g1_handbuch.txt: #single of guide is gone (AE-T-002)",
                "docs/g1_handbuch.txt:6: #start of guide has changed (AE-T-001)",
            ])
        #expect(report.verified == 2)
    }

    @Test func aChangedSectionIsNamedWithItsLineAndStatements() throws {
        let report = try report(citing: ["start", "storage", "start"], "Ein Speicher.", "Zwei Speicher.")
        #expect(
            report.problems.map(\.description) == ["docs/g1_handbuch.txt:20: #storage of guide has changed (AE-T-002)"])
        #expect(report.verified == 3)
    }

    @Test func everyStatementThatCitesAChangedSectionIsNamed() throws {
        let report = try report(citing: ["start", nil, "start"], "beginnt", "endet")
        #expect(report.problems.map(\.statements) == [["AE-T-002"], ["AE-T-001", "AE-T-003"]])
    }

    @Test(arguments: [
        ("beginnt   hier", "beginnt\nhier"), ("\n\n", "\r\n\r\n"), ("Alles beginnt", "\u{A0}Alles beginnt"),
    ])
    func whiteSpaceDoesNotCount(_ old: String, _ new: String) throws {
        #expect(try report(citing: ["start", "storage"], old, new).isClean)
    }

    @Test func aSectionEndsWhereTheNextCitableOneBegins() throws {
        #expect(try report(citing: ["start"], "Noch etwas.", "Etwas anderes.").isClean)
        #expect(try report(citing: ["top"], "beginnt", "endet").isClean)
        #expect(try !report(citing: ["start"], "### Mehr", "### Weniger").isClean)
    }

    @Test func aRenamedHeadingWithoutAnAnchorIsGone() throws {
        let report = try report(citing: ["storage"], "## Speicher", "## Ablage")
        #expect(report.problems.map(\.kind) == [.sectionGone])
    }

    @Test func anAnchorInACodeFenceIsNoSection() {
        let digests = DocumentVerifier(register: register(citing: ["fake"])).digests(of: Self.files)
        #expect(digests.sections == [])
        #expect(digests.problems.map(\.kind) == [.sectionGone, .sectionGone])
    }

    @Test func aMissingFileIsReportedOnce() {
        let report = DocumentVerifier(register: recorded(citing: ["start", "end"])).verify([Self.files[1]])
        #expect(report.problems.map(\.description) == ["g1: the file of guide is missing"])
        #expect(report.verified == 2)
    }

    @Test func aCitedSectionWithoutADigestAndADigestWithoutACitationAreProblems() {
        let old = recorded(citing: ["start"]).sections
        let report = DocumentVerifier(register: register(citing: ["end"], digests: old)).verify([Self.files[0]])
        #expect(
            report.problems.map(\.description) == [
                "g2: the file of guide is missing",
                "docs/g1_handbuch.txt:24: #end of guide has no digest (AE-T-001)",
                "g1: #start of guide has a digest, and no statement cites it",
                "g2: #start of guide has a digest, and no statement cites it",
            ])
    }

    @Test func theDigestIsTheSHA256OfTheFoldedText() {
        #expect(
            SectionDigest.digest(of: "  a\n\tb ")
                == "c8687a08aa5d6ed2044328fa6a697ab8e96dc34291e8c2034ae8c38e6fcc6d65")
    }
}

extension SectionDigest {
    /// The text of `sections.yaml` for these digests, in their order.
    fileprivate static func yaml(_ digests: [SectionDigest]) -> String {
        var text = """
            # yaml-language-server: $schema=../schema/sections.schema.json
            #
            # SHA-256 of every cited section, with white space folded, as it was when its statements were read.
            # Written by the tool from the documents; documents.yaml says where a section begins and ends.
            sections:\(digests.isEmpty ? " []" : "")

            """
        for digest in digests {
            let anchor = digest.anchor.map { ", anchor: \($0)" } ?? ""
            text +=
                "  - {document: \(digest.document)\(anchor), file: \"\(digest.file)\", sha256: \"\(digest.sha256)\"}\n"
        }
        return text
    }
}
