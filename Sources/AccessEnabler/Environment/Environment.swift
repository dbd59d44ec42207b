public import AccessEnablerAPI
internal import Cryptography
internal import Encodings
internal import Timing

/// All that an AccessEnabler needs of the world around it.
///
/// Whatever an instance does beyond its own memory and its delegate goes through here.
public struct Environment: Sendable {
    /// Sends all requests of the instance.
    public var network: any Network
    /// What the applications of the device share.
    ///
    /// On tvOS they share nothing, and it is this application's (AE-STO-004).
    public var storage: any TokenStorage
    /// What only this application sees: used by releases before 1.7 (AE-STO-014).
    public var ownStorage: any TokenStorage
    /// The time of day, in milliseconds since 1970-01-01 00:00:00 UTC; called on any thread.
    public var now: @Sendable () -> Int64
    /// Runs the closure after the time, on any thread and never inside this call; what it returns ends the waiting.
    public var after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Cancellation
    /// Makes a device ID, 64 lower-case hexadecimal digits: called where ``storage`` has none for a new instance.
    public var newDeviceID: @Sendable () -> String
    /// The device's TV provider account, for Apple SSO; nil on a device that has none.
    public var account: (any PlatformAccount)?
    /// Where the instance deals with what happens to it, and makes its callbacks.
    public var turn = Turn.task

    /// Whose thread an instance takes for a while.
    public struct Turn: Sendable {
        /// Whether replies and timers are dealt with on the thread that brings them.
        let isInPlace: Bool
        /// Runs the closure soon, and never before the call returns.
        let later: @Sendable (@escaping @Sendable () -> Void) -> Void

        /// A task: callbacks may take as long as they like.
        public static let task = Turn(isInPlace: false) { work in _ = Task { work() } }

        /// The network's thread: replies need not be handed on, but a callback that waits keeps all others waiting.
        ///
        /// - Parameter network: the one of the same ``Environment``, which brings the replies.
        public static func network(_ network: any Network) -> Turn {
            Turn(isInPlace: true) { network.run($0) }
        }
    }

    /// Makes an environment of this machine, with an empty storage, except for what is given.
    ///
    /// - Parameters:
    ///   - network: the only member that has to be given: a ``CurlNetwork``, for example.
    ///   - storage: what the applications of the device share.
    ///   - ownStorage: what only this application sees.
    ///   - now: the time of day, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - after: runs a closure after a time.
    ///   - newDeviceID: makes a device ID.
    ///   - account: the device's TV provider account, if it has one.
    public init(
        network: any Network, storage: any TokenStorage = MemoryTokenStorage(),
        ownStorage: any TokenStorage = MemoryTokenStorage(),
        now: @escaping @Sendable () -> Int64 = Environment.machineTime,
        after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Cancellation = Environment.sleep,
        newDeviceID: @escaping @Sendable () -> String = Environment.randomDeviceID,
        account: (any PlatformAccount)? = nil
    ) {
        self.network = network
        self.storage = storage
        self.ownStorage = ownStorage
        self.now = now
        self.after = after
        self.newDeviceID = newDeviceID
        self.account = account
    }

    /// The machine's time of day, in milliseconds since 1970-01-01 00:00:00 UTC.
    public static func machineTime() -> Int64 {
        WallTime.now().milliseconds
    }

    /// 32 random bytes as 64 lower-case hexadecimal digits.
    public static func randomDeviceID() -> String {
        Hex.encode(randomBytes(32))
    }

    /// Runs `then` in a task when the time has passed on the machine's monotonic clock.
    ///
    /// - Returns: what ends the waiting. Once it has, `then` is not run, unless the time had already passed.
    public static func sleep(_ time: Duration, _ then: @escaping @Sendable () -> Void) -> Cancellation {
        let waiting = Task {
            do { try await Task.sleep(for: time) } catch { return }
            then()
        }
        return Cancellation { waiting.cancel() }
    }
}

/// How long the reference waits for what may never come.
public struct TimeLimits: Sendable, Hashable {
    /// From the first valid configuration to the end of the phase without the rest (AE-SP-020).
    public var configurationGrace: Duration
    /// For the whole configuration phase.
    public var configuration: Duration
    /// For one request.
    public var request: Duration
    /// Between two looks for the end of a login on a second screen (AE-TV-002).
    public var poll: Duration

    /// Makes limits that suit an application and its user.
    public init(
        configurationGrace: Duration = .seconds(2), configuration: Duration = .seconds(30),
        request: Duration = .seconds(30), poll: Duration = .seconds(2)
    ) {
        self.configurationGrace = configurationGrace
        self.configuration = configuration
        self.request = request
        self.poll = poll
    }
}
