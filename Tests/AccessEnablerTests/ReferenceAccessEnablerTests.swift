import AccessEnablerAPI
import Synchronization
import Testing

@testable import AccessEnabler

struct ReferenceAccessEnablerTests {
    /// Answers like ``Service``, at once, on the thread that sends.
    private struct PromptNetwork: Network {
        let service: Service

        func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
            completion(.success(service.reply(to: request) ?? NetworkReply(status: 404)))
            return Cancellation()
        }
    }

    /// Never answers, and counts what was given up.
    private final class SilentNetwork: Network {
        let cancelled = AsyncStream.makeStream(of: Void.self)

        func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
            Cancellation { self.cancelled.continuation.yield() }
        }
    }

    /// Has a thread that turns when the test says so, and sends in the turn after that in which it was told to.
    private final class TurningNetwork: Network {
        private let orders = Mutex<[@Sendable () -> Void]>([])
        let sent = Mutex(0)
        let (told, notesOrder) = AsyncStream.makeStream(of: Void.self)

        func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
            run { self.run { self.sent.withLock { $0 += 1 } } }
            return Cancellation()
        }

        func run(_ work: @escaping @Sendable () -> Void) {
            orders.withLock { $0.append(work) }
            notesOrder.yield()
        }

        func turn() {
            for order in orders.withLock({ orders in
                defer { orders = [] }
                return orders
            }) {
                order()
            }
        }
    }

    /// Keeps what it never answers, and says when it goes.
    private final class KeepingNetwork: Network {
        let kept = Mutex<[NetworkCompletion]>([])
        let (asked, notesRequest) = AsyncStream.makeStream(of: Void.self)
        private let goes: @Sendable () -> Void

        init(goes: @escaping @Sendable () -> Void) {
            self.goes = goes
        }

        deinit {
            goes()
        }

        func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
            kept.withLock { $0.append(completion) }
            notesRequest.yield()
            return Cancellation()
        }
    }

    /// Otherwise the two would hold each other for ever, with the network's threads and connections.
    @Test(.timeLimit(.minutes(30)))
    func aClosedInstanceLetsGoOfANetworkThatKeepsWhatItDoesNotAnswer() async throws {
        let (gone, notesEnd) = AsyncStream.makeStream(of: Void.self)
        do {
            let network = KeepingNetwork { notesEnd.finish() }
            let session = try ReferencePort(network: network).makeSession(
                SessionConfiguration(softwareStatement: "statement"),
                events: PortEvents(delegate: CallbackForwarder { _ in }))
            session.enabler.setRequestor("REF30", serviceProviders: nil)
            for await _ in network.asked { break }
            session.close()
        }
        for await _ in gone {}
    }

    private func port() -> ReferencePort {
        var service = Service(mvpds: ["sp.auth.adobe.com": [.init("A")]])
        service.now = Environment.machineTime()
        return ReferencePort(network: PromptNetwork(service: service))
    }

    @Test func anApplicationConfiguresLogsInAndAuthorizes() async throws {
        let (messages, received) = AsyncStream.makeStream(of: Message.self)
        let session = try port().makeSession(
            SessionConfiguration(softwareStatement: "statement"),
            events: PortEvents(delegate: CallbackForwarder { received.yield($0) }))
        defer { session.close() }
        let enabler = session.enabler
        enabler.setRequestor("REF30", serviceProviders: nil)
        enabler.getAuthorization("r", data: nil)
        var seen: [Selector] = []
        for await message in messages where message.selector != .sendTrackingData {
            seen.append(message.selector)
            switch message.selector {
            case .displayProviderDialog: enabler.setSelectedProvider("A")
            case .navigateToUrl: enabler.handleExternalURL("adobepass://ios.app")
            case .setToken: received.finish()
            default: break
            }
        }
        #expect(
            seen == [
                .setRequestorComplete, .displayProviderDialog, .navigateToUrl, .setAuthenticationStatus, .setToken,
            ])
    }

    @Test func aSessionFindsTheTokensOfAnotherWithTheSameStorage() async throws {
        let port = port()
        let configuration = SessionConfiguration(softwareStatement: "statement", storage: "shared")
        for isFirst in [true, false] {
            let (messages, received) = AsyncStream.makeStream(of: Message.self)
            let session = try port.makeSession(
                configuration, events: PortEvents(delegate: CallbackForwarder { received.yield($0) }))
            session.enabler.setRequestor("REF30", serviceProviders: nil)
            if isFirst {
                session.enabler.setSelectedProvider("A")
                session.enabler.getAuthentication(force: false, data: nil, filter: nil)
            } else {
                session.enabler.checkAuthentication()
            }
            for await message in messages {
                if message.selector == .navigateToUrl { session.enabler.handleExternalURL("adobepass://ios.app") }
                if message.selector == .setAuthenticationStatus {
                    #expect(message["status"] == 1)
                    received.finish()
                }
            }
            session.close()
        }
    }

    @Test func aBarrierPassesAfterEverythingBeforeIt() async throws {
        let (messages, received) = AsyncStream.makeStream(of: Message.self)
        let session = try port().makeSession(
            SessionConfiguration(softwareStatement: "statement"),
            events: PortEvents(delegate: CallbackForwarder { received.yield($0) }))
        defer { session.close() }
        session.enabler.setRequestor("REF30", serviceProviders: nil)
        for _ in 0..<4 {
            // Registration, token and configuration are answered at once, so each barrier passes one of them.
            await withCheckedContinuation { passed in session.barrier { passed.resume() } }
        }
        received.finish()
        let seen = await messages.reduce(into: [Selector]()) { $0.append($1.selector) }
        #expect(seen == [.setRequestorComplete])
    }

    @Test func aBarrierPassesWhenTheNetworkHasSentWhatItWasGiven() async throws {
        let network = TurningNetwork()
        let session = try ReferencePort(network: network).makeSession(
            SessionConfiguration(softwareStatement: "statement"),
            events: PortEvents(delegate: CallbackForwarder { _ in }))
        defer { session.close() }
        session.enabler.setRequestor("REF30", serviceProviders: nil)
        let sent = Mutex<Int?>(nil)
        session.barrier { sent.withLock { $0 = network.sent.withLock(\.self) } }
        for await _ in network.told {
            network.turn()
            if sent.withLock({ $0 != nil }) { break }
        }
        #expect(sent.withLock(\.self) == 1)
    }

    @Test func closingGivesUpWhatIsUnderWayAndSilencesTheInstance() async throws {
        let network = SilentNetwork()
        let session = try ReferencePort(network: network).makeSession(
            SessionConfiguration(softwareStatement: "statement"),
            events: PortEvents(delegate: CallbackForwarder { _ in Issue.record("nothing is called back") }))
        session.enabler.setRequestor("REF30", serviceProviders: nil)
        await withCheckedContinuation { passed in session.barrier { passed.resume() } }
        session.close()
        for await _ in network.cancelled.stream { break }
        session.enabler.checkAuthentication()
    }

    @Test func theWallClockTimerComesAndCanBeTakenBack() async {
        let (fired, timer) = AsyncStream.makeStream(of: Int.self)
        let never = Environment.sleep(.seconds(3_600)) { timer.yield(1) }
        never.cancel()
        _ = Environment.sleep(.zero) { timer.yield(2) }
        var numbers = fired.makeAsyncIterator()
        #expect(await numbers.next() == 2)
    }

    @Test func thePortRefusesWhatItCannotRun() {
        let events = PortEvents(delegate: CallbackForwarder { _ in })
        for configuration in [
            SessionConfiguration(platform: .tvOS, version: SDKVersion(1, 9)), SessionConfiguration(),
            SessionConfiguration(softwareStatement: "statement", defaultServiceProvider: "ftp://x"),
        ] {
            #expect(throws: PortError.self) { try port().makeSession(configuration, events: events) }
        }
    }

    @Test func callsExistFromTheirVersionOn() {
        #expect(!ReferenceAccessEnabler.calls(of: SDKVersion(3, 5), on: .iOS).contains(.preauthorize))
        #expect(ReferenceAccessEnabler.calls(of: .newest, on: .iOS).contains(.preauthorize))
    }
}
