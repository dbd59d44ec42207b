import AccessEnablerAPI
import Documents
import Model
import Specification
import TestThreads
import Testing

@testable import Exploration
@testable import assay

@Suite(.mayBlock, .serialized) struct ScenariosAreContracts {
    @Test(arguments: [Focus?.none, .relations, .names], [false, true])
    func everyScenarioIsAContract(focus: Focus?, isTelevision: Bool) throws {
        try check(Stage(isTelevision: isTelevision), focus)
    }

    @Test(arguments: [Wire.restV1, .restV2]) func everyScenarioOverAnotherProtocolIsAContract(wire: Wire) throws {
        try check(Stage(wire: wire), nil)
    }

    private func check(_ stage: Stage, _ focus: Focus?) throws {
        let specifications = try ShippedFolder.read().specifications
        var generator = Generator(seed: 1, on: stage, abilities: Set(Ability.allCases), focus: focus)
        let files = (0..<60).compactMap { number in
            generator.next().map { made in
                let scenario =
                    number.isMultiple(of: 10)
                    ? Scenario(Scenario.crowded(made.choices), on: stage) : made.scenario
                return Catalog.File(
                    path: "explored-\(number).yaml", area: SpecFolder.foreignArea,
                    bytes: Array(Script(scenario).text(id: "explored-\(number)").utf8))
            }
        }
        let diagnostics = Diagnostics()
        let cases = specifications.cases(in: files, dialect: SpecFolder.dialect, diagnostics: diagnostics)
        #expect(diagnostics.sorted.map(\.description) == [])
        #expect(Set(cases.map(\.contractID)).count == 60)
    }
}
