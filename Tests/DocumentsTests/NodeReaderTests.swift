import Documents
import Testing

@Suite struct NodeReaderTests {
    /// Reads `text` with `body`, and gives the value and all mistakes.
    private func read<Value>(_ text: String, _ body: (NodeReader) -> Value?) throws -> (Value?, [String]) {
        let diagnostics = Diagnostics()
        let node = try YAML.read(text, file: "f")
        let value = body(NodeReader(node, file: "f", diagnostics: diagnostics))
        return (value, diagnostics.sorted.map(\.description))
    }

    @Test func aGoodMappingIsReadWithoutAMistake() throws {
        struct Step: Equatable {
            var name: String
            var tries: Int
            var wait: Duration
            var tags: [String]
            var isOn: Bool
        }
        let text = "name: no\ntries: 3\nwait: 1.5s\ntags: [on, '3']\non: true"
        let (step, mistakes) = try read(text) { root in
            root.mapping { reader -> Step? in
                Step(
                    name: reader.required("name")?.string() ?? "",
                    tries: reader.optional("tries")?.int() ?? 1,
                    wait: reader.required("wait")?.duration() ?? .zero,
                    tags: reader.optional("tags")?.list { $0.string() } ?? [],
                    isOn: reader.optional("on")?.bool() ?? false)
            }
        }
        #expect(step == Step(name: "no", tries: 3, wait: .milliseconds(1500), tags: ["on", "3"], isOn: true))
        #expect(mistakes.isEmpty)
    }

    @Test func allMistakesComeAtOnceInOrderOfTheirPlaces() throws {
        let (_, mistakes) = try read("retires: 3\nwait: 250\ndeep:\n  flag: yes\n  odd: 1\n") { root in
            root.mapping { reader -> Bool? in
                _ = reader.required("name")?.string()
                _ = reader.optional("deep")?.mapping { $0.required("flag")?.bool() }
                _ = reader.optional("wait")?.duration()
                _ = reader.optional("retries")?.int()
                return true
            }
        }
        #expect(
            mistakes == [
                "f:1:1: the key 'name' is missing",
                "f:1:1: unknown key 'retires'; did you mean 'retries'?",
                "f:2:7: a duration needs a unit (ms, s, m, h or d); did you mean '250ms'?",
                "f:4:9: expected true or false, found 'yes'; did you mean 'true'?",
                "f:5:3: unknown key 'odd'",
            ])
    }

    @Test(arguments: [
        ("0x10", "f:1:1: expected a decimal integer, found '0x10'"),
        ("'3'", "f:1:1: expected an integer, found the string '3'; leave out the quotes"),
        ("~", "f:1:1: expected an integer, found nothing"),
        ("[1]", "f:1:1: expected an integer, found a list"),
        ("{a: 1}", "f:1:1: expected an integer, found a mapping"),
        ("1.0", "f:1:1: expected a decimal integer, found '1.0'"),
        ("--1", "f:1:1: expected a decimal integer, found '--1'"),
        ("11", "f:1:1: 11 is not between 0 and 10"),
        ("99999999999999999999", "f:1:1: 99999999999999999999 is not between 0 and 10"),
    ])
    func anIntegerIsDecimalPlainAndInItsRange(text: String, mistake: String) throws {
        let (value, mistakes) = try read(text) { $0.int(in: 0...10) }
        #expect(value == nil)
        #expect(mistakes == [mistake])
    }

    @Test func namesOfAClosedSetAreSuggested() throws {
        enum Platform: String, CaseIterable { case ios, android, web }
        #expect(try read("web") { $0.oneOf(Platform.self) }.0 == .web)
        let near = try read("andriod") { $0.oneOf(Platform.self, what: "platform") }
        #expect(near.1 == ["f:1:1: unknown platform 'andriod'; did you mean 'android'?"])
        let far = try read("toaster") { $0.oneOf(Platform.self, what: "platform") }
        #expect(far.1 == ["f:1:1: unknown platform 'toaster'; expected one of ios, android, web"])
    }

    @Test func exactlyOneOfSeveralFormsIsAskedFor() throws {
        func mistakes(_ text: String) throws -> [String] {
            try read(text) { $0.mapping { $0.exactlyOne(of: ["call", "await"])?.key } }.1
        }
        #expect(try mistakes("call: x") == [])
        #expect(
            try mistakes("call: x\nawait: y") == ["f:1:1: expected exactly one of call, await; here are call, await"])
        #expect(try mistakes("{}") == ["f:1:1: expected exactly one of call, await; none is here"])
        #expect(try mistakes("awiat: y") == ["f:1:1: unknown key 'awiat'; did you mean 'await'?"])
    }

    /// Whatever somebody wrote into a file: each key is looked at a few times, not once for each of the others.
    @Test func manyKeysAreReadAsFewAre() throws {
        let text = (0..<20_000).map { "k\($0): 1\n" }.joined()
        let (_, mistakes) = try read("name: 1\n" + text) { $0.mapping { $0.optional("name")?.int() } }
        #expect(mistakes.count == 20_000 && mistakes.last == "f:20001:1: unknown key 'k19999'")
        let (keys, none) = try read(text) { $0.mapping { $0.everyEntry().count } }
        #expect(keys == 20_000 && none == [])
    }

    @Test func freeKeysAreNotUnknown() throws {
        let (names, mistakes) = try read("b: 1\na: 2") {
            $0.mapping { $0.everyEntry().compactMap { $0.key.string() } }
        }
        #expect(names == ["b", "a"])
        #expect(mistakes.isEmpty)
    }

    @Test func aGrammarOfTheCallersSpeaksForItself() throws {
        struct Odd: Error, CustomStringConvertible { var description: String { "an odd number of letters" } }
        func pairs(_ text: String) throws(Odd) -> Int {
            guard text.count % 2 == 0 else { throw Odd() }
            return text.count / 2
        }
        #expect(try read("abcd") { $0.parsed(pairs) }.0 == 2)
        #expect(try read("abc") { $0.parsed(pairs) }.1 == ["f:1:1: an odd number of letters"])
    }

    @Test func nothingAndQuotedNothingAreNotTheSameString() throws {
        #expect(try read("''") { $0.string() }.0 == "")
        #expect(try read("'null'") { $0.string() }.0 == "null")
        #expect(try read("null") { $0.string() }.1 == ["f:1:1: expected a string, found nothing"])
    }

    @Test func oneItemCanStandForAList() throws {
        #expect(try read("a") { $0.listOrOne { $0.string() } }.0 == ["a"])
        #expect(try read("[a, b]") { $0.listOrOne { $0.string() } }.0 == ["a", "b"])
    }

    @Test func numbersMayHaveAFraction() throws {
        #expect(try read("1.5") { $0.number() }.0 == 1.5)
        #expect(try read("-2") { $0.number() }.0 == -2)
        #expect(try read("nan") { $0.number() }.1 == ["f:1:1: expected a number, found 'nan'"])
        #expect(try read("2.0") { $0.number(in: 0...1) }.1 == ["f:1:1: 2.0 is not between 0.0 and 1.0"])
    }

    // MARK: - Files

    @Test func aFileIsToldAllThatIsWrongWithItAtOnce() throws {
        func read(_ text: String) throws(DiagnosticList) -> [Int] {
            try NodeReader.read(Array(text.utf8), file: "f.yaml", schema: "assay/x/2") { reader in
                reader.required("numbers")?.list { $0.int() }
            }
        }
        #expect(try read("schema: assay/x/2\nnumbers: [1, 2]") == [1, 2])
        let wrong = try #require(throws: DiagnosticList.self) {
            try read("schema: assay/x/1\nnumbers: [a, b]\nmore: 1")
        }
        #expect(wrong.diagnostics.count == 4)
        #expect(wrong.description.hasPrefix("f.yaml:1:9: expected the schema 'assay/x/2', found 'assay/x/1'\n"))
        for none in ["", "[", "- 1", "schema: assay/x/2"] {
            #expect(throws: DiagnosticList.self) { try read(none) }
        }
        let missing = #expect(throws: DiagnosticList.self) {
            try NodeReader.read(path: "/nowhere/f.yaml", schema: "assay/x/2") { _ in true }
        }
        #expect(missing?.description.hasPrefix("/nowhere/f.yaml: ") == true)
    }
}
