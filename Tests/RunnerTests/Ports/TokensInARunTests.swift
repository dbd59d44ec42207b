import AccessEnabler
import AccessEnablerAPI
import Mutants
import Driver
import Evidence
import Specification
import Synchronization
import Testing

extension WholeRuns {
    /// Every token that passes by in a run is validated, and what is wrong with it is in the verdict.
    @Suite struct TokensInARunTests {
        /// Cases in which a media token is delivered.
        private func cases(_ bench: Workbench) -> [Case] {
            bench.cases { $0.platforms.contains(.iOS) && $0.expectsToken }
        }

        @Test func everyTokenIsSeenAndGood() async throws {
            let bench = try Workbench()
            let events = Mutex<[Event]>([])
            let verdicts = try await bench.run(
                cases(bench), observe: { observation in events.withLock { $0.append(observation.event) } }
            ) { recorder in
                InProcessImplementation(port: try ReferencePort(), recorder: recorder)
            }
            #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0.outcome == .pass || $0.outcome == .notApplicable })
            let all = events.withLock { $0 }
            var seen: [TokenSighting.Place: Int] = [:]
            for (index, event) in all.enumerated() {
                if case .callback(let callback) = event, callback.message.selector == .setToken {
                    guard index + 1 < all.count, case .tokenSeen(let token) = all[index + 1] else {
                        Issue.record("a token was delivered and not validated")
                        continue
                    }
                    #expect(token.place == .callback && token.kind == .media)
                }
                guard case .tokenSeen(let token) = event else { continue }
                seen[token.place, default: 0] += 1
                #expect(token.isFaulty || token.result == "VALID_TOKEN" && token.errors.isEmpty, "\(token)")
            }
            for place in [TokenSighting.Place.callback, .request, .reply] { #expect((seen[place] ?? 0) > 0) }
        }

        @Test(arguments: [
            ("media-token-is-mended", "the token delivered is not one that was issued in this session"),
            ("media-token-is-rewritten", "the signature is not the key's over the payload"),
            ("authorization-token-exposed", "an authorization token was delivered to the application"),
        ])
        func aPortThatTouchesTheMediaTokenFails(id: String, message: String) async throws {
            let bench = try Workbench()
            let mutant = try #require(Mutant.named(id))
            let some = cases(bench).filter { $0.id.hasPrefix("authorization-") }
            let verdicts = try await bench.run(some, deadline: .seconds(1)) { recorder in
                InProcessImplementation(port: try mutant.port(), recorder: recorder)
            }
            let findings = verdicts.filter { $0.outcome == .fail }.flatMap(\.findings)
            let found = findings.filter { $0.message.contains(message) }
            #expect(!found.isEmpty, "\(findings.map(\.message))")
            #expect(found.allSatisfy { $0.statements.contains("AE-TOK-001") })
        }
    }
}

extension Case {
    fileprivate var expectsToken: Bool {
        steps.contains { step in
            if case .await(let pattern, _) = step.action, case .callback(.setToken) = pattern.subject {
                true
            } else {
                false
            }
        }
    }
}
