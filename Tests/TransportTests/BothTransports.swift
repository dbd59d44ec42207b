import Transport

/// Runs `body` with a client that sends everything over libcurl, and with one that sends directly what it can: what holds
/// for the one has to hold for the other.
func withBothClients(
    _ options: HTTPClient.Options = .init(), _ body: (HTTPClient) async throws -> Void
) async throws {
    for sendsDirectly in [false, true] {
        var options = options
        options.sendsDirectly = sendsDirectly
        try await HTTPClient.start(options).stopped(after: body)
    }
}
