import AccessEnablerAPI
import Evidence
import Reports
import Specification
import Testing

@testable import assay

struct ExplanationTests {
    @Test func everyContractIsExplainedInTheWidthOfATerminal() throws {
        let specifications = try ShippedFolder.read().specifications
        let explanation = Explanation(specifications)
        for contract in Contract.all(of: specifications.catalog.cases) {
            let text = explanation.text(of: contract)
            for line in text.split(separator: "\n") where !line.contains("[") && !line.contains("/") {
                #expect(line.count <= 80, "\(contract.id): \(line)")
            }
            #expect(text.contains(" 1. "), "\(contract.id)")
            #expect(!text.hasSuffix(":\n\n"), "\(contract.id)")
            for id in contract.cases[0].allCites { #expect(text.contains("\n  \(id) "), "\(contract.id)") }
        }
    }

    /// Before 3.0, and on a television, applications do the same in other ways.
    @Test(arguments: [
        ("logout-before-3", "getAuthenticationToken"), ("logout-twice-on-television", "on another device"),
    ])
    func stepsAreThoseOfAReleaseToWhichTheContractApplies(_ id: String, _ words: String) throws {
        let specifications = try ShippedFolder.read().specifications
        let contract = try #require(Contract.all(of: specifications.catalog.cases).first { $0.id == id })
        let steps = try #require(Explanation(specifications).text(of: contract).split(separator: "\nSteps:\n").last)
        #expect(steps.contains(words) && !steps.contains("handleExternalURL:"))
    }

    /// Without them its steps cannot be understood.
    @Test(arguments: [
        ("preauthorization-of-another-programmer", "sports is denied by B"),
        ("account-at-launch", "access to the account is granted, S is signed in"),
        ("tokens-survive-a-restart", "lasts from one run of the application to the next"),
    ])
    func theWorldOfAContractIsTold(_ id: String, _ words: String) throws {
        let specifications = try ShippedFolder.read().specifications
        let contract = try #require(Contract.all(of: specifications.catalog.cases).first { $0.id == id })
        let text = Explanation(specifications).text(of: contract).split(whereSeparator: \.isWhitespace)
        #expect(text.joined(separator: " ").contains(words))
    }

    @Test func whatAReadingAllowsIsNotSaidToBeForbidden() throws {
        let specifications = try ShippedFolder.read().specifications
        let contracts = Contract.all(of: specifications.catalog.cases)
        let contract = try #require(contracts.first { $0.cases[0].readings.contains { !$0.allow.isEmpty } })
        let text = Explanation(specifications).text(of: contract)
        #expect(text.contains("what a reading") && text.contains("also allowed:"))
    }

    @Test func propertiesOfMVPDsAreTold() throws {
        let specifications = try ShippedFolder.read().specifications
        let cases = specifications.catalog.cases
        let contracts = Contract.all(of: cases)
        let logout = try #require(contracts.first { $0.id == "logout-of-everything" })
        #expect(
            Explanation(specifications).text(of: logout).contains(
                "sp1 lists A (authPerRequestor), B (authPerRequestor)\n"))
        var fixture = logout.cases[0].fixture
        fixture.providers[0].mvpds[0].properties = ["iFrameWidth": "600", "iFrameRequired": "true"]
        fixture.providers[0].mvpds[1].properties = [:]
        #expect(fixture.properties == "sp1 lists A (iFrameRequired, iFrameWidth 600)")
        // The report of a failed case has them, too.
        let testCase = logout.cases[0]
        let verdict = Verdict(
            caseID: testCase.id, contractID: logout.id, title: "", area: "", outcome: .fail, statements: [],
            findings: [Finding(message: "m")])
        let header = RunHeader(
            assayVersion: "", portName: "", portVersion: "", implementation: "", backend: "", platform: .iOS,
            version: .newest, seed: 1, features: [], calls: [], startedAt: 0)
        let report = ReportDesk(specifications: specifications).report(
            header, verdicts: [verdict], figures: RunFigures(), records: [testCase.id: [[]]], remarks: [])
        #expect(report.records[testCase.id]?.fixture == testCase.fixture.properties)
    }

    @Test func aStatementNamesTheContractsThatCiteIt() throws {
        let specifications = try ShippedFolder.read().specifications
        let statement = try #require(specifications.register["AE-AUTHN-018"])
        let text = Explanation(specifications).text(of: statement)
        #expect(text.hasPrefix("AE-AUTHN-018 SHOULD\n"))
        #expect(text.contains("(api-reference#getAuthN)"))
        #expect(text.contains("sign-in"))
    }

    @Test func theListHasEveryContractOnce() throws {
        let cases = try ShippedFolder.read().specifications.catalog.cases
        let contracts = Contract.all(of: cases)
        #expect(contracts.map(\.id) == contracts.map(\.id).uniqued)
        #expect(contracts.flatMap(\.cases).count == cases.count)
        let text = ListCommand.text(contracts)
        for contract in contracts { #expect(text.contains("  \(contract.id) "), "\(contract.id)") }
        #expect(text.hasSuffix("\(contracts.count) contracts, \(cases.count) cases\n"))
    }
}

extension Array where Element: Hashable {
    /// Each element where it comes first.
    fileprivate var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
