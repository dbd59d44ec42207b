internal import AccessEnablerAPI
internal import AdapterProtocol
internal import POSIX
internal import Synchronization
internal import Timing

/// The device's TV provider account as a port sees it: the suite's, at the other end of the conversation.
final class ServedAccount: PlatformAccount {
    private enum Question: Sendable {
        case access(@Sendable (AccountAccess) -> Void)
        case account(@Sendable (AccountNews) -> Void)
    }

    private struct State {
        var asked = 0
        var open: [Int: Question] = [:]
    }

    let worker = SerialWork()
    private let session: String
    private let outbox: Outbox
    private let state = Mutex(State())

    init(session: String, outbox: Outbox) {
        self.session = session
        self.outbox = outbox
    }

    func checkAccess(_ completion: @escaping @Sendable (AccountAccess) -> Void) {
        ask(.access, .access(completion))
    }

    func request(_ request: AccountRequest, _ tell: @escaping @Sendable (AccountNews) -> Void) {
        ask(.account(request), .account(tell))
    }

    /// What is to be done with an answer; nil where nobody waits for it.
    func handler(for reply: PlatformReply) -> (@Sendable () -> Void)? {
        state.withLock { state in
            switch (state.open[reply.question], reply.answer) {
            case (.access(let completion), .access(let access)):
                state.open[reply.question] = nil
                return { completion(access) }
            case (.account(let tell), .news(let news)):
                if news.isLast { state.open[reply.question] = nil }
                return { tell(news) }
            default:
                return nil
            }
        }
    }

    /// Numbered and sent in one step, so that lines are in the order of their numbers.
    private func ask(_ kind: PlatformQuestion.Kind, _ question: Question) {
        let time = MonotonicTime.now()
        state.withLock { state in
            let number = state.asked
            state.asked += 1
            state.open[number] = question
            outbox.notify { sequence in
                .platform(
                    PlatformQuestion(session: session, sequence: sequence, question: number, time: time, kind: kind))
            }
        }
    }
}
