import AccessEnablerAPI
import Mutants
import Documents
import Evidence
@testable import Reports
import Specification
import Testing

@testable import assay

struct StrengthTests {
    /// A set that some mutants had no part in would be taken for one that catches all.
    @Test(arguments: [["--smoke"], ["--mutant", "*"], ["-f", "race-*"], ["--variants"], ["-v", "polls-*"]])
    func theSmokeSetIsWrittenOfAllMutantsOrNotAtAll(selection: [String]) async throws {
        let own = ["--write-smoke", "--specs", ShippedFolder.specs, "--quiet"]
        #expect(await Tool.run(["strength"] + selection + own) == .usage)
    }

    /// They would do nothing, or leave an empty file.
    @Test(arguments: [
        ["--variants", "--write-fingerprints"], ["--pairs", "3", "--write-fingerprints"],
        ["--write-smoke", "--write-fingerprints"], ["--variants", "--jobs", "3"],
        ["-v", "polls-*", "--deadline", "1s"],
    ])
    func optionsThatDoNotGoTogetherAreRefused(options: [String]) async throws {
        #expect(await Tool.run(["strength"] + options + ["--specs", ShippedFolder.specs, "--quiet"]) == .usage)
    }

    @Test func theSmokeSetNamesCasesThatThereAre() throws {
        let folder = try ShippedFolder.read()
        let ids = try SmokeCases.read(folder.path + "/strength/smoke.yaml").ids
        let all = Set(folder.specifications.catalog.cases.map(\.id))
        #expect(ids.filter { !all.contains($0) } == [])
        #expect(ids.count >= 10 && ids.count < all.count / 2)
    }

    @Test func theListOfSurvivorsNamesMutantsThatThereAre() throws {
        let known = try KnownSurvivors.read(ShippedFolder.specs + "/strength/survivors.yaml")
        let all = Set(Mutant.all.map(\.id))
        #expect(known.entries.map(\.mutant).filter { !all.contains($0) } == [])
        #expect(known.entries.allSatisfy { $0.reason.count > 20 })
    }

    @Test func theCasesThatAreWrittenAreRead() throws {
        try withFolder { folder in
            let cases = SmokeCases(ids: ["a", "b[x=1,y=2]"])
            try File.write(cases.text, to: folder + "/smoke.yaml")
            #expect(try SmokeCases.read(folder + "/smoke.yaml").ids == cases.ids)
        }
    }

    @Test func aReasonMayBeOfOneProtocol() throws {
        try withFolder { folder in
            let text = """
                schema: assay/survivors/1
                survivors:
                  - { mutant: last-wins, reason: It errs by chance only }
                  - { mutant: url-order, reason: It changes what is not there, protocol: [rest-v2] }
                """
            try File.write(text, to: folder + "/survivors.yaml")
            let known = try KnownSurvivors.read(folder + "/survivors.yaml")
            #expect(known.entries(over: .sdk).map(\.mutant) == ["last-wins"])
            #expect(known.entries(over: .restV2).map(\.mutant) == ["last-wins", "url-order"])
        }
    }

    @Test func everyCaseIsOfSomethingThatPortsAreRunAs() throws {
        let cases = try SpecFolder.readSound(ShippedFolder.specs).specifications.catalog.cases
        let met = Set(StrengthLegs.all.flatMap { StrengthLegs.cases(cases, on: $0) }.map(\.id))
        #expect(cases.map(\.id).filter { !met.contains($0) } == [])
        let newest = Set(StrengthLegs.newest.flatMap { StrengthLegs.cases(cases, on: $0) }.map(\.id))
        for leg in StrengthLegs.earlier {
            #expect(StrengthLegs.cases(cases, on: leg).filter { newest.contains($0.id) }.map(\.id) == [])
        }
    }

    @Test func theSmokeSetIsOfTheNewestRelease() throws {
        let folder = try SpecFolder.readSound(ShippedFolder.specs)
        let cases = folder.specifications.catalog.cases
        let ids = try SmokeCases.read(folder.path + "/strength/smoke.yaml").ids
        #expect(Set(ids).subtracting(SmokeCases.candidates(cases)) == [])
        let left = Mutant.all.filter { SmokeCases.leavesOut($0, cases) }.map(\.id)
        #expect(left.contains("tracks-the-device-too-early") && !left.contains("last-wins"))
        #expect(left.count * 10 < Mutant.all.count)
    }

    @Test func aStatementForWhoseSakeNothingIsCaughtIsAProblemOfAWholeRun() {
        let matrix = KillMatrix([row("completes-twice", killedBy: ["c"])])
        let findings = StrengthFindings(
            matrix: matrix, known: KnownSurvivors(), cases: [], extent: .all, statements: ["S", "T"])
        #expect(findings.problems.map { $0.contains(" T,") } == [true])
    }

    @Test func aStatementCanBeDecidedOrTheRegisterSaysWhyNot() throws {
        let register = try SpecFolder.readSound(ShippedFolder.specs).specifications.register
        let statements = StrengthStatements(register)
        #expect(statements.testable.contains("AE-REQ-001") && statements.testable.contains("AE-AUTHN-010"))
        #expect(statements.untestable["AE-REQ-012"] != nil && !statements.testable.contains("AE-REQ-012"))
        #expect(!statements.testable.contains("AE-PROV-005"))
    }

    private func row(_ id: String, killedBy contracts: [String]) -> KillMatrix.Row {
        KillMatrix.Row(
            id: id, title: "", cites: ["S"],
            kills: contracts.map { contract in
                KillMatrix.Kill(caseID: contract, contractID: contract, statements: ["S"], isRight: true, manner: .seen)
            })
    }

    @Test func survivorsMustBeExplainedAndExplanationsTrue() {
        let known = KnownSurvivors(entries: [
            .init(mutant: "completes-twice", reason: "", isSometimesCaught: false, place: "list:1"),
            .init(mutant: "url-order", reason: "", isSometimesCaught: true, place: "list:2"),
            .init(mutant: "nobody", reason: "", isSometimesCaught: false, place: "list:3"),
        ])
        let matrix = KillMatrix([
            row("completes-twice", killedBy: ["c"]), row("url-order", killedBy: ["c"]), row("last-wins", killedBy: []),
        ])
        let whole = StrengthFindings(matrix: matrix, known: known, cases: [], extent: .all).problems
        #expect(whole.map { $0.contains("last-wins") } == [true, false, false])
        #expect(whole.dropFirst().allSatisfy { $0.hasPrefix("list:1: ") || $0.hasPrefix("list:3: ") })
        #expect(StrengthFindings(matrix: matrix, known: known, cases: [], extent: .some).problems == [])
        #expect(StrengthFindings(matrix: matrix, known: known, cases: [], extent: .smokeSet).problems == whole)
    }
}
