import AccessEnablerAPI
import Documents
import ServiceProtocol
import Testing

@testable import Specification

/// Contracts as text, and what the reader says of them.
@Suite struct ContractReaderTests {
    private static let vocabulary = Vocabulary(
        calls: ["checkAuthentication", "getAuthentication", "setRequestor:serviceProviders:"],
        callbacks: ["displayProviderDialog:", "setAuthenticationStatus:errorCode:", "setRequestorComplete:"],
        parameters: ["setRequestor:serviceProviders:": ["requestorID", "urls"]],
        statements: ["AE-CHKN-001", "AE-CHKN-004", "AE-SP-007"], checks: ["fastest-responder"])

    private func read(_ text: String) throws -> (cases: [Case], mistakes: [String]) {
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(text.utf8), file: "c.yaml")
        let cases = ContractReader(vocabulary: Self.vocabulary)
            .cases(in: document, area: "area", file: "c.yaml", diagnostics: diagnostics)
        return (cases, diagnostics.sorted.map(\.description))
    }

    private func contract(_ rest: String) -> String {
        """
        schema: assay/contract/2
        id: a-contract
        title: A title
        level: MUST
        cites: [AE-CHKN-004]

        """ + rest
    }

    private static let plainSteps = """
        steps:
          - configure: [sp1]
          - call: checkAuthentication
            as: checked
          - await: "setAuthenticationStatus:errorCode:"
            where: { status: ERROR }
        """

    @Test func aContractWithoutAMatrixIsOneCase() throws {
        let (cases, mistakes) = try read(contract(Self.plainSteps))
        #expect(mistakes == [])
        #expect(cases.map(\.id) == ["a-contract"])
        #expect(cases[0].steps.count == 4)
        #expect(cases[0].platforms == Set(Platform.allCases))
    }

    private static let hundredAndOne = (1...101).map { "\($0)" }.joined(separator: ", ")

    @Test(arguments: [
        (
            """
            expect: [{ never: { callback: "setAuthenticationStatus:errorCode:", where: { code: { same-as: nowhere.code } } } }]
            """, "no step before awaits an event as 'nowhere'"
        ),
        (
            """
            expect:
              - callback: "setAuthenticationStatus:errorCode:"
                where: { code: { not: { same-as: checked.code } } }
            """, "no step before awaits an event as 'checked'"
        ),
        ("expect: [{ order: [] }]", "nothing is listed here, so nothing would be asked for"),
        (
            """
            expect: [{ callback: "setAuthenticationStatus:errorCode:", where: { code: { one-of: [] } } }]
            """, "nothing is listed here, so nothing would be asked for"
        ),
        ("matrix: { run: [{ a: 1 }, { a: 2 }] }", "two cells of the matrix are called [run=?]"),
        (
            "matrix: { a: [\(hundredAndOne)], b: [\(hundredAndOne)] }",
            "the matrix has more than 10000 cells"
        ),
    ])
    func whatWouldAskForNothingIsRefused(_ rest: String, _ words: String) throws {
        let mistakes = try read(contract(Self.plainSteps + "\n  - quiesce\n" + rest)).mistakes
        #expect(mistakes.contains { $0.contains(words) }, "\(mistakes)")
    }

    @Test func stepsHaveLabelsOfTheirOwnAndQuietLastsAsLongAsBetweenTwoOfThem() throws {
        let twice = Self.plainSteps + "\n  - call: checkAuthentication\n    as: checked"
        #expect(try read(contract(twice)).mistakes == ["c.yaml:1:1: two steps are labelled 'checked'"])
        let nowhere = Self.plainSteps + "\n    as: told\n  - quiesce: { outlasts: [told, nowhere] }"
        #expect(try read(contract(nowhere)).mistakes == ["c.yaml:1:1: no step before is labelled 'nowhere'"])
    }

    @Test func onlyCellsOfAMatrixCanBeAlike() throws {
        let alike = "\nalike: [values, bindings]"
        let (cases, mistakes) = try read(contract("matrix: { run: [one, other] }\n" + Self.plainSteps + alike))
        #expect(mistakes == [])
        #expect(cases.map(\.alike) == [[.values, .bindings], [.values, .bindings]])
        #expect(
            try read(contract(Self.plainSteps + alike)).mistakes
                == ["c.yaml:1:1: 'alike' compares the cells of a matrix, and there is only one"])
    }

    @Test func everyCellOfTheMatrixIsACaseOfItsOwn() throws {
        let text = contract(
            """
            matrix:
              order: [[sp1, sp2], [sp2, sp1]]
              fault: [refuse]
            fixture:
              providers: { sp1: [A], sp2: [B] }
            steps:
              - fault: $fault
                of: configuration
              - configure: $order
            """)
        let (cases, mistakes) = try read(text)
        #expect(mistakes == [])
        #expect(
            cases.map(\.id) == ["a-contract[order=sp1-sp2,fault=refuse]", "a-contract[order=sp2-sp1,fault=refuse]"])
        guard case .call(_, let arguments) = cases[1].steps[1].action else {
            Issue.record("the second step is not a call")
            return
        }
        #expect(arguments[1].value == .array([Template("$sp2"), Template("$sp1")]))
    }

    @Test(arguments: [
        ("step:\n  - restart", "c.yaml:6:1: unknown key 'step'; did you mean 'steps'?"),
        ("steps:\n  - restrat", "c.yaml:7:5: unknown step 'restrat'; did you mean 'restart'?"),
        (
            "steps:\n  - call: checkAuthentification",
            "c.yaml:7:11: unknown call 'checkAuthentification'; did you mean 'checkAuthentication'?"
        ),
        (
            "steps:\n  - choose: C",
            "c.yaml:7:13: unknown MVPD 'C'; did you mean 'A'?"
        ),
        (
            "steps:\n  - call: \"setRequestor:serviceProviders:\"\n    with: { requestorID: $requestor }",
            "c.yaml:7:11: 'setRequestor:serviceProviders:' needs 'urls' under 'with'"
        ),
        (
            "steps:\n  - call: \"setRequestor:serviceProviders:\"\n    with: { requestorID: $requester, urls: [] }",
            "c.yaml:8:26: nothing is called '$requester' here; did you mean '$requestor'?"
        ),
        (
            "steps:\n  - fault: explode\n    of: session\n  - configure: [sp1]",
            "c.yaml:7:12: unknown fault 'explode'"
        ),
        (
            plainSteps + "\nexpect:\n  - check: fastest-respnder",
            "c.yaml:13:12: unknown check 'fastest-respnder'; did you mean 'fastest-responder'?"
        ),
        (
            plainSteps + "\nexpect:\n  - callback: \"setAuthenticationStatus:errorCode:\"\n    after: cheked",
            "c.yaml:14:12: unknown step label 'cheked'; did you mean 'checked'?"
        ),
        (
            plainSteps + "\nexpect:\n  - callback: \"setAuthenticationStatus:errorCode:\"\n    count: often",
            "c.yaml:14:12: expected a count such as 1, 2+ or 0..1, found 'often'"
        ),
        (
            plainSteps + "\nexpect:\n  - request: session\n    count: 1",
            "c.yaml:14:12: no document says how many requests a port makes: ask for 1+, or for none after a step; if a "
                + "statement does give a number, name it with 'number-from'"
        ),
        (
            plainSteps + "\nexpect:\n  - request: authorize\n    at: sp1",
            "c.yaml:13:5: a request of the kind authorize that was made before the flow does not count for it: write 'after' "
                + "or 'before' which step it comes"
        ),
        (
            plainSteps + "\nexpect:\n  - request: session\n    where: { ap_21: { non-empty: true } }",
            "c.yaml:14:14: unknown field of a request 'ap_21'; expected one of any, method, path, requestor, mvpd, "
                + "resource, device, registration-code, device-info, application, login"
        ),
    ])
    func aMistakeIsNamedWithItsPlace(rest: String, message: String) throws {
        let (_, mistakes) = try read(contract(rest))
        #expect(mistakes.contains(message), "\(mistakes)")
    }

    /// Nobody says how long a port waits for a reply, or when it gives up on one.
    @Test(
        arguments: [
            ("latency: 20s", "replies take more than a second here (20000ms)"),
            ("latency: 600ms\n  - latency: 600ms", "replies take more than a second here (600ms, 600ms)"),
            ("latency: 900ms", nil),
            ("fault: stall\n    of: configuration", "a reply never ends here (stall)"),
        ] as [(String, String?)])
    func noContractHangsOnHowLongAPortWaits(step: String, mistake: String?) throws {
        func mistakes(_ rest: String) throws -> [String] {
            let text = contract(Self.plainSteps + "\n  - \(step)\n  - configure: [sp1]\n" + rest)
            let diagnostics = Diagnostics()
            _ = ContractReader(vocabulary: Self.vocabulary).cases(
                in: try YAML.read(Array(text.utf8), file: "c.yaml"), area: "area", file: "c.yaml",
                diagnostics: diagnostics)
            return diagnostics.sorted.map(\.description)
        }
        let found = try mistakes("")
        if let mistake { #expect(found.contains { $0.contains(mistake) }, "\(found)") } else { #expect(found == []) }
        guard step.contains("stall") else { return }
        #expect(try mistakes("  - await: \"setRequestorComplete:\"\n    due: undocumented") == [])
    }

    @Test(arguments: ["1+", "1\n    number-from: AE-SP-007"])
    func requestsAreCountedOnlyWhereAStatementGivesTheNumber(_ count: String) throws {
        let (_, mistakes) = try read(
            contract(Self.plainSteps + "\n  - quiesce\nexpect:\n  - request: session\n    count: \(count)"))
        #expect(mistakes.isEmpty)
    }

    @Test func aContractThatASilentPortKeepsIsRefused() throws {
        let (_, mistakes) = try read(
            contract("steps:\n  - call: checkAuthentication\nexpect:\n  - never: { callback: any }"))
        #expect(mistakes.contains { $0.hasSuffix("the contract asks for nothing that a silent port would not do") })
    }

    @Test func neverNeedsTheQuietThatProvesIt() throws {
        let (_, mistakes) = try read(contract(Self.plainSteps + "\nexpect:\n  - never: { callback: any-ui }"))
        #expect(mistakes.contains { $0.contains("to show that something does not come, add a 'quiesce' step") })
    }

    /// `steps` are what the contract's steps go on with; the bound is of what comes after the first of them.
    @Test(arguments: [
        ("count: 1", "", false), ("count: 0..1", "", false), ("count: 1+", "", true),
        ("count: 1", "\n  - quiesce", true),
    ])
    func anUpperBoundNeedsTheQuietThatProvesIt(_ bound: String, _ steps: String, _ isProved: Bool) throws {
        let text = contract(
            Self.plainSteps + "\n  - cancel: true\n    as: here" + steps
                + "\nexpect:\n  - callback: \"setRequestorComplete:\"\n    after: here\n    \(bound)")
        let (_, mistakes) = try read(text)
        #expect(
            mistakes.contains { $0.contains("to show that something does not come, add a 'quiesce' step") } != isProved)
    }

    @Test(arguments: [("never: { callback: any-ui }", false), ("callback: any-ui", true)])
    func anUpperBoundReachesToTheEndOfTheQuiet(_ expected: String, _ isTaken: Bool) throws {
        let text = contract(
            Self.plainSteps + "\n  - quiesce: true\n    as: over\n  - cancel: true\n    as: later"
                + "\nexpect:\n  - \(expected)\n    before: ")
        let (_, mistakes) = try read(text.replacing("before: ", with: "before: over"))
        #expect(mistakes.contains { $0.contains("label the step after it") } != isTaken)
        let (_, none) = try read(text.replacing("before: ", with: "before: later"))
        #expect(none == [])
    }

    @Test func quietBeforeWhatIsBoundedProvesNothing() throws {
        let text = contract(
            Self.plainSteps + "\n  - quiesce\n  - cancel: true\n    as: here\n  - cancel"
                + "\nexpect:\n  - never: { callback: any-ui }\n    after: here")
        let (_, mistakes) = try read(text)
        #expect(mistakes.contains { $0.contains("to show that something does not come, add a 'quiesce' step") })
    }

    /// A slower port would need longer: no contract may decide by how long something takes.
    @Test(arguments: [
        ("steps:\n  - quiesce: 20ms", "a fixed time would fail a slower port"),
        ("steps:\n  - await: \"setRequestorComplete:\"\n    within: 2s", "'within' would decide by a time"),
        ("fixture: { lifetimes: { authentication: 2s } }\nsteps:\n  - quiesce", "so short a lifetime would decide"),
    ])
    func aContractThatDecidesByADurationIsRefused(_ rest: String, _ reason: String) throws {
        let (_, mistakes) = try read(contract(rest))
        #expect(mistakes.contains { $0.contains(": \(reason)") && $0.hasPrefix("c.yaml:") }, "\(mistakes)")
    }

    @Test func sessionsOfAMatrixCanBeginBehindEachOther() throws {
        let (cases, mistakes) = try read(
            contract("matrix: { behind: [1, 3] }\n" + Self.plainSteps + "\n  - quiesce: { times: $behind }"))
        #expect(mistakes == [])
        #expect(cases.map { $0.steps.count { $0.action == .quiesce(outlasting: .shown) } } == [1, 3])
        let (_, wrong) = try read(contract(Self.plainSteps + "\n  - quiesce: { times: 101 }"))
        #expect(wrong.count == 1 && wrong[0].hasPrefix("c.yaml:"), "\(wrong)")
    }

    @Test func whatExpiresAndWhatIsDueIsSaidWithoutATime() throws {
        let (cases, mistakes) = try read(
            contract(
                Self.plainSteps + "\n  - await: \"setRequestorComplete:\"\n    due: undocumented\n    as: one"
                    + "\n  - expire: authentication\n    as: two\n  - quiesce: { outlasts: [one, two] }"))
        #expect(mistakes == [])
        let actions = try #require(cases.first).steps.map(\.action)
        #expect(actions.suffix(2) == [.expire(.authentication), .quiesce(outlasting: .between("one", "two"))])
        let (graceful, none) = try read(contract(Self.plainSteps + "\n  - quiesce: { outlasts: grace }"))
        #expect(none == [] && graceful.first?.steps.last?.action == .quiesce(outlasting: .grace))
        let (_, wrong) = try read(contract(Self.plainSteps + "\n  - quiesce: { outlasts: 3s }"))
        #expect(wrong.count == 1 && wrong[0].contains("grace"), "\(wrong)")
        guard case .await(_, .undocumented)? = actions.dropLast(2).last else {
            Issue.record("\(actions)")
            return
        }
    }

    @Test func whatIsDecidedOtherwiseIsAResourceOfTheFixture() throws {
        let fixture = "fixture: { providers: { sp1: [A] }, resources: { news: granted } }\n"
        let (cases, mistakes) = try read(contract(fixture + Self.plainSteps + "\n  - deny: news\n  - grant: news"))
        #expect(mistakes == [])
        let actions = try #require(cases.first).steps.map(\.action)
        #expect(
            actions.suffix(2) == [
                .decide(resource: "news", .denied("not any more")), .decide(resource: "news", .granted),
            ])
        let (_, wrong) = try read(contract(fixture + Self.plainSteps + "\n  - deny: sports"))
        #expect(wrong.count == 1 && wrong[0].hasPrefix("c.yaml:") && wrong[0].contains("resource"), "\(wrong)")
    }

    @Test func shortStepsAreWhatThePlatformAndTheReleaseDo() throws {
        let (cases, mistakes) = try read(
            contract(Self.plainSteps + "\n  - log-in: sign-in\n  - await: \"setRequestorComplete:\"\n  - log-out"))
        #expect(mistakes == [])
        let found = try #require(cases.first)
        let usual = found.fitted(to: .iOS, .newest)
        let television = found.fitted(to: .tvOS, .newest)
        let signed = found.fitted(to: .iOS, SDKVersion(2, 0))
        #expect(usual.calls.contains(.handleExternalURL) && !signed.calls.contains(.handleExternalURL))
        #expect(signed.calls.contains(.getAuthenticationToken))
        #expect(television.steps.map(\.action).contains(.browse(.secondScreen)))
        #expect(!television.calls.contains(.handleExternalURL))
        // No page, no browser, and no way back from there.
        #expect(found.fitted(to: .iOS, .newest, over: .restV1).steps.count == usual.steps.count - 3)
        #expect(found.fitted(to: .iOS, .newest, over: .restV2).steps == usual.steps)
        #expect(usual.fixture.hasCommasInResources)
        #expect(!found.fitted(to: .iOS, .newest, over: .restV1).fixture.hasCommasInResources)
        let patient = television.steps.compactMap { step in
            if case .await(_, .undocumented) = step.action { step.label ?? "" } else { nil }
        }
        #expect(patient.count == 1)
    }

    @Test func whatComesAfterALoginElsewhereIsDueAtOnce() throws {
        let again = "\n  - sign-in: A\n  - call: checkAuthentication\n  - await: \"setAuthenticationStatus:errorCode:\""
        let (cases, mistakes) = try read(contract(Self.plainSteps + again))
        #expect(mistakes == [])
        let steps = try #require(cases.first).fitted(to: .tvOS, .newest).steps
        #expect(steps.count { $0.action.due == .undocumented } == 1)
        #expect(steps.last?.action.due == .atOnce)
    }

    /// That a port asks whether the login is done does not mean that it is.
    @Test func aPollThatIsAwaitedTakesNoTimeFromTheLogin() throws {
        let asked = "\n  - browse: second-screen\n  - await: { request: poll }"
        let end = "\n  - await: \"setAuthenticationStatus:errorCode:\""
        let (cases, mistakes) = try read(contract(Self.plainSteps + asked + end))
        #expect(mistakes == [])
        let steps = try #require(cases.first).fitted(to: .tvOS, .newest).steps
        #expect(steps.suffix(2).map(\.action.due) == [.undocumented, .undocumented])
        #expect(steps.suffix(2).map(\.text) == ["await request poll", "await setAuthenticationStatus:errorCode:"])
    }

    @Test func aCallIsMadeAsOftenAsItSays() throws {
        let (cases, mistakes) = try read(
            contract(Self.plainSteps + "\n  - { call: checkAuthentication, times: 3, as: last }"))
        #expect(mistakes == [])
        let steps = try #require(cases.first).steps.suffix(3)
        #expect(steps.map(\.text) == Array(repeating: "call checkAuthentication", count: 3))
        #expect(steps.map(\.label) == [nil, nil, "last"], "the name is that of the last one")
    }

    @Test func aReplyThatIsHeldAfterALoginElsewhereMayTakeItsTime() throws {
        let (cases, mistakes) = try read(
            contract(Self.plainSteps + "\n  - hold: session\n  - browse: second-screen\n  - await-held: session"))
        #expect(mistakes == [])
        let television = try #require(cases.first).fitted(to: .tvOS, .newest)
        #expect(television.steps.last?.action.due == .undocumented)
    }

    @Test func anUnknownStatementIsAMistake() throws {
        let text = contract(Self.plainSteps).replacing("AE-CHKN-004", with: "AE-CHKN-044")
        let (_, mistakes) = try read(text)
        #expect(mistakes.contains { $0.contains("unknown statement 'AE-CHKN-044'") })
    }

    @Test func allMistakesOfAFileComeAtOnce() throws {
        let (_, mistakes) = try read(contract("steps:\n  - restrat\n  - choose: C\nexpct: []"))
        #expect(mistakes.count >= 3)
    }

    @Test func theSameIdentifierTwiceIsAMistake() throws {
        let bytes = Array(contract(Self.plainSteps).utf8)
        let diagnostics = Diagnostics()
        _ = Catalog.read(
            [
                Catalog.File(path: "a.yaml", area: "x", bytes: bytes),
                Catalog.File(path: "b.yaml", area: "x", bytes: bytes),
            ], vocabulary: Self.vocabulary, diagnostics: diagnostics)
        #expect(diagnostics.sorted.map(\.description) == ["b.yaml:1:1: the id 'a-contract' is taken by a.yaml"])
    }
}
