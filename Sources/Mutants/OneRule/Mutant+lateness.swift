internal import AccessEnabler
internal import AccessEnablerAPI
internal import POSIX
internal import PortWrapping

/// Callbacks that come when nobody waits for them any more, or from where nobody expects them.
extension Mutant {
    static let lateness: [Mutant] = [
        .onCallback(
            "repeats-itself-later", "answers checkAuthentication once more a moment later", ["AE-CHKN-005"],
            .setAuthenticationStatus
        ) { stage, callback in
            guard stage.lastCall == .checkAuthentication else { return [callback] }
            later(.milliseconds(5)) { stage.tell(callback) }
            return [callback]
        },
        .onCallback(
            "completes-again-later", "calls setRequestorComplete: once more a moment later", ["AE-REQ-010"],
            .setRequestorComplete
        ) { stage, callback in
            later(.milliseconds(5)) { stage.tell(callback) }
            return [callback]
        },
        .onCallback(
            "token-again-later", "delivers the token once more a moment later", ["AE-TOK-003", "AE-GETZ-009"],
            .setToken, checks: ["fresh-media-tokens"]
        ) { stage, callback in
            later(.milliseconds(5)) { stage.tell(callback) }
            return [callback]
        },
        .mutant(
            "talks-after-the-end", "makes a callback after its instance was let go", ["AE-CHKN-005"],
            checks: ["silence-after-close"]
        ) { stage, _ in
            stage.atEnd {
                later(.milliseconds(2)) { stage.tell(.authenticationStatus(.error, .userNotAuthenticated)) }
            }
        },
        .onCallback(
            "calls-back-elsewhere", "makes each callback on a new thread, and waits for it", ["AE-Q-009"]
        ) { stage, callback in
            onAnotherThread { stage.tell(callback) }
            return []
        },
    ]

    /// Returns when the action is done.
    private static func onAnotherThread(_ action: @escaping @Sendable () -> Void) {
        let isDone = Monitor(false)
        startThread {
            action()
            isDone.change { $0 = true }
        }
        isDone.wait { $0 ? () : nil }
    }

    private static func later(_ time: Duration, _ action: @escaping @Sendable () -> Void) {
        _ = Environment.sleep(time, action)
    }
}
