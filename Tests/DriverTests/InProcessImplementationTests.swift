import AccessEnablerAPI
import Dispatch
import Driver
import Evidence
import POSIX
import ScriptedPort
import Testing

@Suite struct InProcessImplementationTests {
    private let tape = Tape()
    private let session = SessionID("s1")
    private let long = Duration.seconds(300)

    private func open(_ port: ScriptedPort, sleep: @escaping Sleep = sleepOnContinuousClock) async throws
        -> any DrivenSession
    {
        try await InProcessImplementation(port: port, recorder: tape.recorder, sleep: sleep)
            .open(SessionConfiguration(), session: session)
    }

    @Test func aCallAndItsReturnAreRecordedAroundWhatThePortDoes() async throws {
        let driven = try await open(
            ScriptedPort { message, session in
                session.events.delegate.navigateToUrl(message["requestorID"]?.stringValue ?? "")
            })
        let message = Message(.setRequestor, [.init("requestorID", "req")])
        #expect(await driven.call(message, number: 4, deadline: long) == .returned)
        #expect(
            tape.events == [
                .call(number: 4, message),
                .callback(
                    CallbackEvent(
                        number: 0, message: Message(.navigateToUrl, [.init("url", "req")]), thread: "caller",
                        duringCall: 4)),
                .callReturned(number: 4),
            ])
        #expect(tape.observations.allSatisfy { $0.session == session })
    }

    @Test func aCallbackOnAThreadOfThePortIsDuringNoCall() async throws {
        let driven = try await open(
            ScriptedPort { _, session in
                startThread { session.events.delegate.setRequestorComplete(.success) }
            })
        _ = await driven.call(Message(.logout), number: 0, deadline: long)
        guard case .callback(let callback) = try await tape.first(where: \.isCallback).event else { return }
        #expect(callback.duringCall == nil)
        #expect(callback.thread == "thread 1")
    }

    /// Numbers and times of a session go up together.
    @Test func callbacksOfManyThreadsAreRecordedInTheOrderOfTheirTimes() async throws {
        let driven = try await open(
            ScriptedPort { _, session in
                DispatchQueue.concurrentPerform(iterations: 4_000) { _ in
                    session.events.delegate.setRequestorComplete(.success)
                }
            })
        _ = await driven.call(Message(.logout), number: 0, deadline: long)
        let callbacks = tape.observations.filter(\.event.isCallback)
        #expect(callbacks.count == 4_000 && callbacks.map(\.time) == callbacks.map(\.time).sorted())
    }

    @Test func aCallMadeInsideACallbackIsTheOneItsCallbacksComeDuring() async throws {
        let driven = try await open(
            ScriptedPort { message, session in
                if message.selector == .checkAuthentication {
                    session.events.delegate.setAuthenticationStatus(.success, errorCode: .userAuthenticated)
                    session.enabler.logout()
                    session.events.delegate.selectedProvider(nil)
                } else {
                    session.events.delegate.navigateToUrl("nested")
                }
            })
        _ = await driven.call(Message(.checkAuthentication), number: 7, deadline: long)
        #expect(tape.callbacks.map(\.duringCall) == [7, 7, 7])
        #expect(tape.callbacks.map(\.number) == [0, 1, 2])
    }

    @Test func aCallThatThePortDoesNotOfferThrows() async throws {
        let driven = try await open(ScriptedPort { _, _ in })
        let outcome = await driven.call(Message("noSuchCall:"), number: 0, deadline: long)
        #expect(outcome == .threw("the port does not implement 'noSuchCall:'"))
        #expect(tape.events.last == .callThrew(number: 0, message: "the port does not implement 'noSuchCall:'"))
    }

    @Test func aCallThatDoesNotReturnHangsAndLeavesTheNextCallAThread() async throws {
        let never = DispatchSemaphore(value: 0)
        let driven = try await open(
            ScriptedPort { message, session in
                if message.selector == .logout { never.wait() } else { session.events.delegate.selectedProvider(nil) }
            },
            sleep: { [tape] duration in
                guard duration == .seconds(1) else { return try await Task.sleep(for: duration) }
                // The deadline passes once the call has begun.
                try await tape.first { $0 == .call(number: 0, Message(.logout)) }
            })
        #expect(await driven.call(Message(.logout), number: 0, deadline: .seconds(1)) == .hung)
        #expect(await driven.call(Message(.checkAuthentication), number: 1, deadline: long) == .returned)
        #expect(tape.callbacks.map(\.duringCall) == [1])
        #expect(!tape.events.contains(.callReturned(number: 0)))
        never.signal()
    }

    @Test func tapsAndBarriersAreRecorded() async throws {
        let driven = try await open(
            ScriptedPort { _, session in
                session.events.configurationProcessed("http://sp1/config")
                session.events.safariPresented("http://page")
            })
        _ = await driven.call(Message(.logout), number: 0, deadline: long)
        #expect(await driven.barrier(number: 1, deadline: long) == .answered)
        #expect(await driven.ping(number: 2, deadline: long) == .answered)
        #expect(
            tape.events.dropFirst() == [
                .configurationProcessed(url: "http://sp1/config"), .safariPresented(url: "http://page"),
                .callReturned(number: 0), .probeSent(.barrier, number: 1), .probeAnswered(.barrier, number: 1),
                .probeSent(.ping, number: 2), .probeAnswered(.ping, number: 2),
            ])
    }

    @Test func aPortWithoutABarrierIsNotAskedForOne() async throws {
        let driven = try await open(ScriptedPort(features: []) { _, _ in })
        #expect(await driven.barrier(number: 0, deadline: long) == .unsupported)
        #expect(tape.events.isEmpty)
    }

    /// P-56.
    @Test func aCallbackAfterTheCloseIsStillSeen() async throws {
        let driven = try await open(
            ScriptedPort(
                closing: { session in
                    startThread { session.events.delegate.setRequestorComplete(.error) }
                }, script: { _, _ in }))
        await driven.close()
        #expect(await driven.call(Message(.logout), number: 0, deadline: long) == .portGone("the session is closed"))
        try await tape.first(where: \.isCallback)
    }

    @Test func aPortThatRefusesTheConfigurationSaysWhy() async throws {
        let port = ScriptedPort(refusal: PortError("no tvOS here")) { _, _ in }
        await #expect(throws: DriverError(.refused, "no tvOS here")) { _ = try await open(port) }
    }

    @Test func nothingIsOpenedAfterTheStop() async throws {
        let implementation = InProcessImplementation(port: ScriptedPort { _, _ in }, recorder: tape.recorder)
        await implementation.stop()
        await #expect(throws: DriverError(.stopped, "builtin: no session can be opened after the end")) {
            _ = try await implementation.open(SessionConfiguration(), session: session)
        }
    }
}

extension Event {
    var isCallback: Bool {
        if case .callback = self { true } else { false }
    }
}
