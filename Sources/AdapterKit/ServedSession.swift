internal import AccessEnablerAPI
internal import AdapterProtocol
internal import POSIX
internal import Synchronization
internal import Timing

/// One session: the port's instance, the thread its calls are made on, and its callbacks on their way out.
final class ServedSession: Sendable {
    private struct State {
        var callbacks = 0
        var calls = CallsInProgress()
        var instance: (any PortSession)?
        /// Held here because a port may hold its delegate weakly, as applications expect.
        var delegate: CallbackForwarder?
    }

    let name: String
    let caller = SerialWork()
    let account: ServedAccount
    private let outbox: Outbox
    private let state = Mutex(State())

    init(name: String, outbox: Outbox) {
        self.name = name
        self.outbox = outbox
        account = ServedAccount(session: name, outbox: outbox)
    }

    /// nil until the port has made it.
    var instance: (any PortSession)? {
        state.withLock { $0.instance }
    }

    func opened(_ instance: any PortSession) {
        state.withLock { $0.instance = instance }
    }

    /// Ends the port's instance.
    ///
    /// Callbacks that still come are sent.
    func close() {
        instance?.close()
        state.withLock { state in
            state.instance = nil
            state.delegate = nil
        }
    }

    /// Makes the call on this thread.
    func perform(_ call: CallRequest, on enabler: any AccessEnabler) throws(CallError) {
        let thread = currentThread()
        state.withLock { $0.calls.begin(call.number, on: thread) }
        defer { state.withLock { $0.calls.end(on: thread) } }
        try enabler.perform(call.message)
    }

    /// What the port is given; callbacks are numbered and sent in one step, on the thread they come on.
    func events(hasAccount: Bool) -> PortEvents {
        let delegate = CallbackForwarder { self.callback($0) }
        state.withLock { $0.delegate = delegate }
        return PortEvents(
            delegate: delegate, configurationProcessed: { self.tap(.configuration, $0) },
            safariPresented: { self.tap(.safari, $0) }, account: hasAccount ? account : nil)
    }

    private func callback(_ message: Message) {
        let thread = currentThread()
        state.withLock { state in
            // Read here, so that the times of a session are in the order of its numbers.
            let time = MonotonicTime.now()
            let number = state.callbacks
            state.callbacks += 1
            let duringCall = state.calls.number(on: thread)
            outbox.notify { sequence in
                .event(
                    SessionEvent(
                        session: name, sequence: sequence, number: number, time: time,
                        thread: duringCall == nil ? "0x" + String(thread, radix: 16) : "caller",
                        duringCall: duringCall, message: message))
            }
        }
    }

    private func tap(_ kind: Tap.Kind, _ url: String) {
        let time = MonotonicTime.now()
        outbox.notify { sequence in
            .tap(Tap(session: name, sequence: sequence, time: time, kind: kind, url: url))
        }
    }
}
