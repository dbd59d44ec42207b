internal import AccessEnablerAPI

/// Ports of which the suite sees less.
extension Variant {
    private static let reason = "features of the adapter are an offer, and no contract"

    static let adapters: [Variant] = [
        Variant(
            "without-tap", "does not report when it has processed a configuration", because: reason, lacks: [.httpTap]),
        Variant("without-barrier", "has no executor that could be passed", because: reason, lacks: [.executorBarrier]),
        Variant(
            "without-tap-and-barrier",
            "reports neither when it processes a configuration nor when its executor is passed",
            because: reason, lacks: [.httpTap, .executorBarrier]),
    ]
}
