/// What a run measures the duration of.
package enum Phase: String, Sendable, Hashable, CaseIterable {
    /// From when an iteration was due to the end of its configuration: what a user feels.
    case completion
    /// From the call to the end of configuration.
    case service
    /// From when an iteration was due to its first call: what the generator adds.
    case startDelay = "start-delay"
    /// From the call to the last request that a provider had received in full.
    case dispatch
    /// From the call to the first reply that the port reports as processed.
    case firstMerge = "first-merge"
    /// From the call to the last byte that the slowest provider wrote.
    case criticalPath = "critical-path"
    /// From that last byte to the end of configuration.
    case overhead
    /// Completion less what the slowest provider itself took: late requests are in it.
    case addedLatency = "added-latency"
    /// From the return of the browser to the port's word on the login.
    case authentication
    /// From `getAuthorization` to the token, where authorization has to be asked for.
    case authorization
    /// From `getAuthorization` to the token, where authorization is known.
    case mediaToken = "media-token"
}
