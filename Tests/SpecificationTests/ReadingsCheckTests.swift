import Documents
import Testing

@testable import Specification

@Suite struct ReadingsCheckTests {
    private func contract(_ id: String, reads: String, readings: String) throws -> [Case] {
        let text = """
            schema: assay/contract/2
            id: \(id)
            title: A title
            level: MUST
            cites: [AE-Q-001]
            steps:
              - call: checkAuthentication
              - await: "x:"
            \(reads)
            \(readings)
            """
        var vocabulary = Vocabulary(
            calls: ["checkAuthentication"], callbacks: ["x:"], parameters: [:], statements: ["AE-Q-001"], checks: [])
        vocabulary.ambiguities = ["A-01"]
        let diagnostics = Diagnostics()
        let cases = ContractReader(vocabulary: vocabulary).cases(
            in: try YAML.read(Array(text.utf8), file: "c.yaml"), area: "a", file: "c.yaml", diagnostics: diagnostics)
        if !diagnostics.isEmpty { throw DiagnosticList(diagnostics: diagnostics.sorted) }
        return cases
    }

    private func problems(_ text: String, _ cases: [Case]) throws -> [String] {
        let diagnostics = Diagnostics()
        let node = try YAML.read(
            Array("ambiguities: [{id: A-01, issue: i, reading: r, how: h\(text)}]".utf8), file: "a.yaml")
        let ambiguities = RegisterAmbiguityReader()
            .ambiguities(NodeReader(node, file: "a.yaml", diagnostics: diagnostics))
        ReadingsCheck(Catalog(cases: cases)).report(on: ambiguities, diagnostics)
        return diagnostics.sorted.map(\.description)
    }

    @Test func whatNoContractReadsNeedsAReason() throws {
        #expect(
            try problems("", []) == [
                "a.yaml:1:15: no contract reads the ambiguity 'A-01', and nothing says why: 'informational'"
            ])
        #expect(try problems(", informational: why", []) == [])
    }

    @Test func whatAContractReadsIsNotInformational() throws {
        let cases = try contract("one", reads: "reads: [A-01]", readings: "readings: [{name: x}]")
        #expect(try problems("", cases) == [])
        #expect(try problems(", informational: why", cases).count == 1)
    }

    @Test func contractsThatMustAgreeUseTheSameNames() throws {
        let expect = "expect: [{callback: 'x:'}]"
        func cases(_ id: String, _ other: String) throws -> [Case] {
            try contract(
                id, reads: "reads: [A-01]", readings: "readings: [{name: x, \(expect)}, {name: \(other), \(expect)}]")
        }
        let both = ", consistent-in: [one, two]"
        #expect(try problems(both, try cases("one", "y") + cases("two", "y")) == [])
        #expect(try problems(both, try cases("one", "y") + cases("two", "z")).count == 1)
        #expect(
            try problems(both, try cases("one", "y")) == [
                "a.yaml:1:15: the contract 'two' does not read the ambiguity 'A-01'"
            ])
    }

    @Test(arguments: [
        ("reads: [A-02]", "readings: [{name: x}]", "unknown ambiguity 'A-02'"),
        ("reads: [A-01]", "", "needs 'readings'"),
        ("", "readings: [{name: x}, {name: y, expect: [{callback: 'x:'}]}]", "must be the only one"),
    ])
    func aMistakeInAContractIsTold(reads: String, readings: String, mistake: String) {
        #expect {
            try contract("one", reads: reads, readings: readings)
        } throws: { error in
            "\(error)".contains(mistake)
        }
    }
}
