internal import Synchronization

/// Takes in what happens to an instance, and has it dealt with one thing after the other, in the order taken in.
///
/// Whoever finds nobody at it deals with what is there until nothing is left, and the others only leave their events.
/// Safe from any thread.
final class Mailbox: Sendable {
    private struct Inbox {
        var events: [Event] = []
        var isServed = false
    }

    private let inbox = Mutex(Inbox())
    private let isClosed = Atomic(false)
    /// Only whoever serves the mailbox takes it, so that nobody ever waits for it.
    private let instance: Mutex<ServedInstance>
    private let turn: Surroundings.Turn

    init(_ instance: consuming sending ServedInstance, turn: Surroundings.Turn) {
        self.instance = Mutex(instance)
        self.turn = turn
    }

    /// Leaves an event and returns; it is dealt with on another thread, or later on this one.
    func leave(_ event: Event) {
        if begin(event) { turn.later { [self] in serve(beginningWith: event) } }
    }

    /// Deals with an event on this thread, where the surroundings allow that.
    func bring(_ event: Event) {
        guard turn.isInPlace else { return leave(event) }
        if begin(event) { serve(beginningWith: event) }
    }

    /// What is under way is given up, and nothing is dealt with any more.
    func close() {
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        let isServed = inbox.withLock { inbox in
            inbox.events = []
            defer { inbox.isServed = true }
            return inbox.isServed
        }
        if !isServed { turn.later { [self] in serve() } }
    }

    /// Whether nobody is at it: then the caller sees to it that this event is dealt with, and all that come meanwhile.
    private func begin(_ event: Event) -> Bool {
        inbox.withLock { inbox in
            guard !isClosed.load(ordering: .sequentiallyConsistent) else { return false }
            if inbox.isServed { inbox.events.append(event) }
            defer { inbox.isServed = true }
            return !inbox.isServed
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
                defer { inbox.events = [] }
                return inbox.events
            }
            // Whoever closes it meanwhile found it served, and left the end to this.
            if events.isEmpty, !isClosed.load(ordering: .sequentiallyConsistent) { return }
            instance.withLock { instance in
                for event in events { deal(with: event, &instance) }
            }
        }
        instance.withLock { $0.performer.cancelAll() }
    }

    /// Does nothing more once the mailbox is closed.
    private func deal(with event: Event, _ instance: inout ServedInstance) {
        guard !isClosed.load(ordering: .sequentiallyConsistent) else { return }
        instance.performer.note(event)
        for action in instance.state.handle(event) {
            if isClosed.load(ordering: .sequentiallyConsistent) { return }
            instance.performer.perform(action, for: self)
        }
    }
}

/// An instance's state, and what acts for it.
struct ServedInstance {
    var state: EnablerState
    var performer: ActionPerformer

    init(_ state: EnablerState, _ performer: ActionPerformer) {
        self.state = state
        self.performer = performer
    }
}
