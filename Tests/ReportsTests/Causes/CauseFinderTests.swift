import Documents
import Evidence
import Testing

@testable import Reports

struct CauseFinderTests {
    private func finding(
        _ kind: Symptom.Kind, _ subject: String, after call: String = "getAuthentication", at place: Int = 5,
        _ differences: [Difference] = [], _ weight: Weight = Weight(.core, .must), statements: [String] = ["AE-A-001"]
    ) -> Finding {
        var finding = Finding(statements: statements, message: "\(kind) \(subject) at \(place)")
        var symptom = Symptom(kind, subject, differences: differences)
        symptom.call = call
        symptom.place = place
        finding.symptom = symptom
        finding.weight = weight
        return finding
    }

    private func verdict(_ id: String, _ outcome: Outcome = .fail, _ findings: Finding...) -> Verdict {
        Verdict(
            caseID: id, contractID: id, title: "title", area: "area", outcome: outcome, statements: [],
            findings: findings)
    }

    @Test func theSameDeviationInManyCasesAndRunsIsOneCause() throws {
        let ios = (0..<40).map { verdict("c\($0)", .fail, finding(.unexpected, "the callback x:", at: $0)) }
        let causes = CauseFinder.causes(in: [ios, Array(ios.prefix(3))])
        let cause = try #require(causes.first)
        #expect(causes.count == 1)
        #expect(cause.members.count == 43)
        #expect(cause.cases.count == 40)
        #expect(cause.number == 1)
        #expect(cause.title == "the callback x: comes although nothing asked for it after getAuthentication")
    }

    @Test(arguments: [
        (["with key 'a'", "with key 'a'"], "the callback x: with key 'a' comes after getMetadata, and must not"),
        (["with key 'a'", "with key 'b'"], "the callback x: comes after getMetadata, and must not"),
    ])
    func whatACaseForbidsMayHaveBeenAskedFor(_ forbidden: [String], _ title: String) {
        let verdicts = forbidden.enumerated().map { number, words in
            var found = finding(.unexpected, "the callback x:", after: "getMetadata")
            found.symptom?.forbidden = "the callback x: \(words)"
            return verdict("c\(number)", .fail, found)
        }
        #expect(CauseFinder.causes(in: [verdicts]).map(\.title) == [title])
    }

    @Test func whatItsCasesCameToIsCountedWhereTheyDiffer() throws {
        let found = finding(.missing, "the callback x:")
        let verdicts = [verdict("a", .fail, found), verdict("b", .fail, found), verdict("c", .inconclusive, found)]
        let runs = [verdicts, [verdict("c", .fail, found)]]
        #expect(CauseFinder.causes(in: [verdicts]).map(\.countByOutcome) == ["3 cases (2 FAIL, 1 INCONCLUSIVE)"])
        #expect(CauseFinder.causes(in: runs).map(\.countByOutcome) == ["3 cases"])
    }

    @Test func whatIsInNoTextIsToldSo() {
        let difference = Difference("any", expected: "containing 'v'", actual: nil)
        let verdicts = [verdict("a", .fail, finding(.different, "a request of the kind session", [difference]))]
        #expect(
            CauseFinder.causes(in: [verdicts]).map(\.title)
                == ["a request of the kind session with no text containing 'v' after getAuthentication"])
        #expect(difference.actual == "nowhere")
        // A value that happens to be called so is a value.
        let value = Difference("any", expected: "containing 'v'", actual: "nowhere")
        let others = [verdict("a", .fail, finding(.different, "a request of the kind session", [value]))]
        #expect(CauseFinder.causes(in: [others]).map(\.title) != CauseFinder.causes(in: [verdicts]).map(\.title))
    }

    @Test func whatIsLeftOutInTheMiddleLeavesWholeWords() {
        #expect(
            Prose.foldedInTheMiddle("an instant 1 day later than metadata of 'first'", to: 30)
                == "an instant 1 … of 'first'")
        #expect(Prose.foldedInTheMiddle(String(repeating: "x", count: 40), to: 21).count == 21)
        #expect(Prose.foldedInTheMiddle("short", to: 5) == "short")
    }

    @Test func twoThingsThatAreWrongAreTwoCausesAndTheLargerIsFirst() {
        let some = (0..<3).map { verdict("a\($0)", .fail, finding(.missing, "the callback x:")) }
        let many = (0..<9).map {
            verdict(
                "b\($0)", .fail,
                finding(.unexpected, "the callback y:", after: "logout", statements: ["AE-B-001"]))
        }
        let causes = CauseFinder.causes(in: [some + many])
        #expect(causes.map(\.cases.count) == [9, 3])
        #expect(causes.map(\.number) == [1, 2])
    }

    @Test func whatCameFirstIsTheCauseAndWhatCameLaterIsItsCompany() throws {
        let verdicts = (0..<4).map { index in
            verdict(
                "c\(index)", .fail, finding(.missing, "the callback y\(index):", after: "call\(index)", at: 90),
                finding(
                    .different, "the callback x:", at: 10, [Difference("data.7", expected: "'ios'", actual: "'tv'")])
            )
        }
        let causes = CauseFinder.causes(in: [verdicts])
        let cause = try #require(causes.first)
        #expect(causes.count == 1)
        #expect(
            cause.title == "the callback x: with data.7 'tv', expected 'ios' after getAuthentication")
        #expect(cause.company.count == 4)
    }

    @Test func aCallThatNothingAnswersIsOneCauseWhateverShouldHaveCome() throws {
        let verdicts = ["x:", "y:", "z:"].map { name in
            verdict(name, .fail, finding(.missing, "the callback \(name)", after: "logout", statements: ["AE-\(name)"]))
        }
        let causes = CauseFinder.causes(in: [verdicts])
        #expect(causes.count == 1)
        #expect(causes.first?.title == "what should come after logout does not come")
    }

    @Test func failuresComeBeforeMoreWarningsAndWhatIsUndecidedIsLast() {
        let warning = Weight(.core, .should)
        let causes = CauseFinder.causes(in: [
            [verdict("u", .inconclusive, finding(.missing, "u"))]
                + (0..<9).map { verdict("w\($0)", .warn, finding(.repeated, "w", [], warning)) }
                + [verdict("f", .fail, finding(.missing, "f")), verdict("p", .pass), verdict("k", .expectedFail)]
        ])
        #expect(causes.map(\.outcome) == [.fail, .warn, .inconclusive])
    }

    @Test func whatIsUndecidedAndLooksLikeWhatFailedHasItsCause() {
        let missing = finding(.missing, "the callback x:")
        var undecided = missing
        undecided.standing = .undecided
        let fails = (0..<3).map { verdict("f\($0)", .fail, missing) }
        let other = verdict("o", .inconclusive, finding(.missing, "the callback y:", after: "logout"))
        let causes = CauseFinder.causes(in: [fails, [verdict("u", .inconclusive, undecided), other]])
        #expect(causes.map(\.cases.count) == [4, 1])
        #expect(causes.map(\.outcome) == [.fail, .inconclusive])
    }

    @Test func whatOnlyWarnsAndLooksLikeWhatFailsElsewhereHasItsCause() {
        let missing = finding(.missing, "the callback x:")
        let warning = finding(.missing, "the callback x:", [], Weight(.core, .should))
        let should = Weight(.core, .should)
        let other = verdict("o", .warn, finding(.missing, "the callback y:", after: "logout", [], should))
        let causes = CauseFinder.causes(in: [[verdict("f", .fail, missing), verdict("w", .warn, warning), other]])
        #expect(causes.map(\.cases) == [["f", "w"], ["o"]])
        #expect(causes.map(\.outcome) == [.fail, .warn])
    }

    /// It was told too early there, too, which counts for less than what came of it.
    @Test func aFailureWithAWarningThatIsTheCauseOfOthersHasThatCause() {
        let early = finding(.misplaced, "the callback x:", at: 1)
        let fails = (0..<3).map { verdict("f\($0)", .fail, early) }
        let warning = finding(.misplaced, "the callback x:", at: 1, [], Weight(.core, .should))
        let mixed = verdict("m", .fail, finding(.missing, "the callback y:", at: 9), warning)
        #expect(CauseFinder.causes(in: [fails + [mixed]]).map(\.cases.count) == [4])
    }

    @Test func whatDidNotComeAfterAStepIsToldWithTheCallOfThatStep() {
        var missing = finding(.missing, "the callback x:", after: "checkAuthentication")
        missing.landmarks = [.init("signed-in", at: 1, call: "handleExternalURL:", isBeginning: true)]
        let causes = CauseFinder.causes(in: [[verdict("f", .fail, missing)]])
        #expect(causes.first?.title == "the callback x: does not come after handleExternalURL:")
    }

    /// A second report of the end, late, makes some later step go wrong here and there.
    @Test func fewFailuresThatAllComeWithAFrequentWarningAreToldWithIt() throws {
        let warning = finding(.repeated, "w", at: 3, [], Weight(.core, .should), statements: ["AE-W-001"])
        let warned = (0..<20).map { verdict("w\($0)", .warn, warning) }
        let failing = verdict("f", .fail, finding(.missing, "f", at: 9), warning)
        let cause = try #require(CauseFinder.causes(in: [warned + [failing]]).first)
        #expect(CauseFinder.causes(in: [warned + [failing]]).count == 1)
        #expect(cause.outcome == .fail)
        #expect(cause.exemplar.caseID == "w0")
        #expect(cause.company.map(\.cases) == [1])
        let many = (0..<10).map { verdict("f\($0)", .fail, finding(.missing, "f", at: 9), warning) }
        #expect(CauseFinder.causes(in: [warned + many]).map(\.outcome) == [.fail, .warn])
    }

    /// A wrong name of an event is in all of them, and leads to nothing.
    @Test func whatElseIsWrongBesideWhatMostlyComesAloneIsACauseOfItsOwn() {
        let name = finding(.rule, "no such event", at: 1)
        var value = finding(.different, "the callback x:", at: 9, [Difference("code", expected: "a", actual: "b")])
        value.ground = .content
        let missing = finding(.missing, "the callback y:", at: 20)
        let alone = (0..<20).map { verdict("a\($0)", .fail, name) }
        var other = finding(.different, "the callback x:", at: 9, [Difference("name", expected: "a", actual: "b")])
        other.ground = .content
        let both = (0..<2).map { verdict("b\($0)", .fail, name, value) } + [verdict("e", .fail, name, other)]
        let consequence = verdict("c", .fail, name, missing)
        let causes = CauseFinder.causes(in: [alone + both + [consequence]])
        #expect(causes.map(\.cases.count) == [24, 2, 1])
        #expect(causes.dropFirst().first?.title == "the callback x: with code b, expected a after getAuthentication")
        let known = (0..<9).map { verdict("d\($0)", .fail, name, missing) }
        #expect(CauseFinder.causes(in: [alone + known]).map(\.cases.count) == [29, 9])
        #expect(CauseFinder.causes(in: [known]).count == 1)
    }

    /// Cases that differ in an error code alone: each code that came is told.
    @Test func fewOtherValuesOfOneElementAreTold() throws {
        let codes = ["N010", "N010", "N111", "VSA404"]
        let verdicts = codes.enumerated().map { index, code in
            let difference = Difference("errorCode", expected: "N130", actual: code)
            return verdict("c\(index)", .fail, finding(.different, "the callback x:", [difference]))
        }
        let cause = try #require(CauseFinder.causes(in: [verdicts]).first)
        #expect(cause.cases.count == 4)
        #expect(cause.title == "the callback x: differs in errorCode after getAuthentication")
        #expect(cause.ways.map(\.cases) == [["c0", "c1"], ["c2"], ["c3"]])
        #expect(
            cause.ways.last?.title == "the callback x: with errorCode VSA404, expected N130 after getAuthentication")
        var report = sampleReport()
        report.verdicts = verdicts
        let diagnosis = DiagnosisText(report.diagnosis)
        let texts = [diagnosis.summary, diagnosis.blocks].map { text in
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        for code in codes {
            for text in texts { #expect(text.contains("with errorCode \(code), expected N130"), "\(text)") }
            #expect(RunPage([report]).html.source.contains("errorCode \(code), expected N130"))
        }
        // As many as there are cases are values of sessions.
        let many = (0..<20).map { index in
            let difference = Difference("name", expected: "a", actual: "b\(index)")
            return verdict("c\(index)", .fail, finding(.different, "the callback x:", [difference]))
        }
        #expect(CauseFinder.causes(in: [many]).map(\.ways.count) == [0])
    }

    /// A rule is named without what it quotes.
    @Test func whatARuleQuotesIsTold() {
        let verdicts = ["'a'", "'b'", "'b'"].enumerated().map { index, id in
            var found = finding(.rule, "there is no error …")
            found.message = "there is no error \(id)"
            return verdict("c\(index)", .fail, found)
        }
        let causes = CauseFinder.causes(in: [verdicts])
        #expect(causes.map(\.title) == ["there is no error …"])
        #expect(causes.first?.ways.map(\.title) == ["there is no error 'b'", "there is no error 'a'"])
    }

    @Test func aTitleFoldsLongValues() {
        let long = String(repeating: "x", count: 200)
        let difference = Difference("url", expected: long, actual: "nil")
        let different = finding(.different, "the callback x:", at: 1, [difference])
        let title = CauseFinder.causes(in: [[verdict("f", .fail, different)]]).first?.title ?? ""
        #expect(title.hasPrefix("the callback x: with url nil, expected xxx") && title.count < 140)
    }

    @Test func aPortThatDiesOfTwoCallsHasTwoCauses() {
        let verdicts = ["getMetadata:", "getMetadata:", "logout"].enumerated().map { index, call in
            verdict("c\(index)", .crash, finding(.crash, "the port's process is gone", after: call))
        }
        #expect(
            CauseFinder.causes(in: [verdicts]).map(\.title)
                == ["the port's process is gone after getMetadata:", "the port's process is gone after logout"])
    }

    @Test func statementsAreThoseThatAllCasesBreak() throws {
        let causes = CauseFinder.causes(in: [
            [
                verdict("a", .fail, finding(.missing, "x", statements: ["AE-A-001", "AE-X-001"])),
                verdict("b", .fail, finding(.missing, "x", statements: ["AE-B-001", "AE-X-001"])),
            ]
        ])
        #expect(causes.first?.statements == ["AE-X-001"])
    }

    @Test func aVerdictWithoutAnyFindingHasACauseAllTheSame() {
        #expect(CauseFinder.causes(in: [[verdict("a")]]).first?.title == "title")
    }
}
