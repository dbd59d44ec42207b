import Documents
import Testing

@Suite struct YAMLTests {
    /// What the YAML test suite has as mistakes, and libyaml reads.
    @Test(arguments: [
        ("a: \"b\"# no", "1:7"), ("a: 'b'# no", "1:7"), ("[a, b,#no\nc]", "1:6"), ("a: [b]# no", "1:7"),
        ("{a: 1}#no", "1:7"),
        ("[\"a\",# no\n\"b\"]", "1:5"), ("a: [b,\nc]", "2:1"), ("a:\n  b: [c,\n  d]", "3:3"),
        ("a: {\n  b: 1\n}", "3:1"),
        ("- [a,\nb]", "2:1"), ("- a: [b,\n  c]", "2:3"), ("-\ta", "1:2"), ("a:\tb", "1:3"), ("- - a\n-\t- b", "2:2"),
        ("[\n\ta\n]", "2:1"), ("a: 1 \r\nb: [c,\r\nd]", "3:1"), ("a: \"\u{2028}\"", "1:5"),
        ("a: \"b\nc\"", "2:1"), ("a: 'b\n\tc'", "2:1"), ("a:\n  b: 'c\n  d'", "3:3"), ("- 'a\n\nb'", "3:1"),
        ("[-]", "1:2"), ("[a, -]", "1:5"), ("a: ># b\n  c", "1:5"), ("a: |-# b\n  c", "1:6"), ("a: >\n   \n b", "3:2"),
        ("a: b\nc: >\n   \n d", "4:2"), ("[a,\n -]", "2:2"), ("a: b\rc: [d,\re]", "3:1"),
    ])
    func whatYAMLForbidsIsAMistakeAlsoWhereLibyamlReadsIt(text: String, place: String) {
        let error = #expect(throws: Diagnostic.self) { try YAML.read(text, file: "f") }
        #expect(error?.description.hasPrefix("f:\(place): ") == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        "a: [\n  b, # c\n  d\n ] # e", "[a,\nb\n]", "{\na: 1,\nb: [\nc]}", "a: 'b # c' # d\ne: f#g",
        "a: |\n  b\t# c\n  d\n# e",
        "a: >- # b\n  c\n\td: 1", "a: 1 #\tb\t\n", "a: \"b\tc\"", "- a: [b,\n   c]\n  d: e", "? a\n: b",
        "a:   # b\n  - c", "é: [\"ü\", # ö\n ä]",
        "a: \"#\"\nb: ['#', '#']", "a: \"b\n c\"", "'a\nb'", "a: 'b\n\n  c'", "- 'a\n  b'", "[-1, -a, '-']",
        "a: |2\n    \n  b",
        "a: >\n\n  \n   b", "a: |\n  b\n     \n  c", "a: >-\n  \nb: 1", "a: \"\\u2028b\"", "- a: |+\n   b\n\n- 'c'",
    ])
    func whatYAMLAllowsIsRead(text: String) throws {
        #expect(throws: Never.self) { try YAML.read(text.replacing("\n\td", with: "\n  d"), file: "f") }
    }

    @Test func aDocumentOfMoreValuesThanAnybodyWritesIsRefused() {
        let text = "[" + String(repeating: "a,", count: 300_000) + "]"
        let error = #expect(throws: Diagnostic.self) { try YAML.read(text, file: "f") }
        #expect(error?.message == "more than 150000 keys and values")
    }

    @Test func keysCountLikeValues() {
        let text = "{" + (0..<80_000).map { "k\($0): 1" }.joined(separator: ",") + "}"
        #expect(throws: Diagnostic.self) { try YAML.read(text, file: "f") }
    }

    @Test func aDocumentBecomesATreeWithPlaces() throws {
        let root = try YAML.read("a: 1\nb:\n  - 'x'\n  - {c: no}\n", file: "f")
        guard case .mapping(let pairs) = root.content, case .sequence(let items) = pairs[1].value.content else {
            Issue.record("not the expected shape: \(root)")
            return
        }
        #expect(pairs.map(\.key) == ["a", "b"])
        #expect(pairs[1].keyMark == Mark(line: 2, column: 1))
        #expect(items[0].content == .scalar(Node.Scalar(text: "x", isQuoted: true)))
        #expect(items[1].mark == Mark(line: 4, column: 5))
    }

    @Test(arguments: [
        ("a: &x 1", "f:1:4: anchors and tags are not allowed"),
        ("a: 1\nb: *a", "f:2:4: aliases are not allowed"),
        ("a: !!int 1", "f:1:4: anchors and tags are not allowed"),
        ("a: ! 1", "f:1:4: anchors and tags are not allowed"),
        ("- !x [1]", "f:1:3: anchors and tags are not allowed"),
        ("&k a: 1", "f:1:1: anchors and tags are not allowed"),
        ("a:\n  <<: 1", "f:2:3: merge keys are not allowed"),
        ("a: 1\nb: 2\na: 3", "f:3:1: duplicate key 'a'; it is first at 1:1"),
        ("? [a]\n: 1", "f:1:3: a key is a word or a quoted string"),
        ("{'': 1}", "f:1:2: a key is missing"),
        ("a: 1\n---\nb: 1", "f:2:1: a file holds one document"),
        ("%YAML 1.1\n---\na: 1", "f:1:1: the only version read here is YAML 1.2"),
        ("%TAG ! tag:x,2000:\n---\na: 1", "f:1:1: tag directives are not allowed"),
        ("", "f:1:1: the document is empty"),
        ("# nothing\n", "f:2:1: the document is empty"),
        ("a: [1\nb: 2", "f:2:2: did not find expected ',' or ']' while parsing a flow sequence that starts at 1:4"),
        (
            "a:\n\t- 1",
            "f:2:1: found character that cannot start any token while scanning for the next token that starts at 2:1"
        ),
        ("\u{FEFF}a: 1", "f:1:1: a byte order mark before the first line; leave it out"),
        (
            "a: 1\n\u{FEFF}",
            "f:2:1: a byte order mark, which nobody sees; leave it out, or write \\uFEFF between double quotes"
        ),
        (
            "a: 1 # b\u{85}c: 2",
            "f:1:9: U+0085, which ends a line only to some; leave it out, or write \\u0085 between double quotes"
        ),
    ])
    func whatTheDialectLeavesOutIsAMistakeWithItsPlace(text: String, message: String) {
        #expect(throws: Diagnostic.self) { try YAML.read(text, file: "f") }
        do throws(Diagnostic) { _ = try YAML.read(text, file: "f") } catch { #expect(error.description == message) }
    }

    @Test func bytesThatAreNoUTF8AreReportedAtTheirPlace() {
        let error = #expect(throws: Diagnostic.self) {
            try YAML.read(Array("a: 1\nb: é".utf8) + [0xFF], file: "f")
        }
        #expect(error?.mark == Mark(line: 2, column: 5))
    }

    @Test func theOneVersionDirectiveAllowedIsAllowed() throws {
        let root = try YAML.read("%YAML 1.2\n---\na: ~\n", file: "f")
        #expect(root.json == ["a": nil])
    }

    @Test func depthAndSizeAreLimited() {
        let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        let error = #expect(throws: Diagnostic.self) { try YAML.read(deep, file: "f") }
        #expect(error?.description == "f:1:65: nested more than 64 deep")
        #expect(throws: Diagnostic(file: "f", mark: nil, message: "9 bytes; a document has at most 8")) {
            try YAML.read(Array("abcd: efg".utf8), file: "f", maximumBytes: 8)
        }
    }

    @Test func plainScalarsTakeTheTypesOfTheCoreSchemaInJSON() throws {
        let root = try YAML.read("[1, -2, 1.5, true, no, ~, '1', null, 0x10, 1e3]", file: "f")
        #expect(root.json == [1, -2, 1.5, true, "no", nil, "1", nil, "0x10", "1e3"])
    }
}

extension YAML {
    static func read(_ text: String, file: String) throws(Diagnostic) -> Node {
        try read(Array(text.utf8), file: file)
    }
}
