internal import Synchronization

/// Lends validators to threads, so that schemas are compiled once for every thread that validates at the same time.
package final class TokenValidatorPool: Sendable {
    /// `@unchecked Sendable` because a validator may move between threads (see `XMLSchema`), and one that is in the
    /// box is in nobody's hands.
    private struct Box: @unchecked Sendable {
        let validator: TokenValidator
    }

    private let idle = Mutex<[Box]>([])

    package init() {}

    /// Runs the body with a validator nobody else has until the body returns.
    package func withValidator<Result>(_ body: (TokenValidator) -> Result) -> Result {
        let box = idle.withLock { $0.popLast() } ?? Box(validator: TokenValidator())
        defer { idle.withLock { $0.append(box) } }
        return body(box.validator)
    }
}
