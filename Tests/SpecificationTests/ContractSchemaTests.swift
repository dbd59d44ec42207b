import Documents
import Evidence
import SchemaCheck
import ServiceProtocol
import Testing

@testable import Specification

/// The published schema of contracts and the readers say the same.
@Suite struct ContractSchemaTests {
    private let schema: JSON

    init() throws {
        let path = ShippedSpecs.root + "Specs/schema/contract.schema.json"
        schema = try JSON.parse(try File.read(path), file: path)
    }

    private func properties(_ definition: String?) throws -> [String] {
        let object = try definition.map { try #require(schema["$defs"]?[$0]) } ?? schema
        return try #require(object["properties"]?.object).keys
    }

    @Test func everyShippedContractKeepsTheSchema() throws {
        let files = try ShippedSpecs.files("contracts")
        #expect(!files.isEmpty)
        for file in files {
            let document = try YAML.read(file.bytes, file: file.path)
            #expect(SchemaCheck(schema).problems(of: document.json) == [], "\(file.path)")
        }
    }

    @Test func aNumberMayBeAValueOfTheMatrix() throws {
        func problems(_ times: String) throws -> [String] {
            let text = """
                { schema: assay/contract/2, id: x, title: x, level: MUST, cites: [AE-INIT-001], matrix: { behind: [1, 2] },
                  fixture: { providers: { sp1: [A] } }, steps: [{ quiesce: { times: \(times) } }] }
                """
            return SchemaCheck(schema).problems(of: try YAML.read(Array(text.utf8), file: "x").json)
        }
        #expect(try problems("$behind") == [] && problems("3") == [])
        #expect(try !problems("often").isEmpty)
    }

    /// `HERE` in the text is where the mapping of the definition stands.
    @Test(
        arguments: [
            (nil, "HERE"),
            ("applies", "applies: {HERE}"),
            ("fixture", "fixture: {HERE}"),
            ("lifetimes", "fixture: {lifetimes: {HERE}}"),
            ("user", "fixture: {user: {HERE}}"),
            ("denial", "fixture: {resources: {x: {HERE}}}"),
            ("callStep", "steps: [{call: checkAuthentication, HERE}]"),
            ("awaitStep", "steps: [{await: 'setRequestorComplete:', HERE}]"),
            ("holdStep", "steps: [{hold: configuration, HERE}]"),
            ("letGoStep", "steps: [{let-go: configuration, HERE}]"),
            ("awaitHeldStep", "steps: [{await-held: configuration, HERE}]"),
            ("releaseStep", "steps: [{release: sp1, HERE}]"),
            ("faultStep", "steps: [{fault: refuse, of: configuration, HERE}]"),
            ("latencyStep", "steps: [{latency: 5ms, HERE}]"),
            ("browseStep", "steps: [{browse: open, HERE}]"),
            ("quiesceStep", "steps: [{quiesce: true, HERE}]"),
            ("quiet", "steps: [{quiesce: {outlasts: [a, b], HERE}}]"),
            ("expireStep", "steps: [{expire: authentication, HERE}]"),
            ("configureStep", "steps: [{configure: sp1, HERE}]"),
            ("startConfigurationStep", "steps: [{start-configuration: sp1, HERE}]"),
            ("signInStep", "steps: [{sign-in: A, HERE}]"),
            ("signInElsewhereStep", "steps: [{sign-in-elsewhere: A, HERE}]"),
            ("logInStep", "steps: [{log-in: sign-in, HERE}]"),
            ("launchStep", "steps: [{launch: application, HERE}]"),
            ("chooseStep", "steps: [{choose: A, HERE}]"),
            ("grantStep", "steps: [{grant: news, HERE}]"),
            ("denyStep", "steps: [{deny: news, HERE}]"),
            ("probeBindingsStep", "steps: [{probe-bindings: [A], HERE}]"),
            ("wordStep", "steps: [{cancel: null, HERE}]"),
            ("pattern", "expect: [{never: {callback: any, HERE}}]"),
            ("url", "expect: [{callback: any, where: {x: {url: {HERE}}}}]"),
            ("later", "expect: [{callback: any, where: {x: {later: {HERE}}}}]"),
            ("matcherForm", "expect: [{callback: any, where: {x: {HERE}}}]"),
            ("expectation", "expect: [{callback: any, HERE}]"),
            ("reading", "readings: [{HERE}]"),
        ] as [(String?, String)])
    func aReaderTakesTheKeysOfItsDefinitionAndNoOther(_ definition: String?, _ text: String) throws {
        for key in try properties(definition) where !text.contains("{\(key):") && !text.contains(" \(key):") {
            let text = key == "with" ? text.replacing("callback: any", with: "check: x") : text
            let found = mistakes(text.replacing("HERE", with: "\(key): $x"))
            #expect(!found.contains { $0.hasPrefix("unknown key '\(key)'") }, "\(definition ?? "contract")")
        }
        #expect(mistakes(text.replacing("HERE", with: "zzz-zzz: 1")).contains { $0.contains("unknown key 'zzz-zzz'") })
    }

    @Test func theSchemaHasEveryFormThatTheReadersChooseFrom() throws {
        let steps = try #require(schema["$defs"]?["step"]?["anyOf"]?.array)
            .compactMap { $0["$ref"]?.string?.split(separator: "/").last.map(String.init) }
            .filter { $0.hasSuffix("Step") }
        let stepKeys = try steps.flatMap { name in
            name == "wordStep" ? try properties(name) : [try #require(try properties(name).first)]
        }
        #expect(Set(stepKeys).subtracting(["as", "cites"]) == choices("steps: [{}]"))
        #expect(Set(try properties("matcherForm")) == choices("expect: [{callback: any, where: {x: {}}}]"))
        #expect(Set(try properties("pattern")).subtracting(["at", "where"]) == choices("expect: [{never: {}}]"))
    }

    @Test func theSchemaOffersTheWordsThatTheReadersTake() throws {
        func words(_ definition: String, _ key: String? = nil) throws -> [String] {
            let object = try #require(schema["$defs"]?[definition])
            let value = key.map { object["properties"]?[$0] } ?? object
            let list = value?["enum"] ?? value?["anyOf"]?.array?.compactMap { $0["enum"] }.first
            return try #require(list?.array).compactMap(\.string)
        }
        #expect(try words("kind") == RequestKind.allCases.map(\.rawValue))
        #expect(try words("browseStep", "browse") == Step.Browse.allCases.map(\.rawValue))
        #expect(schema["properties"]?["level"]?["enum"]?.array?.compactMap(\.string) == Level.allCases.map(\.rawValue))
        #expect(schema["properties"]?["schema"]?["const"]?.string == ContractReader.schema)
    }

    /// The keys that a reader names when it finds none of them.
    private func choices(_ text: String) -> Set<String> {
        let start = "expected exactly one of "
        for mistake in mistakes(text) {
            guard let range = mistake.firstRange(of: start), let end = mistake.firstRange(of: ";") else { continue }
            return Set(mistake[range.upperBound..<end.lowerBound].split(separator: ", ").map(String.init))
        }
        return []
    }

    private func mistakes(_ text: String) -> [String] {
        let vocabulary = Vocabulary(
            calls: ["checkAuthentication"], callbacks: ["setRequestorComplete:"], parameters: [:], statements: [],
            checks: ["x"])
        let diagnostics = Diagnostics()
        do {
            let document = try YAML.read(Array(text.utf8), file: "c")
            _ = ContractReader(vocabulary: vocabulary)
                .cases(in: document, area: "a", file: "c", diagnostics: diagnostics)
        } catch {
            return ["\(error)"]
        }
        return diagnostics.sorted.map(\.message)
    }
}
