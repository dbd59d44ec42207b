internal import AccessEnablerAPI

/// Ports of which the suite sees less.
extension Variant {
    private static let reason = "features of the adapter are an offer, and no contract"

    static let adapters: [Variant] = [
        Variant(
            "without-tap", "does not say when it has taken a configuration in", because: reason, lacks: [.httpTap]),
        Variant(
            "without-barrier", "has no executor that could be passed", because: reason, lacks: [.executorBarrier]),
        Variant(
            "without-tap-and-barrier", "says neither when it takes a configuration in nor when its executor is passed",
            because: reason, lacks: [.httpTap, .executorBarrier]),
    ]
}
