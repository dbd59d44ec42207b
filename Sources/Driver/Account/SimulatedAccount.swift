package import AccessEnablerAPI
package import Evidence
internal import POSIX
internal import Synchronization

/// The TV provider account of the device that a case plays, with the person in front of it.
///
/// It outlives the application, as the platform does. Whatever it is asked and answers is recorded; answers come on a
/// thread of its own, one after the other.
package final class SimulatedAccount: PlatformAccount {
    private let recorder: Recorder
    private let state: Mutex<AccountState>
    private let worker = SerialWork()

    package init(_ device: AccountDevice, recorder: Recorder, session: SessionID) {
        self.recorder = recorder
        state = Mutex(AccountState(device: device, session: session))
    }

    /// The application was started again; a picker of the former one is gone.
    package func enter(_ session: SessionID) {
        state.withLock { $0.enter(session) }
    }

    /// Changes what the device is like from now on.
    package func change(_ change: @Sendable (inout AccountDevice) -> Void) {
        state.withLock { change(&$0.device) }
    }

    /// The person does something in the picker; the reason where that cannot be done.
    package func choose(_ choice: AccountChoice, ifShown: Bool = false) -> String? {
        act { state in
            ifShown && !state.showsPicker ? (AccountState.Effects(events: []), nil) : state.choose(choice)
        }
    }

    // MARK: - Asked by the port

    package func checkAccess(_ completion: @escaping @Sendable (AccountAccess) -> Void) {
        act { state in state.checkAccess(completion) }
    }

    package func request(_ request: AccountRequest, _ tell: @escaping @Sendable (AccountNews) -> Void) {
        act { state in state.request(request, tell) }
    }

    /// Subtle: an event is recorded under the lock, so that no answer is recorded before its question.
    private func act<Result: Sendable>(_ transition: (inout AccountState) -> (AccountState.Effects, Result)) -> Result {
        let (effects, result) = state.withLock { state in
            let (effects, result) = transition(&state)
            for event in effects.events { recorder.record(.platform(event), session: state.session) }
            return (effects, result)
        }
        if !effects.answers.isEmpty {
            worker.add { for answer in effects.answers { answer() } }
        }
        return result
    }
}

/// What a device is like.
package struct AccountDevice: Sendable, Hashable {
    package var access = AccountAccess.granted
    /// The provider that the user is signed in with.
    package var signedIn: String?
    /// Whether requests for the account fail.
    package var isFailing = false
    /// The providers that the platform itself authenticates with; others are only in its picker.
    package var partners: Set<String>
    /// Whom the providers know the user as.
    package var user: String

    package init(partners: Set<String> = [], user: String) {
        self.partners = partners
        self.user = user
    }
}

/// What a person does in the picker.
package enum AccountChoice: Sendable, Hashable {
    /// Chooses the provider, and signs in there where the platform asks for it.
    case provider(String)
    /// Chooses, and signs in with, a provider that the application does not ask for.
    case unsupported(String)
    case other
    case cancel

    var words: String {
        switch self {
        case .provider(let id): id
        case .unsupported(let id): "\(id), which is not supported"
        case .other: "Other TV Provider"
        case .cancel: "cancel"
        }
    }
}
