internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Variants that change one thing on its way.
extension Variant {
    /// Changes the callbacks of one selector, or all.
    static func onCallback(
        _ id: String, _ title: String, because reason: String, _ grounds: [String] = [], isCoreOnly: Bool = false,
        _ selector: Selector? = nil, _ change: @escaping @Sendable (Stage, Message) -> [Message]
    ) -> Variant {
        Variant(id, title, because: reason, grounds, isCoreOnly: isCoreOnly) { stage, mutation in
            mutation.onCallback(selector) { change(stage, $0) }
        }
    }

    /// Changes the requests whose URL contains `part`, or all.
    static func changeRequests(
        _ id: String, _ title: String, because reason: String, _ grounds: [String] = [], to part: String? = nil,
        _ change: @escaping @Sendable (Stage, inout NetworkRequest) -> Void
    ) -> Variant {
        Variant(id, title, because: reason, grounds) { stage, mutation in
            mutation.changeRequests(part) { change(stage, &$0) }
        }
    }

    /// Decides for each request what is sent.
    static func interpose(
        _ id: String, _ title: String, because reason: String, _ grounds: [String] = [], isSlow: Bool = false,
        _ exchange:
            @escaping @Sendable (Stage, NetworkRequest, any Network, @escaping NetworkCompletion) -> Cancellation
    ) -> Variant {
        Variant(id, title, because: reason, grounds, isSlow: isSlow) { stage, mutation in
            mutation.interpose { exchange(stage, $0, $1, $2) }
        }
    }
}
