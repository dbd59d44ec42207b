import Evidence
import ServiceProtocol
import Testing
import Timing

@testable import Checkers

/// The rules for service providers: each is kept by an answer as documented, and broken by one with one thing wrong.
@Suite struct ProviderConductTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let rule: String
        let good: Answer
        let bad: Answer
        /// What is told of it.
        let words: String
        var testDescription: String { rule + ": " + words }

        init(_ rule: String, _ good: Answer, _ words: String, _ change: (inout Answer) -> Void) {
            var bad = good
            change(&bad)
            (self.rule, self.good, self.bad, self.words) = (rule, good, bad, words)
        }

        init(_ rule: String, _ good: Answer, _ words: String, replace part: String, by other: String) {
            self.init(rule, good, words) { $0.body = $0.body.replacing(part, with: other) }
        }
    }

    private func verdicts(on answer: Answer) -> [String: Verdict] {
        var tape = Tape(isOpen: false)
        tape.add(answer)
        let verdicts = ProviderConduct.verdicts(on: tape.observations)
        #expect(verdicts.allSatisfy { ($0.outcome == .fail) == !$0.findings.isEmpty })
        return Dictionary(verdicts.map { (String($0.caseID.dropFirst("providers/".count)), $0) }) { $1 }
    }

    @Test(arguments: mistakes) func oneMistakeBreaksOneRule(_ mistake: Mistake) {
        let good = verdicts(on: mistake.good)
        #expect(good[mistake.rule]?.outcome == .pass, "the rule does not speak of the good answer")
        #expect(good.values.filter { $0.outcome == .fail }.flatMap(\.findings).map(\.message) == [])
        let broken = verdicts(on: mistake.bad).filter { $0.value.outcome == .fail }
        #expect(broken.keys.sorted() == [mistake.rule])
        let findings = broken[mistake.rule]?.findings ?? []
        #expect(findings.contains { $0.message.contains(mistake.words) }, "\(findings.map(\.message))")
        #expect(findings.allSatisfy { $0.expected.contains("service-protocol.md ") && $0.seen.hasPrefix("sp1 ") })
    }

    @Test func aMistakeIsPlantedForEveryRule() {
        #expect(Set(Self.mistakes.map(\.rule)) == Set(ProviderRule.all.map(\.id)))
    }

    /// What was recorded once is judged each time it was said; where that part of a trace is lost, it is not known.
    @Test(arguments: [1, 7] as [UInt64]) func anAnswerThatSaysTheSameIsJudgedLikeTheFirst(_ other: UInt64) throws {
        let mistake = try #require(Self.mistakes.first { $0.rule == "configurations" })
        var tape = Tape(isOpen: false)
        tape.add(mistake.bad)
        var second = mistake.bad
        (second.exchange, second.sameAs) = (2, other)
        tape.add(second)
        let verdict = ProviderConduct.verdicts(on: tape.observations).first { $0.caseID == "providers/configurations" }
        #expect(verdict?.findings.count == (other == 1 ? 2 : 1))
        #expect(ProviderConduct.summary(of: tape.observations).contains("of 1 the trace has no body") == (other == 7))
    }

    @Test func whatWasNotAnsweredIsNotJudged() {
        #expect(ProviderConduct.verdicts(on: []).allSatisfy { $0.outcome == .notApplicable })
        var page = Answer("GET", "/favicon.ico", "")
        page.status = 418
        #expect(verdicts(on: page).values.allSatisfy { $0.outcome == .notApplicable })
    }

    /// A trace of an older version has no bodies, and none has those that are too large: what it has is judged, and the rest
    /// is named.
    @Test(arguments: [false, true]) func anAnswerThatWasNotKeptIsJudgedByItsStatusAlone(_ isCut: Bool) {
        var tape = Tape(isOpen: false)
        var answer = Answer("GET", "/adobe-services/config/R", "")
        answer.isKept = isCut
        if isCut { answer.form = .cut }
        tape.add(answer)
        let verdicts = ProviderConduct.verdicts(on: tape.observations).filter { $0.outcome != .notApplicable }
        #expect(verdicts.map(\.caseID) == ["providers/documented-statuses"])
        #expect(ProviderConduct.summary(of: tape.observations).contains("of 1 the trace has no body"))
    }

    /// Whoever told the provider to break an answer is not told that it is broken.
    @Test func whatWasBrokenOnRequestIsLeftOut() {
        var tape = Tape(isOpen: false)
        var answer = Answer("GET", "/adobe-services/config/R", "")
        answer.status = 400
        answer.fault = "status(400)"
        tape.add(answer)
        #expect(ProviderConduct.verdicts(on: tape.observations).allSatisfy { $0.outcome == .notApplicable })
        #expect(ProviderConduct.summary(of: tape.observations).contains("1 that were broken on request were left out"))
    }

    @Test func everyCallAndEveryRuleCitesASection() {
        let sections = ProviderCall.all.map(\.section) + ProviderRule.all.compactMap(\.section)
        #expect(sections.allSatisfy { !$0.isEmpty && ("0"..."7").contains($0.prefix(1)) })
    }
}

/// An answer as a trace tells of it, and what it was asked with.
struct Answer: Sendable {
    var method: String
    var path: String
    var fields: [String: String] = [:]
    var status = 200
    var headers: [String: String] = [:]
    var form: ReplyContent.Form
    var body: String
    var token: TokenSighting?
    var fault = ""
    var isKept = true
    var exchange: UInt64 = 1
    /// The exchange with which the same body was recorded.
    var sameAs: UInt64?

    init(_ method: String, _ path: String, _ body: String) {
        (self.method, self.path, self.body) = (method, path, body)
        form = body.isEmpty ? .empty : body.hasPrefix("<") ? .xml : .json
        headers["content-type"] = body.hasPrefix("<") ? "application/xml" : "application/json"
    }

    func with(_ change: (inout Answer) -> Void) -> Answer {
        var answer = self
        change(&answer)
        return answer
    }
}

extension Tape {
    fileprivate mutating func add(_ answer: Answer) {
        let time = MonotonicTime(nanoseconds: 1)
        add(
            .request(
                RequestEvent(
                    exchange: answer.exchange, provider: "sp1", purpose: .other, method: answer.method,
                    path: answer.path,
                    fields: answer.fields, firstByte: time)))
        if answer.isKept {
            add(
                .replySeen(
                    ReplyContent(
                        exchange: answer.exchange, form: answer.form, headers: answer.headers,
                        body: answer.sameAs == nil ? answer.body : "", sameAs: answer.sameAs)))
        }
        if var token = answer.token {
            token.exchange = answer.exchange
            add(.tokenSeen(token))
        }
        add(
            .replyLeft(
                ReplyEvent(
                    exchange: answer.exchange, status: answer.status, reason: "", fault: answer.fault, firstByte: time,
                    lastByte: time
                )))
    }
}
