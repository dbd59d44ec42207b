/// Where setRequestor has got to.
///
///     unconfigured ─┐                                  ┌─▶ failed
///     failed ───────┼─ setRequestor ──▶ configuring ───┤
///     ready ────────┘                                  ├─▶ ready
///                                                      └─▶ synchronising ──▶ ready     (repeated calls)
///
/// Until `ready` or `failed`, calls wait in a queue (AE-Q-001); so does another setRequestor, which makes
/// sure that each is answered (AE-REQ-010).
enum ConfigurationPhase: Sendable {
    case unconfigured
    /// Requests are under way, all at once (AE-SP-002).
    case configuring(Configuring)
    /// Configured again; the service is asked whether the tokens in storage still stand (AE-REQ-013).
    case synchronising(Configuration, of: ArraySlice<ValidAuthentication> = [])
    case ready(Configuration)
    case failed(requestor: String)

    /// A phase in which replies are collected.
    struct Configuring: Sendable {
        var requestor: String
        /// Whether this instance was configured before.
        var isRepeated: Bool
        var merge = ConfigurationMerge()
        var awaited: [ServiceProvider]
        var isGraceRunning = false
    }

    /// What a successful phase leaves.
    ///
    /// It grows by late replies, and changes nothing that is bound.
    struct Configuration: Sendable {
        var requestor: String
        var merge: ConfigurationMerge
        var awaited: [ServiceProvider]
    }

    /// Whether calls are served, if only with failures.
    var isSettled: Bool {
        switch self {
        case .ready, .failed: true
        case .unconfigured, .configuring, .synchronising: false
        }
    }

    /// Whether a setRequestor has to wait for the one before.
    var isUnderWay: Bool {
        switch self {
        case .configuring, .synchronising: true
        case .unconfigured, .ready, .failed: false
        }
    }

    /// The configuration that serves calls now.
    var configuration: Configuration? {
        switch self {
        case .ready(let configuration), .synchronising(let configuration, _): configuration
        case .unconfigured, .configuring, .failed: nil
        }
    }
}
