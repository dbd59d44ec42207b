import Mutants
import Specification
import Testing
import TestThreads
import Variants

@testable import assay

@Suite(.mayBlock) struct VariantTests {
    @Test func thereAreManyVariantsEachWithAnIDOfItsOwn() {
        let ids = Variant.all.map(\.id)
        #expect(Set(ids).count == ids.count && ids.count >= 60)
        #expect(Set(ids).isDisjoint(with: Mutant.all.map(\.id)))
        #expect(ids.filter { $0.contains("+") || $0.contains(where: \.isWhitespace) } == [])
    }

    @Test func whatAllowsAVariantIsInTheRegister() throws {
        let register = try ShippedFolder.read().specifications.register
        let known = Set(register.statements.map(\.id)).union(register.ambiguities.map(\.id))
        for variant in Variant.all {
            #expect(variant.grounds.filter { !known.contains($0) } == [], "\(variant.id)")
            #expect(!variant.title.hasSuffix(".") && !variant.reason.hasSuffix(".") && variant.reason.count > 20)
        }
    }

    @Test func severalVariantsAreOnePort() throws {
        let both = try #require(Variant.named("polls-each-second+documented-statuses-only"))
        #expect(both.isCoreOnly && both.grounds.contains("AE-TV-002") && both.grounds.contains("AE-EST-001"))
        #expect(Variant.named("polls-each-second+nope") == nil && Variant.named("") == nil)
        guard case .variant(_, let chosen) = try ImplementationChoice(argument: "variant:tvos-client+picker-sorted")
        else {
            Issue.record("no variant")
            return
        }
        #expect(chosen.id == "tvos-client+picker-sorted")
    }

    @Test func aVariantThatNobodyKnowsIsToldItsNeighbours() {
        let error = #expect(throws: InvalidValue.self) { try ImplementationChoice(argument: "variant:tvos-clint") }
        #expect(error?.message == "unknown variant 'tvos-clint'; did you mean 'tvos-client'?")
    }

    @Test func anotherImplementationSaysWhichVariantsItHas() async throws {
        func known(_ script: String) async throws -> [String] {
            let choice = ImplementationChoice.program(text: "exec:sh", command: ["sh", "-c", script, "sh", "{}"])
            return try await ForeignVariants(choice).known().map(\.id)
        }
        let both = try await known("[ $1 = list ] && echo tvos-client && echo picker-sorted")
        #expect(both == ["picker-sorted", "tvos-client"])
        await #expect(throws: ToolError.self) { try await known("echo tvos-clint") }
        await #expect(throws: ToolError.self) { try await known("exit 64") }
        await #expect(throws: ToolError.self) { try await known("exit 0") }
        let silent = ImplementationChoice.program(text: "exec:sh", command: ["sh", "-c", "exec sleep 600", "{}"])
        await #expect(throws: ToolError.self) { try await ForeignVariants(silent).known(within: .milliseconds(50)) }
        // What is shown is what runs.
        let text = try ForeignVariants(silent).choice(of: "x").text
        guard case .program(_, ["sh", "-c", "exec sleep 600", "x"]) = try ImplementationChoice(argument: text) else {
            Issue.record("\(text)")
            return
        }
        #expect(throws: ToolError.self) { try ForeignVariants(.program(text: "exec:sh", command: ["sh"])) }
        #expect(throws: ToolError.self) { try ForeignVariants(.builtin) }
    }

    @Test func theSeedDecidesWhichVariantsAreTaken() {
        let some = Variant.some(5, of: Variant.all, seed: 7).map(\.id)
        #expect(some == Variant.some(5, of: Variant.all, seed: 7).map(\.id) && Set(some).count == 5)
        #expect(some != Variant.some(5, of: Variant.all, seed: 8).map(\.id))
        #expect(Variant.pairs(3, of: Variant.all, seed: 7).allSatisfy { Variant.named($0.id) != nil })
    }
}
