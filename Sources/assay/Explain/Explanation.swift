import AccessEnablerAPI
import Evidence
import Reports
import Specification

/// Contracts and statements in words.
struct Explanation {
    private let specifications: Specifications
    private let width: Int

    init(_ specifications: Specifications, width: Int = TextReport.width) {
        self.specifications = specifications
        self.width = width
    }

    // MARK: - Statements

    func text(of statement: Statement) -> String {
        let citing = Contract.all(of: specifications.catalog.cases.filter { $0.allCites.contains(statement.id) })
        var text = summary(of: statement) + "\n"
        text += entry("binds", words(for: statement.subject))
        text += entry("applies", applies(statement.platforms, statement.versions))
        text += entry("basis", "\(statement.basis.rawValue), \(statement.strictness.rawValue)")
        if !statement.see.isEmpty { text += entry("see", statement.see.joined(separator: ", ")) }
        text += entry("contracts", citing.isEmpty ? "none yet" : citing.map(\.id).joined(separator: ", "))
        return text
    }

    private func summary(of statement: Statement, by indent: Int = 0) -> String {
        let places = statement.cites.map(\.description).joined(separator: ", ")
        return paragraph("\(statement.id) \(statement.level.rawValue)", by: indent)
            + paragraph(statement.text, by: indent + 2)
            + (places.isEmpty ? "" : paragraph("(\(places))", by: indent + 2))
    }

    private func words(for subject: Statement.Subject) -> String {
        switch subject {
        case .sdk: "the implementation"
        case .application: "the application"
        case .server: "the service provider"
        }
    }

    // MARK: - Contracts

    /// The steps are those of the first case; the others differ from it by what their matrix says.
    ///
    /// They are shown as in the newest release on iOS, or as in the nearest to it to which the contract applies.
    func text(of contract: Contract) -> String {
        let first = contract.cases[0]
        let isSigned = !(0...9).contains { first.versions.contains(SDKVersion(3, $0)) }
        let testCase = first.fitted(
            to: first.platforms.contains(.iOS) ? .iOS : .tvOS, isSigned ? SDKVersion(2, 0) : .newest)
        var text = "\(contract.id) \(contract.level.rawValue)\n" + paragraph(contract.title, by: 2)
        text += paragraph("(\(testCase.file):\(testCase.line))", by: 2) + "\n"
        text += entry("area", contract.area)
        text += entry("applies", applies(testCase.platforms, testCase.versions))
        if !testCase.supposes.isEmpty {
            text += entry("protocol", testCase.supposes.sorted().map(\.rawValue).joined(separator: ", "))
        }
        if !testCase.requires.isEmpty {
            text += entry("requires", testCase.requires.sorted().map(\.rawValue).joined(separator: ", "))
        }
        if contract.cases.count > 1 {
            let others = contract.cases.dropFirst().map(\.id).joined(separator: " ")
            text += entry("cases", "\(testCase.id), which is explained here, and \(others)")
        }
        text += entry("providers", testCase.fixture.providers.map(\.words).joined(separator: "; "))
        for (label, words) in testCase.fixture.peculiarities { text += entry(label, words) }
        if !testCase.alike.isEmpty {
            text += entry(
                "alike", testCase.alike.map(\.rawValue).sorted().joined(separator: ", ") + " of all its cases")
        }
        if !testCase.reads.isEmpty { text += entry("reads", testCase.reads.joined(separator: ", ")) }
        text += "\nWhat it rests on:\n\n"
        for id in first.allCites.sorted() {
            guard let statement = specifications.register[id] else { continue }
            text += summary(of: statement, by: 2)
        }
        text += "\nSteps:\n\n"
        for (index, step) in testCase.steps.enumerated() { text += numbered(index + 1, StepWording.words(for: step)) }
        text += "\nExpected:\n\n"
        text += testCase.expectations.map { item(ExpectationWording.words(for: $0)) }.joined()
        text += closedWorld(testCase)
        for reading in testCase.readings {
            text += "\n" + Prose.wrapped("Or, in the reading '\(reading.name)':", width: width) + "\n\n"
            text += reading.expectations.map { item(ExpectationWording.words(for: $0)) }.joined()
            if !reading.allow.isEmpty {
                text += item("also allowed: \(reading.allow.sorted().joined(separator: ", "))")
            }
            if reading.expectations.isEmpty, reading.allow.isEmpty { text += item("nothing more than that") }
        }
        return text
    }

    private func closedWorld(_ testCase: Case) -> String {
        let allowed = testCase.allow.sorted().map(\.rawValue).joined(separator: ", ")
        let others = testCase.readings.contains { !$0.allow.isEmpty } ? ", and what a reading allows" : ""
        return item(
            "no other callback"
                + (allowed.isEmpty ? others.replacing(", and", with: " but") : " but \(allowed)\(others)"))
    }

    func text(of ambiguity: RegisterAmbiguity) -> String {
        "\(ambiguity.id)\n" + paragraph(ambiguity.issue, by: 2) + "\n" + entry("read as", ambiguity.reading)
            + entry("asserted", ambiguity.how) + readers(of: ambiguity)
    }

    private func readers(of ambiguity: RegisterAmbiguity) -> String {
        if let reason = ambiguity.informational { return entry("read in", "no contract: \(reason)") }
        let readers = specifications.catalog.readers[ambiguity.id] ?? []
        let words = readers.map { "\($0.contractID) (\($0.readings.map(\.name).joined(separator: " or ")))" }
        let consistent = ambiguity.consistentIn.joined(separator: ", ")
        return entry("read in", words.joined(separator: ", "))
            + (consistent.isEmpty ? "" : entry("same in", consistent))
    }

    // MARK: - Layout

    private func applies(_ platforms: Set<Platform>, _ versions: VersionRange) -> String {
        platforms.map(\.rawValue).sorted().joined(separator: ", ") + ", \(versions)"
    }

    private func entry(_ label: String, _ text: String) -> String {
        Prose.entry(label, text, column: 14, width: width) + "\n"
    }

    private func paragraph(_ text: String, by indent: Int) -> String {
        Prose.indented(Prose.wrapped(text, width: width - indent), by: indent) + "\n"
    }

    private func numbered(_ number: Int, _ text: String) -> String {
        Prose.entry(Prose.rightAligned("\(number).", to: 3), text, column: 6, width: width) + "\n"
    }

    private func item(_ text: String) -> String {
        Prose.entry("-", text, column: 4, width: width) + "\n"
    }
}
