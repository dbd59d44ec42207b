import Evidence
import Testing
import Timing

@testable import Load

/// When all is known of an iteration.
@Suite struct InstanceTests {
    private func instance() throws -> Instance {
        let profile = try LoadFixture.profile(
            """
            providers: { count: 2 }
            traffic: [{ journey: configure }]
            """)
        let users = LoadUsers(profile, LoadTemplates(profile, cases: []))
        return Instances().make(0, of: nil, users, baseURLs: ["http://127.0.0.1:1", "http://127.0.0.1:2"])
    }

    private func exchange(_ provider: Int, isBroken: Bool = false) -> FeedExchange {
        let time = MonotonicTime(nanoseconds: 1)
        return FeedExchange(
            session: 0, exchange: 1, provider: provider, status: isBroken ? 0 : 200, asked: time, received: time,
            answered: time, left: time, isBroken: isBroken)
    }

    private func configurationIsProcessed(_ instance: Instance) {
        instance.take(
            Observation(
                sequence: 0, time: MonotonicTime(nanoseconds: 2), session: instance.session,
                event: .configurationProcessed(url: "http://127.0.0.1:1/adobe-services/config/REQ")))
    }

    @Test func aSessionIsFoundByTheNumberInItsName() {
        for number in [0, 9, 10, 35, 36, 1_295, 1_000_000, 36 * 36 * 36 * 36] {
            #expect(LoadUsers.number(of: LoadUsers.session(number)) == number)
        }
        for name in ["", "-", "s", "x1", "sA", "s-1", "s1 ", "s1é", "szzzzzzzzzzzzzzz"] {
            #expect(LoadUsers.number(of: SessionID(name)) == nil, "\(name)")
        }
    }

    @Test func observationsAreNumberedWithinTheirIterationAndWaitedFor() async throws {
        let instance = try instance()
        configurationIsProcessed(instance)
        async let isMet = instance.wait(until: .now() + .seconds(60)) { observation in
            if case .note = observation.event { observation.sequence == 2 } else { false }
        }
        configurationIsProcessed(instance)
        instance.take(
            Observation(
                sequence: 7_000, time: MonotonicTime(nanoseconds: 3), session: instance.session, event: .note("x")))
        #expect(await isMet)
        #expect(instance.seen.observations.map(\.sequence) == [0, 1, 2])
        instance.forget()
        #expect(instance.seen.observations.isEmpty && instance.seen.exchanges.isEmpty)
        configurationIsProcessed(instance)
        instance.begin()
        #expect(instance.seen.observations.isEmpty)
    }

    /// Two requests are known of, and both are of the same provider.
    @Test func aProviderThatIsAskedAgainStandsForNoOther() throws {
        let instance = try instance()
        instance.take(exchange(0, isBroken: true))
        instance.take(exchange(0))
        #expect(!instance.isSettled(expecting: 2))
        instance.take(exchange(1))
        #expect(instance.isSettled(expecting: 2))
    }

    @Test func aBrokenReplyIsNotTheOneThatWasTakenIn() throws {
        let instance = try instance()
        instance.take(exchange(0, isBroken: true))
        instance.take(exchange(1))
        configurationIsProcessed(instance)
        configurationIsProcessed(instance)
        #expect(!instance.isSettled(expecting: 2))
        instance.take(exchange(0))
        #expect(instance.isSettled(expecting: 2))
    }
}
