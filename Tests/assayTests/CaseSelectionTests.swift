import Documents
import Specification
import Testing

@testable import assay

struct CaseSelectionTests {
    @Test(arguments: [
        ("race", "race", true), ("race", "races", false), ("race*", "race[order=sp1]", true),
        ("*[order=sp?]", "race[order=sp1]", true), ("*[order=sp?]", "race[order=sp12]", false), ("*a*b", "xaxb", true),
        ("*a*b", "xaxbx", false), ("", "", true), ("*", "", true), ("?", "", false),
    ])
    func globsKnowTwoWildcards(_ pattern: String, _ text: String, _ fits: Bool) {
        #expect(Glob.fits(text, pattern) == fits)
    }

    private func ids(_ filters: [String], _ statements: [String] = []) throws -> [String] {
        let specifications = try ShippedFolder.read().specifications
        return try CaseSelection(filters: filters, statements: statements).cases(of: specifications).map(\.id)
    }

    @Test func theNameOfAContractMeansItAlone() throws {
        #expect(try ids(["sign-in"]) == ["sign-in"])
        #expect(try ids(["race-two-providers"]).allSatisfy { $0.hasPrefix("race-two-providers[") })
    }

    @Test func theNameOfAnAreaMeansAllOfIt() throws {
        let all = try ShippedFolder.read().specifications.catalog.cases
        #expect(try ids(["queue"]) == all.filter { $0.area == "queue" }.map(\.id))
    }

    @Test func whatIsNoNameIsAPartOfOne() throws {
        let found = try ids(["race-t"])
        #expect(found.contains { $0.hasPrefix("race-two-providers") })
        #expect(found.contains { $0.hasPrefix("race-three-providers") })
        #expect(found.allSatisfy { $0.contains("race-t") })
    }

    @Test func exclusionsTakeAwayFromWhatIsChosenAndMustFitSomething() throws {
        let specifications = try ShippedFolder.read().specifications
        let rest = try CaseSelection(filters: ["queue"], exclusions: ["calls-*"]).cases(of: specifications).map(\.id)
        #expect(try rest == ids(["queue"]).filter { !$0.hasPrefix("calls-") })
        for exclusions in [["quagga"], ["queue"]] {
            #expect(throws: UsageError.self) {
                try CaseSelection(filters: ["queue"], exclusions: exclusions).cases(of: specifications)
            }
        }
    }

    @Test func whatFailedInAnEarlierRunCanBeChosenByCause() throws {
        let cases = try ShippedFolder.read().specifications.catalog.cases
        try withFolder { folder in
            try File.write(
                #"{"causes":[{"number":1,"cases":["sign-in","logout"]},{"number":2,"cases":["wrong-password-first"]}]}"#,
                to: folder + "/report.json")
            let earlier = try EarlierRun(folder)
            #expect(try earlier.cases(of: 2, among: cases).map(\.id) == ["wrong-password-first"])
            #expect(
                Set(try earlier.cases(of: nil, among: cases).map(\.id)) == [
                    "sign-in", "logout", "wrong-password-first",
                ])
            #expect(throws: ToolError.self) { try earlier.cases(of: 3, among: cases) }
            #expect(throws: ToolError.self) { try EarlierRun(folder + "/nowhere") }
        }
    }

    @Test func filtersAddAndStatementsTakeAway() throws {
        #expect(try ids(["sign-in", "queue/*"]).count == ids(["sign-in"]).count + ids(["queue"]).count)
        let citing = try ids([], ["AE-SP-007"])
        #expect(!citing.isEmpty && !citing.contains("sign-in"))
        #expect(try ids(["race*"], ["AE-SP-007"]) == citing.filter { $0.hasPrefix("race") })
    }

    @Test(arguments: [
        (["sign-inn"], [], "no case fits the filter 'sign-inn'; did you mean 'sign-in'?"),
        (["quagga*"], [], "no case fits the filter 'quagga*'"),
        ([], ["AE-SP-0007"], "unknown statement 'AE-SP-0007'; did you mean 'AE-SP-007'?"),
        (["sign-in"], ["AE-SP-007"], "no case fits both the filters and the statements"),
    ])
    func aSelectionOfNothingIsAMistake(_ filters: [String], _ statements: [String], _ message: String) {
        let error = #expect(throws: UsageError.self) { try ids(filters, statements) }
        #expect(error?.description == message)
    }
}
