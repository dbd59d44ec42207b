import AccessEnablerAPI
import Evidence
import ServiceProtocol
@testable import Specification
import Testing

@testable import Checkers

@Suite struct PatternMatchTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private var match: PatternMatch {
        PatternMatch(
            rules: Rulebook(api: bench.api), name: { Tape.bindings[$0] }, labelled: { _ in nil },
            isUnknownLabelMet: false)
    }

    static let table: [(Matcher, Value, Bool)] = [
        (Matcher.equals(.init("$A")), Value.string("A-xabcdefn1x"), true),
        (.equals(.literal(1)), 1, true), (.equals(.literal(1)), "1", false),
        (.symbol("SUCCESS"), 1, true), (.symbol("SUCCESS"), 0, false),
        (.symbol("GENERIC_AUTHENTICATION_ERROR"), "generic authentication error", true),
        (.symbol("TRACKING_GET_SELECTED_PROVIDER"), "TRACKING_MVPD_SELECTION", true),
        (.symbol("TRACKING_GET_SELECTED_PROVIDER"), "TRACKING_AUTHENTICATION", false),
        (.oneOf([.symbol("SUCCESS"), .symbol("ERROR")]), 0, true), (.not(.symbol("ERROR")), 0, false),
        (.contains(.init("b")), "abc", true), (.contains(.init("b")), ["a", "b"], true),
        (.contains(.init("x")), "abc", false), (.prefix(.init("$sp1")), "http://127.0.0.1:1001/x", true),
        (.prefix(.init("adbe.X://")), "ADBE.x://y", true), (.prefix(.init("adbe.X")), "adbe.x://y", false),
        (.nonEmpty, "", false), (.nonEmpty, nil, false), (.nonEmpty, "x", true), (.absent, nil, true),
        (.absent, "", false), (.count(2), ["a", "b"], true), (.count(1), ["a", "b"], false),
        (.flag(true), "YES", true), (.flag(true), 1, true), (.flag(false), "no", true), (.flag(false), true, false),
        (.ids([.init("$A"), .init("$B")]), [["ID": "B-xabcdefn1x"], ["ID": "A-xabcdefn1x"]], true),
        (.ids([.init("$A")]), [["ID": "A-xabcdefn1x"], ["ID": "A-xabcdefn1x"]], false),
        (.each([.init(path: ["n"], matcher: .nonEmpty)]), [["n": "x"], ["n": ""]], false),
        (.some([.init(path: ["n"], matcher: .nonEmpty)]), [["n": "x"], ["n": ""]], true),
        (.some([.init(path: ["n"], matcher: .equals(.literal("y")))]), [["n": "x"], ["n": ""]], false),
        // Texts that only Unicode takes for one.
        (.equals(.literal("\u{E9}")), "e\u{301}", false), (.equals(.literal("\u{E9}")), "\u{E9}", true),
        (.contains(.init("\u{E9}")), "e\u{301}", false), (.contains(.init("\u{E9}")), ["e\u{301}"], false),
        (.prefix(.init("\u{E9}")), "e\u{301}x", false), (.ids([.init("\u{E9}")]), ["e\u{301}"], false),
        (.instant, "2011/03/19 02:29:34 GMT +0200", true), (.instant, "tomorrow", false),
        // What stands for none, and a time that is left in seconds or milliseconds.
        (.instant, "-1", false), (.instant, "1970-01-01 00:00:00", false), (.instant, "0001-01-01 00:00:00", false),
        (.instant, 86_400, false), (.instant, "259200000", false), (.instant, 1_795_000_000, true),
        (.instant, "1795000000000", true), (.instant, "2026-02-28 00:00:00", true),
        (.instant, "2026-02-31 00:00:00", false), (.instant, "Tue, 31 Feb 2026 02:29:34 GMT", false),
        (
            .url(provider: "sp1", path: "/saml", query: ["mso_id": .equals(.init("$A"))]),
            "http://127.0.0.1:1001/authenticate/saml?mso_id=A%2Dxabcdefn1x&x=1#f", true
        ),
        (.url(provider: "sp2", path: nil, query: [:]), "http://127.0.0.1:1001/", false),
        (.url(provider: nil, path: nil, query: ["x": .absent]), "http://127.0.0.1:1001/?x", false),
    ]

    @Test(arguments: table)
    func aMatcherMeetsTheValuesItMeans(matcher: Matcher, value: Value, isMet: Bool) {
        #expect(match.isMet(matcher, by: value) == isMet)
    }

    @Test func whatIsNotThereIsAbsentAndNothingElse() {
        #expect(match.isMet(.absent, by: nil))
        #expect(match.isMet(.not(.nonEmpty), by: nil))
        #expect(!match.isMet(.equals(.literal(nil)), by: nil))
    }

    @Test(arguments: [
        ("2011/03/19 02:29:34 GMT +0200", "2011/03/18 00:29:34 GMT +0000", true),
        ("2011/03/19 02:29:34 GMT +0200", "2011/03/18 00:29:30 GMT +0000", true),
        ("2011/03/19 02:29:34 GMT +0200", "2011/03/18 00:29:04 GMT +0000", true),
        ("2011/03/19 02:29:34 GMT +0200", "2011/03/18 02:29:34 GMT +0000", false),
        ("1300408174000", "1300321774", true), ("Sat, 19 Mar 2011 00:29:34 GMT", "2011-03-18T00:29:34Z", true),
        ("19 Mar 2011 02:29:34 +0200", "Fri, 18 Mar 2011 00:29:34 GMT", true), ("19 Mar 2011", "1300321774", false),
        ("Sat, 19 Mar 2011 02:29:34 GMT", "1300321774", false), ("soon", "2011/03/18 00:29:34 GMT +0000", false),
        ("9223372036854775807", "-9223372036854775808", false), ("-9223372036854775808", "9223372036854775807", false),
    ])
    func instantsAreComparedInWhateverFormTheyCome(later: String, earlier: String, isMet: Bool) {
        var tape = Tape(isOpen: false)
        tape.callback(.setMetadataStatus, ("metadata", .string(earlier)))
        let first = tape.observations[0]
        let match = PatternMatch(
            rules: Rulebook(api: bench.api), name: { _ in nil }, labelled: { _ in first }, isUnknownLabelMet: false)
        let matcher = Matcher.later(than: "first", path: ["metadata"], by: .seconds(86_400))
        #expect(match.isMet(matcher, by: .string(later)) == isMet)
    }

    @Test func aLabelThatIsNotKnownYetSpeaksForAnEventAlsoWhereItMustNotBeTheSame() {
        let live = PatternMatch(
            rules: Rulebook(api: bench.api), name: { _ in nil }, labelled: { _ in nil }, isUnknownLabelMet: true)
        #expect(live.isMet(.same(as: "first", path: ["token"]), by: "x"))
        #expect(live.isMet(.not(.same(as: "first", path: ["token"])), by: "x"))
    }

    private func request(_ purpose: Purpose, at provider: String = "sp1") -> Observation {
        var tape = Tape(isOpen: false)
        tape.request(purpose, at: provider, ["ttl": "1800", "requestor_id": "R"])
        return tape.observations[0]
    }

    /// The documents of iOS and tvOS say that the dictionary has the code, and no more.
    @Test(
        arguments: [
            (["errorId": "REGCODE", "level": "Success"], true), (["code": "AB12CD7"], true),
            (["errorId": "SEC200", "details": ["ABC4EFG"]], true), (["event": "CFG500"], false),
            (["event": "AB12CD7"], true), (["severity": "ERROR"], false),
            (["errorId": "N000", "code": "AB12CD7"], false), (["errorId": "ABCDEFG", "level": "ERROR"], false),
        ] as [(Value.Members, Bool)])
    func aReportWithACodeOffersALoginWhateverItsKeys(report: Value.Members, offers: Bool) {
        var tape = Tape(isOpen: false)
        tape.callback(.status, ("statusDictionary", .object(report)))
        #expect(match.matches(Pattern(.loginOffered), tape.observations[0]) == offers)
    }

    /// A service elsewhere may give codes of letters alone, and what it has given is not known there.
    @Test(arguments: [("REGCODE", ["TXLDYKY"]), ("N111", [])])
    func aCodeWithoutADigitIsOneInAReportOfTheCode(id: String, codes: [String]) {
        let report: Value.Members = ["errorId": .string(id), "message": "TXLDYKY"]
        #expect(Message(.status, [.init("statusDictionary", .object(report))]).likelyCodes == codes)
    }

    private func condition(_ path: String..., is matcher: Matcher) -> Pattern.Condition {
        Pattern.Condition(path: path, matcher: matcher)
    }

    @Test func fieldsOfRequestsAreTextWhateverTheyMean() {
        let request = request(.registrationCode)
        #expect(
            match.matches(
                Pattern(.request(.registrationCode), conditions: [condition("ttl", is: .equals(.literal(1800)))]),
                request))
        #expect(
            match.matches(
                Pattern(.request(.any), conditions: [condition("any", is: .contains(.init("R")))]), request))
        #expect(
            match.matches(Pattern(.request(.entitlement), conditions: [condition("nothing", is: .absent)]), request))
        #expect(!match.matches(Pattern(.request(.any), providers: ["sp2"]), request))
    }

    /// A pair of the application's may travel as a value, or as a field of its own.
    @Test func anyTextOfARequestMayBeAName() {
        var tape = Tape(isOpen: false)
        tape.request(.authorize, at: "sp1", ["data.campaign-key-1": "spring"])
        let named = Matcher.contains(.init("campaign-key-1"))
        let with = Pattern(.request(.any), conditions: [condition("any", is: named)])
        let without = Pattern(.request(.any), conditions: [condition("any", is: .not(named))])
        #expect(match.matches(with, tape.observations[0]) && !match.matches(without, tape.observations[0]))
    }

    @Test func aFieldIsFoundUnderEveryGenerationsName() {
        var tape = Tape(isOpen: false)
        tape.request(.authorize, at: "sp1", ["resource_id": "News", "ap_21": "device-1"])
        tape.request(.authorize, at: "sp1", ["resource": "News", "deviceid": "device-1"])
        tape.request(.authorize, at: "sp1", ["ask.resource": "News", "ask.device_id": "device-1"])
        let conditions = [
            condition("resource", is: .equals(.init("News"))), condition("device", is: .equals(.init("device-1"))),
        ]
        for observation in tape.observations {
            #expect(match.matches(Pattern(.request(.authorize), conditions: conditions), observation))
        }
    }

    @Test func pollsPreflightsAndQuestionsForTheLastDecisionAskForNoDecision() {
        for purpose in [Purpose.poll, .preflight, .authorizationToken] {
            #expect(!match.matches(Pattern(.request(.authorize)), request(purpose)))
            #expect(!match.matches(Pattern(.request(.session)), request(purpose)))
        }
        #expect(!match.matches(Pattern(.request(.entitlement)), request(.poll)))
        #expect(!match.matches(Pattern(.request(.any)), request(.preflight)))
        #expect(match.matches(Pattern(.request(.poll)), request(.poll)))
        #expect(match.matches(Pattern(.request(.poll)), request(.session)))
    }

    @Test(arguments: [
        (Duration.seconds(86_400), "1 day"), (.seconds(3 * 86_400), "3 days"), (.seconds(3_600), "1 hour"),
        (.seconds(36 * 3_600), "36 hours"), (.seconds(90), "90.0 seconds"),
        (.milliseconds(3_600_001), "3600.001 seconds"),
        (.zero, "0.0 seconds"),
    ])
    func howMuchLaterIsToldInDaysOrHours(_ duration: Duration, _ words: String) {
        #expect(
            Matcher.later(than: "first", path: ["metadata", "data"], by: duration).words
                == "an instant \(words) later than metadata.data of 'first'")
    }

    @Test func theBrowsersRequestsAreNotThePorts() {
        #expect(!match.matches(Pattern(.request(.any)), request(.page)))
        #expect(!match.matches(Pattern(.request(.any)), request(.authenticate)))
        #expect(match.matches(Pattern(.request(.authenticate)), request(.authenticate)))
        #expect(!match.matches(Pattern(.request(.entitlement)), request(.configuration)))
    }

    @Test func aComparisonWithAnEarlierStepHoldsOnlyWhenTheStepIsKnown() {
        let matcher = Matcher.same(as: "step", path: ["x"])
        #expect(!match.isMet(matcher, by: "x"))
        let runner = bench.judge
        var tape = Tape(isOpen: false)
        tape.callback(.setToken, ("token", "t"), ("resource", "r"))
        let pattern = Pattern(.callback(.setToken), conditions: [condition("token", is: matcher)])
        #expect(runner.matches(pattern, tape.observations[0], Tape.bindings))
    }
}
