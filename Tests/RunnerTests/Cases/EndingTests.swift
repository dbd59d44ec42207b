import AccessEnablerAPI
import Evidence
import Specification
import Testing
import Timing

@testable import Runner

/// What answers a call is known by how many calls wait for an answer.
@Suite struct EndingTests {
    private let status = Pattern(.callback(.setAuthenticationStatus), providers: [], conditions: [])

    /// A word of a call's, or of a callback's.
    private func observations(_ words: [String]) -> [Observation] {
        words.enumerated().map { number, word in
            let event: Event =
                word == "status"
                ? .callback(CallbackEvent(number: number, message: Message(.setAuthenticationStatus)))
                : .call(number: number, Message(Selector(rawValue: word)))
            return Observation(sequence: number, time: .now(), session: SessionID("s"), event: event)
        }
    }

    /// How many statuses there must be after the last call for one of them to be its answer.
    private func due(_ words: String...) throws -> Int {
        let before = observations(words)
        let ending = try #require(Ending.all(for: status, in: before).first)
        let later = observations(words + Array(repeating: "status", count: 5)).dropFirst(words.count)
        return 1 + (later.firstIndex { ending.isGiven(by: $0) } ?? .max) - words.count
    }

    @Test func theAnswerOfEveryCallThatWaitsIsCounted() throws {
        #expect(try due("checkAuthentication") == 1)
        #expect(try due("checkAuthentication", "checkAuthentication") == 2)
        #expect(try due("checkAuthentication", "status", "checkAuthentication") == 1)
        #expect(try due("getAuthentication", "setSelectedProvider:", "checkAuthentication") == 2)
    }

    /// AE-CHKZ-008: it may be that of the authorization, so that it is not the end of a login that waits.
    @Test func aStatusMayComeWithAnAuthorization() throws {
        #expect(try due("getAuthentication", "setSelectedProvider:", "checkAuthorization:") == 2)
        #expect(try due("getAuthentication", "checkAuthorization:", "status", "checkAuthorization:") == 2)
    }

    /// AE-PRE-018: where the one has come the other is waited for in vain.
    @Test func decisionsAreAnsweredWithAResponseOrAFailure() throws {
        let before = observations(["preauthorize:didCompleteWith:"])
        for selector in [Selector.onResponse, .onFailure] {
            let answer = Observation(
                sequence: 1, time: .now(), session: SessionID("s"),
                event: .callback(CallbackEvent(number: 0, message: Message(selector))))
            for awaited in [Selector.onResponse, .onFailure] {
                let pattern = Pattern(.callback(awaited), providers: [], conditions: [])
                let ending = try #require(Ending.all(for: pattern, in: before).first)
                #expect(ending.isAnswer && ending.isGiven(by: answer))
            }
        }
    }

    @Test func aStatusThatAnswersNoCallIsNoAnswerToALaterOne() throws {
        #expect(
            try due(
                "setSelectedProvider:", "status", "setSelectedProvider:", "status", "getAuthentication",
                "setSelectedProvider:", "checkAuthentication") == 2)
    }
}
