internal import Synchronization

/// The queue of what happens to an instance: one event is handled after the other, in the order of arrival.
///
/// Whoever finds nobody at it deals with what is there until nothing is left, and the others only leave their events.
/// Safe from any thread.
final class Mailbox: Sendable {
    private struct Inbox {
        var events: [Event] = []
        var isServed = false
        /// Nil once the mailbox is closed.
        var turn: Environment.Turn?
    }

    private let inbox: Mutex<Inbox>
    private let isClosed = Atomic(false)
    private let isServedInPlace: Bool
    /// Only whoever serves the mailbox takes it, so that nobody ever waits for it; nil once the mailbox is closed.
    ///
    /// Subtle: whoever still has something to bring holds the mailbox, and may be held by what the instance and its turn
    /// hold, such as a network that keeps what it never answers. So both go when the mailbox is closed.
    private let instance: Mutex<ServedInstance?>

    init(_ instance: consuming sending ServedInstance, turn: Environment.Turn) {
        self.instance = Mutex(instance)
        isServedInPlace = turn.isInPlace
        inbox = Mutex(Inbox(turn: turn))
    }

    /// Leaves an event and returns; it is dealt with on another thread, or later on this one.
    func leave(_ event: Event) {
        if let turn = begin(event) { turn.later { [self] in serve(beginningWith: event) } }
    }

    /// Deals with an event on this thread, where the environment allows that.
    func bring(_ event: Event) {
        guard isServedInPlace else { return leave(event) }
        if begin(event) != nil { serve(beginningWith: event) }
    }

    /// What is under way is given up, and nothing is dealt with any more.
    func close() {
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        let turn = inbox.withLock { inbox in
            let turn = inbox.isServed ? nil : inbox.turn
            inbox = Inbox(isServed: true, turn: nil)
            return turn
        }
        turn?.later { [self] in serve() }
    }

    /// Whose turn the caller takes to have this event dealt with, and all that come meanwhile; nil where somebody is at it.
    private func begin(_ event: Event) -> Environment.Turn? {
        inbox.withLock { inbox in
            guard !isClosed.load(ordering: .sequentiallyConsistent) else { return nil }
            guard !inbox.isServed else {
                inbox.events.append(event)
                return nil
            }
            inbox.isServed = true
            return inbox.turn
        }
    }

    private func serve(beginningWith event: Event) {
        instance.withLock { deal(with: event, &$0) }
        serve()
    }

    private func serve() {
        while !isClosed.load(ordering: .sequentiallyConsistent) {
            let events = inbox.withLock { inbox in
                inbox.isServed = !inbox.events.isEmpty
                guard inbox.isServed else { return [Event]() }
                return exchange(&inbox.events, with: [])
            }
            // Whoever closes it meanwhile found it served, and left the end to this.
            if events.isEmpty, !isClosed.load(ordering: .sequentiallyConsistent) { return }
            instance.withLock { instance in
                for event in events { deal(with: event, &instance) }
            }
        }
        instance.withLock { instance in
            instance?.performer.cancelAll()
            instance = nil
        }
    }

    /// Does nothing more once the mailbox is closed.
    private func deal(with event: Event, _ instance: inout ServedInstance?) {
        guard !isClosed.load(ordering: .sequentiallyConsistent) else { return }
        instance?.performer.note(event)
        for action in instance?.state.handle(event) ?? [] {
            if isClosed.load(ordering: .sequentiallyConsistent) { return }
            instance?.performer.perform(action, for: self)
        }
        instance?.state.forgetActions()
    }
}

/// An instance's state, and what acts for it.
struct ServedInstance {
    var state: EnablerState
    var performer: ActionPerformer
}
