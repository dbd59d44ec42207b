package import Evidence
import Runner
import Synchronization
import Timing

/// The instances of a run: those in use, and those that wait for their next iteration.
///
/// Safe from any thread.
package final class Instances: Sendable {
    /// Whose next iteration an instance can serve.
    private struct NextIteration: Hashable {
        var template: Int
        var user: Int?
    }

    private struct State {
        var byNumber: [Int: Instance] = [:]
        var idle: [NextIteration: [Instance]] = [:]
        /// By template: how many there have been.
        var counts: [Int: Int] = [:]
        /// What was told of the implementation as a whole, and how often.
        var news: [String: Int] = [:]
        var shortage: MonotonicTime?
        var refusedConnections = 0
        var maxOpen = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Hands an observation to the instance it is of.
    package func take(_ observation: Observation) {
        switch observation.event {
        // Of no session little is told, and what is tells of something wrong.
        case .note(let text) where observation.session == .none:
            note(text.replacing(/request [0-9]+/, with: "a request"))
        case .refused(let refused):
            note(refused.description)
            if refused.isShortage {
                state.withLock { state in
                    state.shortage = min(state.shortage ?? observation.time, observation.time)
                    state.refusedConnections += 1
                }
            }
        case .portEnded(let reason): note("the implementation was lost to a session: \(reason)")
        default: break
        }
        guard observation.session != .none else { return }
        instance(LoadUsers.number(of: observation.session))?.take(observation)
    }

    /// Since when the service providers have refused connections for want of descriptors; nil where they have not.
    ///
    /// What iterations show from then on is not the implementation's doing.
    var shortage: MonotonicTime? { state.withLock { $0.shortage } }

    /// How many connections the service providers have refused for want of descriptors.
    package var refusedConnections: Int { state.withLock { $0.refusedConnections } }

    private func note(_ text: String) {
        state.withLock { $0.news[text, default: 0] += 1 }
    }

    /// What was told of the implementation as a whole, and how often: that its process ended, for example.
    package var news: [String: Int] { state.withLock { $0.news } }

    /// Hands what is told of the backend to the instance it is of; nothing is of nobody.
    package func take(_ news: FeedNews?) {
        switch news {
        case .exchange(let exchange): instance(exchange.session)?.take(exchange)
        case .observation(let observation): take(observation)
        case .complete, nil: break
        }
    }

    private func instance(_ number: Int?) -> Instance? {
        number.flatMap { number in state.withLock { $0.byNumber[number] } }
    }

    package var maxOpen: Int { state.withLock { $0.maxOpen } }

    /// One that waits for its next iteration: of this user, where there are users.
    func idle(_ template: Int, of user: Int?) -> Instance? {
        state.withLock { $0.idle[NextIteration(template: template, user: user)]?.popLast() }
    }

    /// Whether one that belongs to no user waits for its next iteration.
    func hasIdle(_ template: Int) -> Bool {
        state.withLock { $0.idle[NextIteration(template: template)]?.isEmpty == false }
    }

    /// A new one, which from now on is handed what is seen of it.
    ///
    /// - Parameter place: its gates, where it has some of its own.
    func make(
        _ template: Int, of user: Int?, _ users: LoadUsers, baseURLs: [String], at place: ProviderPlace? = nil
    ) -> Instance {
        let count = state.withLock { state in
            defer { state.counts[template, default: 0] += 1 }
            return state.counts[template] ?? 0
        }
        let number = users.number(count, of: template)
        let instance = Instance(
            number: number, template: template, user: user, place: place,
            canaries: users.canaries(number, baseURLs: place?.baseURLs ?? baseURLs))
        state.withLock { state in
            state.byNumber[number] = instance
            state.maxOpen = max(state.maxOpen, state.byNumber.count)
        }
        return instance
    }

    func giveBack(_ instance: Instance) {
        let next = NextIteration(template: instance.template, user: instance.user)
        state.withLock { $0.idle[next, default: []].append(instance) }
    }

    func forget(_ instance: Instance) {
        state.withLock { $0.byNumber[instance.number] = nil }
    }

    func takeIdle() -> [Instance] {
        state.withLock { state in
            defer { state.idle = [:] }
            return state.idle.values.flatMap(\.self)
        }
    }

    /// Ends every wait.
    func expireAll() { expire(at: MonotonicTime(nanoseconds: .max)) }

    func expire(at now: MonotonicTime) {
        let all = state.withLock { Array($0.byNumber.values) }
        for instance in all { instance.expire(at: now) }
    }
}
