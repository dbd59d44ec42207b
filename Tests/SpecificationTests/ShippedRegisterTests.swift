import Evidence
import Specification
import Testing

@Suite struct ShippedRegisterTests {
    @Test func theShippedSpecsHaveNoMistake() throws {
        #expect(try ShippedSpecs.read().mistakes == [])
    }

    @Test func theRegisterHoldsAllStatementsAndAmbiguities() throws {
        let register = try ShippedSpecs.read().register
        #expect(register.statements.count == 461)
        #expect(register.areas.count == 29)
        #expect(register.ambiguities.count == 73)
        #expect(register.statements.count { $0.level == .must } == 370)
        #expect(register.statements.count { $0.level == .should } == 47)
        #expect(register.statements.count { $0.level == .may } == 44)
        #expect(register.statements.count { $0.subject == .sdk } == 391)
        #expect(register.statements.count { $0.basis == .seed } == 256)
        #expect(register.statements.count { $0.basis == .reading } == 27)
        #expect(register.statements.count { $0.strictness == .strict } == 314)
    }

    @Test func aStatementIsFoundByItsID() throws {
        let register = try ShippedSpecs.read().register
        let statement = try #require(register["AE-SP-007"])
        #expect(statement.area == "SP")
        #expect(statement.cites.map(\.description) == ["api-reference#setReqV3"])
        #expect(register["AE-SP-999"] == nil)
        #expect(register.ambiguity("A-06") != nil)
    }

    @Test func numbersRunWithoutGapsInEveryArea() throws {
        let register = try ShippedSpecs.read().register
        for area in register.areas {
            let numbers = register.statements.filter { $0.area == area.name }.compactMap { Int($0.id.suffix(3)) }
            #expect(numbers == Array(1...numbers.count), "\(area.name)")
        }
    }

    @Test func everyCitedSectionOfTheDocumentsAtHandHasADigestInEveryLanguage() throws {
        let register = try ShippedSpecs.read().register
        let taken = Set(register.sections.map { "\($0.document)#\($0.anchor ?? "") \($0.file)" })
        for document in register.documents where document.isAvailable {
            let cites = register.statements.flatMap(\.cites).filter { $0.document == document.name }
            for (cite, edition) in cites.flatMap({ cite in document.editions.map { (cite, $0) } }) {
                #expect(taken.contains("\(document.name)#\(cite.anchor ?? "") \(edition.file)"))
            }
        }
    }
}
