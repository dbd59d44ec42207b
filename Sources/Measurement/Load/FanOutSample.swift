/// One fan-out as it went, provider by provider; every time is from when it was due.
package struct FanOutSample: Sendable, Hashable {
    /// `median`, `p99`, `worst`.
    package var name: String
    package var session: String
    /// When the call was made: the lag of the generator.
    package var called: Duration
    /// nil where the port does not say when it has taken in a reply.
    package var firstMerge: Duration?
    /// The last byte of the slowest provider.
    package var limit: Duration
    package var completed: Duration
    /// In the order of the call.
    package var providers: [Provider] = []

    package struct Provider: Sendable, Hashable {
        package var name: String
        /// When the backend had the whole request, wrote the first byte of its reply, and the last one.
        package var requested: Duration
        package var firstByte: Duration
        package var lastByte: Duration
        /// When the port said that it had taken it in.
        package var merged: Duration?
        package var status: Int

        package init(
            name: String, requested: Duration, firstByte: Duration, lastByte: Duration, merged: Duration?, status: Int
        ) {
            self.name = name
            self.requested = requested
            self.firstByte = firstByte
            self.lastByte = lastByte
            self.merged = merged
            self.status = status
        }
    }

    package init(
        name: String, session: String, called: Duration, firstMerge: Duration?, limit: Duration, completed: Duration,
        providers: [Provider]
    ) {
        self.name = name
        self.session = session
        self.called = called
        self.firstMerge = firstMerge
        self.limit = limit
        self.completed = completed
        self.providers = providers
    }
}
