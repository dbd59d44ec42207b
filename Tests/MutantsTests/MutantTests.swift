import AccessEnabler
import AccessEnablerAPI
import PortWrapping
import Testing

@testable import Mutants

struct MutantTests {
    @Test func eachHasItsOwnID() {
        let ids = Mutant.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } })
        #expect(Mutant.named("last-wins")?.id == "last-wins")
    }

    @Test func mutantsSayWhatTheyBreak() {
        for mutant in Mutant.all where mutant.kind == .oneRule {
            #expect(!mutant.cites.isEmpty, "\(mutant.id)")
            #expect(mutant.cites.allSatisfy { $0.hasPrefix("AE-") }, "\(mutant.id)")
        }
        #expect(Mutant.all.allSatisfy { !$0.title.hasSuffix(".") })
    }

    /// An application that shares nothing has one storage for both.
    @Test func aStorageIsAlteredWhereverItIsReachedFrom() throws {
        let storage = MemoryTokenStorage()
        var environment = Environment(network: PromptNetwork(held: nil), storage: storage, ownStorage: storage)
        var mutation = Mutation()
        mutation.alterStorage { $0.removes = { $0 != "kept" } }
        mutation.environment(&environment)
        for key in ["kept", "other"] {
            #expect(environment.storage.store([1], for: key))
            environment.storage.remove(key)
            environment.ownStorage.remove(key)
        }
        #expect(storage.keys() == ["kept"])
    }

    @Test(arguments: Mutant.all.filter { $0.kind == .degenerate }.map(\.id))
    func degeneratePortsAnswerByTheirRule(id: String) async throws {
        let answers = try await Script(id) { $0.checkAuthentication() }.messages
        let yes = Message.authenticationStatus(.success, .userAuthenticated)
        let no = Message.authenticationStatus(.error, .userNotAuthenticated)
        let expected: [String: [Message]] = [
            "silent": [], "always-error": [no], "always-success": [yes], "echo": [yes, no],
        ]
        #expect(answers == expected[id])
    }

    @Test(arguments: [
        ("completes-twice", [1, 1]), ("never-completes", []), ("success-as-error", [0]), ("completes-early", [1]),
    ])
    func mutantsOfTheCompletionReportOtherwise(id: String, statuses: [Int64]) async throws {
        let script = try await Script(id) { $0.setRequestor("R", serviceProviders: ["http://a.test"]) }
        let seen = script.messages.filter { $0.selector == .setRequestorComplete }.compactMap { $0["status"]?.intValue }
        #expect(seen == statuses)
    }

    @Test(arguments: [
        ("last-wins", ["A": "b", "B": "b", "C": "a"]), ("url-order", ["A": "a", "B": "b", "C": "a"]),
        ("one-mvpd-wrong", ["A": "b", "B": "b", "C": "a"]),
        ("first-list-only", ["A": "a", "C": "a"]), ("shared-only", ["A": "a"]),
    ])
    func mutantsOfTheMergeBindOtherwise(id: String, expected: [String: String]) async throws {
        let providers = ["http://a.test", "http://b.test"]
        let script = try await Script(id) { $0.setRequestor("R", serviceProviders: providers) }
        #expect(Set(script.taken.map { $0.prefix { $0 != "?" } }).count == 2)
        // The display name says whose configuration was taken.
        let bound = try await script.dialog().reduce(into: [:]) { $0[$1.id] = $1.displayName }
        #expect(bound == expected)
    }

    @Test(arguments: [
        ("error-counts-as-responder", ["http://broken.test", "http://a.test"], "A", "http://broken.test"),
        ("first-takes-all", ["http://a.test", "http://b.test"], "B", "http://a.test"),
    ])
    func mutantsBindToProvidersThatListNothing(id: String, urls: [String], mvpd: String, bound: String) async throws {
        let script = try await Script(id) { $0.setRequestor("R", serviceProviders: urls) }
        script.session.enabler.setSelectedProvider(mvpd)
        script.session.enabler.getAuthentication(force: false, data: nil, filter: nil)
        await script.settle()
        #expect(script.sent.last?.hasPrefix("\(bound)/reggie") == true)
    }

    @Test func aMutantThatAsksInTurnAsksTheNextAfterTheAnswer() async throws {
        let script = try await Script("one-request-at-a-time", holding: "/config/") {
            $0.setRequestor("R", serviceProviders: ["http://a.test", "http://b.test"])
        }
        #expect(script.sent.filter { $0.contains("/config/") }.count == 1)
        let reference = try await Script(nil, holding: "/config/") {
            $0.setRequestor("R", serviceProviders: ["http://a.test", "http://b.test"])
        }
        #expect(reference.sent.filter { $0.contains("/config/") }.count == 2)
    }

    @Test func aMutantThatForgetsCallsLosesWhatCameTooEarly() async throws {
        for (id, count) in [("drops-queued-calls", 0), (nil, 1)] {
            let script = try await Script(id) {
                $0.setRequestor("R", serviceProviders: ["http://a.test"])
                $0.checkAuthentication()
            }
            #expect(script.messages.filter { $0.selector == .setAuthenticationStatus }.count == count)
        }
    }

    @Test func optionsAreTakenOutOfRequests() async throws {
        let script = try await Script("drops-options") {
            $0.setOptions(["visitorID": "v", "other": "o"])
            $0.setRequestor("R", serviceProviders: ["http://a.test"])
        }
        #expect(script.sent.allSatisfy { $0.hasSuffix("?other=o") })
    }
}
