package import Cryptography
package import HTTPServer
package import POSIX
package import Timing

/// How a backend runs that serves more than the sessions of a suite.
package struct BackendOptions: Sendable {
    /// Nil: nobody asks too much.
    package var throttle: Throttle?
    /// Whether credentials and tokens are recorded as they are.
    package var showsSecrets = false
    /// Whether it is recorded what replies say, and not only that they leave.
    package var recordsReplies = false
    /// Signs the tokens; nil: a key that is made when the process starts.
    package var key: PrivateKey?
    /// What the endpoints prove themselves with; nil: they speak plain HTTP.
    package var tls: TLSIdentity?
    /// Where the endpoints, in their order, speak plain HTTP as well.
    package var plainAddresses: [SocketAddress] = []
    /// Decides the identifiers that the open world hands out.
    package var seed: UInt64 = 0

    /// Sessions that nobody announces.
    package var virtualUsers: VirtualUsers?
    /// Called every few milliseconds: everything that happened before the time it is given has been recorded.
    package var beat: (@Sendable (MonotonicTime) -> Void)?

    /// Who answers the requests, where the backend only stands before them; nil: the backend does.
    package var upstream: Upstream?

    package init() {}
}
