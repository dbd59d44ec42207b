import Documents
import Specification
import Testing

@Suite struct RegisterMistakeTests {
    /// The files of a small register without a mistake, by name.
    private static let good = [
        "documents.yaml": """
        documents:
          - name: guide
            title: "A guide"
            available: true
            files: [{file: "g1", language: de}]
            sections: [{anchor: storage, headings: {de: "Speicher"}}]
          - {name: EN-X, title: "Another", available: false}
        """,
        "ambiguities.yaml": """
        ambiguities:
          - {id: A-01, issue: "who", reading: "we", how: "strict"}
        """,
        "sections.yaml": "sections: []",
        "sp.yaml": """
        area: SP
        title: "Several providers"
        statements:
          - id: AE-SP-001
            level: MUST
            subject: SDK
            text: "All are asked."
            cites: [{document: guide, anchor: start}]
            platforms: [ios]
            versions: "1.0+"
            basis: seed
            strictness: strict
            see: [A-01]
        """,
    ]

    /// The mistakes of the good register with one text replaced in one file.
    private func mistakes(_ file: String, _ old: String, _ new: String) throws -> [String] {
        var files = Self.good
        let text = try #require(files[file])
        try #require(text.contains(old))
        files[file] = text.replacing(old, with: new)
        return mistakes(files)
    }

    private func mistakes(_ files: [String: String]) -> [String] {
        let diagnostics = Diagnostics()
        let list = files.sorted { $0.key < $1.key }.map {
            RegisterFile(path: "s/" + $0.key, bytes: Array($0.value.utf8))
        }
        _ = Register.read(list, diagnostics: diagnostics)
        return diagnostics.sorted.map(\.description)
    }

    @Test func theSmallRegisterHasNoMistake() {
        #expect(mistakes(Self.good) == [])
    }

    @Test(arguments: [
        ("AE-SP-001", "AE-SP-1", "s/sp.yaml:4:9: 'AE-SP-1' is not an id of a statement, such as AE-SP-007"),
        ("AE-SP-001", "AE-REQ-001", "s/sp.yaml:4:9: 'AE-REQ-001' does not belong to the area SP"),
        ("MUST", "MUSTN", "s/sp.yaml:5:12: unknown level 'MUSTN'; did you mean 'MUST'?"),
        (
            "subject: SDK", "subject: YOU",
            "s/sp.yaml:6:14: unknown subject 'YOU'; expected one of SDK, APP, SRV"
        ),
        ("\"All are asked.\"", "\" \"", "s/sp.yaml:7:11: expected text, found only white space"),
        ("guide", "giude", "s/sp.yaml:8:24: unknown document 'giude'; did you mean 'guide'?"),
        ("[{document: guide, anchor: start}]", "[]", "s/sp.yaml:8:12: a statement cites at least one document"),
        ("anchor: start", "ancor: start", "s/sp.yaml:8:31: unknown key 'ancor'; did you mean 'anchor'?"),
        ("[ios]", "[tvso]", "s/sp.yaml:9:17: unknown platform 'tvso'; did you mean 'tvos'?"),
        ("[ios]", "[]", "s/sp.yaml:9:16: expected at least one platform"),
        ("[ios]", "[ios, ios]", "s/sp.yaml:9:16: a platform is named twice"),
        (
            "\"1.0+\"", "\"1.0-2.0\"",
            "s/sp.yaml:10:15: expected a range of versions such as '3.0+' or '1.0..<3.0', found '1.0-2.0'"
        ),
        ("basis: seed", "basis: sead", "s/sp.yaml:11:12: unknown basis 'sead'; did you mean 'seed'?"),
        (
            "strictness: strict", "strictnes: strict",
            "s/sp.yaml:12:5: unknown key 'strictnes'; did you mean 'strictness'?"
        ),
        ("[A-01]", "[A-02]", "s/sp.yaml:13:11: unknown ambiguity 'A-02'; did you mean 'A-01'?"),
        ("[A-01]", "[A-01, A-01]", "s/sp.yaml:13:10: the ambiguity 'A-01' is named twice"),
    ])
    func aMistakeInAStatementIsNamedWithItsPlace(_ old: String, _ new: String, _ expected: String) throws {
        #expect(try mistakes("sp.yaml", old, new).contains(expected))
    }

    @Test func aMissingKeyIsReportedAtItsMapping() throws {
        #expect(try mistakes("sp.yaml", "    level: MUST\n", "") == ["s/sp.yaml:4:5: the key 'level' is missing"])
    }

    @Test func theSameIDInTwoPlacesNamesTheFirst() throws {
        let statement =
            "  - id: AE-SP-001\n    level: MUST\n    subject: SDK\n    text: \"Again.\"\n"
            + "    cites: [{document: guide}]\n    platforms: [ios]\n    versions: \"1.0+\"\n    basis: seed\n"
            + "    strictness: info\n"
        #expect(
            try mistakes("sp.yaml", "statements:\n", "statements:\n" + statement)
                == ["s/sp.yaml:13:9: the statement 'AE-SP-001' is already at s/sp.yaml:4:9"])
    }

    @Test func anAreaHasOneFile() {
        var files = Self.good
        files["sp2.yaml"] = "area: SP\ntitle: \"Again\"\nstatements: []"
        #expect(mistakes(files) == ["s/sp2.yaml:1:1: the area SP has another file already"])
    }

    @Test func aMissingFileIsAMistakeOfTheFolder() {
        var files = Self.good
        files["sections.yaml"] = nil
        #expect(mistakes(files) == ["s: the file 'sections.yaml' is missing"])
    }

    @Test func allMistakesOfAllFilesComeAtOnce() throws {
        var files = Self.good
        files["sp.yaml"] = files["sp.yaml"]?.replacing("MUST", with: "WILL").replacing("[A-01]", with: "[A-02]")
        files["ambiguities.yaml"] = files["ambiguities.yaml"]?.replacing("how:", with: "wow:")
        #expect(
            mistakes(files) == [
                "s/ambiguities.yaml:2:5: the key 'how' is missing",
                "s/ambiguities.yaml:2:45: unknown key 'wow'; did you mean 'how'?",
                "s/sp.yaml:5:12: unknown level 'WILL'; expected one of MUST, SHOULD, MAY",
                "s/sp.yaml:13:11: unknown ambiguity 'A-02'; did you mean 'A-01'?",
            ])
    }

    @Test(arguments: [
        ("true", "yes", "s/documents.yaml:4:16: expected true or false, found 'yes'; did you mean 'true'?"),
        ("{de: \"Sp", "{fr: \"Sp", "s/documents.yaml:6:45: unknown language 'fr'"),
        (
            "available: true", "available: false",
            "s/documents.yaml:2:5: the document 'guide' has files, but is not available"
        ),
        ("EN-X", "guide", "s/documents.yaml:7:5: the document 'guide' is here twice"),
        (
            "available: false", "available: true",
            "s/documents.yaml:7:5: the document 'EN-X' is available, but no file is named"
        ),
    ])
    func aMistakeInTheDocumentsIsNamed(_ old: String, _ new: String, _ expected: String) throws {
        #expect(try mistakes("documents.yaml", old, new).contains(expected))
    }

    @Test(arguments: [
        ("{document: guide, file: g2, sha256: D}", "s/sections.yaml:1:36: unknown file 'g2'; did you mean 'g1'?"),
        (
            "{document: guide, file: g1, sha256: abc}",
            "s/sections.yaml:1:48: expected 64 lower-case hexadecimal digits, found 'abc'"
        ),
        (
            "{document: guide, file: g1, sha256: D}, {document: guide, file: g1, sha256: D}",
            "s/sections.yaml:1:115: the section has a digest already"
        ),
    ])
    func aMistakeInTheDigestsIsNamed(_ entries: String, _ expected: String) throws {
        let text = "[" + entries.replacing("D", with: String(repeating: "0a", count: 32)) + "]"
        #expect(try mistakes("sections.yaml", "[]", text).contains(expected))
    }
}
