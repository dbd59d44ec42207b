internal import AccessEnabler
internal import PortWrapping

/// Other generations of the services' protocol.
extension Variant {
    private static let reason = "the documents do not say which of the services' calls a port uses"

    static let protocols: [Variant] = [
        Variant(
            "clientless-authorization", "authorizes and obtains media tokens by the calls of clientless devices",
            because: reason, ["AE-GETZ-005", "AE-GETZ-007"]
        ) { _, mutation in
            let services = ClientlessServices([.authorization])
            mutation.interpose(services.exchange)
        },
        Variant(
            "clientless-preauthorization", "preauthorizes by the call of clientless devices", because: reason,
            ["AE-PRE-001"]
        ) { _, mutation in
            let services = ClientlessServices([.preauthorization])
            mutation.interpose(services.exchange)
        },
        Variant(
            "clientless-calls", "uses the calls of clientless devices wherever there are some", because: reason,
            ["AE-GETZ-005", "AE-GETZ-007", "AE-PRE-001"]
        ) { _, mutation in
            let services = ClientlessServices([.authorization, .preauthorization, .decisions])
            mutation.interpose(services.exchange)
        },
    ]
}
