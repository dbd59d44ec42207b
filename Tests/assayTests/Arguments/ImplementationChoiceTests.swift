import Testing

@testable import assay

struct ImplementationChoiceTests {
    @Test(arguments: [
        ("a b  c", ["a", "b", "c"]), (#"a "b c" 'd "e"'"#, ["a", "b c", #"d "e""#]),
        (#"a\ b "c\"d" 'e\f'"#, ["a b", #"c"d"#, #"e\f"#]),
        ("''a '' b", ["a", "", "b"]), ("  x\t", ["x"]),
    ])
    func aCommandIsCutAsAShellWould(_ text: String, _ words: [String]) throws {
        #expect(try CommandWords.split(text) == words)
    }

    @Test(arguments: ["", "  ", "''", "a 'b", "a \"b", "a\\"])
    func aCommandThatIsNoneIsRefused(_ text: String) {
        #expect(throws: InvalidValue.self) { try CommandWords.split(text) }
    }

    @Test(arguments: [
        ("buitlin", "unknown implementation 'buitlin'; did you mean 'builtin'?"),
        (
            "python3 x.py",
            "unknown implementation 'python3 x.py'; expected builtin, exec:COMMAND, listen:127.0.0.1:PORT, degenerate:NAME, mutant:NAME or variant:NAME"
        ),
        ("exec:", "no command after 'exec:'"),
        (
            "listen:0.0.0.0:4711",
            "expected 'listen:127.0.0.1:PORT', where PORT may be 0 for any that is free, found 'listen:0.0.0.0:4711'"
        ),
        ("mutant:lst-wins", "unknown mutant 'lst-wins'; did you mean 'last-wins'?"),
        ("degenerate:silnt", "unknown mutant 'silnt'; did you mean 'silent'?"),
    ])
    func anImplementationThatIsNoneIsToldWhatThereIs(_ text: String, _ message: String) {
        let error = #expect(throws: InvalidValue.self) { try ImplementationChoice(argument: text) }
        #expect(error?.message == message)
    }

    @Test(arguments: ["listen:127.0.0.1:0", "listen:4711"]) func anAdapterMayDialIn(_ text: String) throws {
        let choice = try ImplementationChoice(argument: text)
        guard case .listener = choice else {
            Issue.record("\(choice)")
            return
        }
        #expect(choice.text == text && choice.folderName == "dialed")
    }

    @Test func aMutantThatNobodyKnowsIsToldItsNeighbours() {
        let error = #expect(throws: InvalidValue.self) { try ImplementationChoice(argument: "mutant:nope") }
        let message = error?.message ?? ""
        #expect(message.hasPrefix("unknown mutant 'nope'; did you mean '"))
        #expect(message.contains("', or another of ") && message.count < 160)
    }

    @Test func aMutantIsNotDegenerate() throws {
        #expect(throws: InvalidValue.self) { try ImplementationChoice(argument: "degenerate:last-wins") }
        #expect(try ImplementationChoice(argument: "mutant:silent").text == "mutant:silent")
    }

    @Test(arguments: [
        ("builtin", "builtin"), ("exec:python3 port.py", "python3"), ("exec:/opt/a/my€port -x", "my-port"),
        ("degenerate:silent", "silent"), ("variant:tvos-client+slow-storage", "tvos-client-slow-storage"),
    ])
    func theFolderIsNamedAfterTheImplementation(_ text: String, _ name: String) throws {
        #expect(try ImplementationChoice(argument: text).folderName == name)
    }

    @Test func aBackendElsewhereIsGivenByURLs() throws {
        #expect(try BackendChoice(argument: "embedded") == .embedded)
        #expect(
            try BackendChoice(argument: "http://a:1,https://b") == .elsewhere(["http://a:1", "https://b"]))
        #expect(throws: InvalidValue.self) { try BackendChoice(argument: "http://a,b") }
    }
}
