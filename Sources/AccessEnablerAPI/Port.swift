/// An implementation of AccessEnabler as something that can be tested: what it is, and how to make one.
public protocol Port: Sendable {
    /// What the port is and what it can do.
    ///
    /// Read from any thread, and the same each time.
    var description: PortDescription { get }

    /// Makes one AccessEnabler, as an application's launch would.
    ///
    /// Instances share nothing but what `configuration.storage` names. May be called on any thread, and for several
    /// instances at the same time.
    ///
    /// - Parameters:
    ///   - configuration: never asks for a feature that ``description`` does not list.
    ///   - events: where everything goes that the instance has to tell.
    /// - Returns: the instance, on which nothing has been called yet.
    /// - Throws: `PortError` where the port cannot run so configured.
    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession
}

/// One AccessEnabler in use.
public protocol PortSession: AnyObject, Sendable {
    /// What an application would hold: the calls are made on it, from any thread.
    var enabler: any AccessEnabler { get }

    /// Calls `completion` once everything the port had received before this call has been processed.
    ///
    /// Only for ports with the feature ``PortFeature/executorBarrier``. May be called on any thread, also while a call is
    /// under way.
    ///
    /// - Parameter completion: called once, on any thread.
    func barrier(_ completion: @escaping @Sendable () -> Void)

    /// Takes the time of day to be that much later than it took it to be before.
    ///
    /// Only for ports with the feature ``PortFeature/clockAdvance``. What is judged by the time of day, such as a
    /// token, is judged by the new time at once. No timer ends sooner for it. May be called on any thread.
    ///
    /// - Parameter time: more than zero (P-39).
    func advanceClock(by time: Duration)

    /// Ends the instance as the end of the application's process would; nothing is called back afterwards.
    ///
    /// May be called on any thread.
    func close()

    /// Ends the instance as a process ends that is killed: from now on it stores, asks and calls back nothing.
    ///
    /// ``close()`` may follow. May be called on any thread.
    func kill()
}

extension PortSession {
    /// Does nothing: the instance goes on until it is closed.
    public func kill() {}

    /// Does nothing: it is for ports without the feature ``PortFeature/clockAdvance``.
    public func advanceClock(by time: Duration) {}
}

/// Where a session's callbacks and taps go, and what it is given of the device.
public struct PortEvents: Sendable {
    /// Told every callback and every status report of the instance, on a thread of the port's choice.
    public var delegate: any EntitlementDelegate & EntitlementStatus
    /// Told the URL of each configuration request whose reply the port has processed, success or not.
    ///
    /// Called on any thread, right after the reply was dealt with and before the next one is. Only ports with the feature
    /// ``PortFeature/httpTap`` call it.
    public var configurationProcessed: @Sendable (String) -> Void
    /// Told the URL that the port itself would show in a Safari view controller (AE-OPT-006).
    ///
    /// Called on any thread, and only by ports with the feature ``PortFeature/safariViewController``.
    public var safariPresented: @Sendable (String) -> Void
    /// The device's TV provider account; nil on a device that has none.
    ///
    /// Only ports with the feature ``PortFeature/platformSSO`` ask it.
    public var account: (any PlatformAccount)?

    /// Makes events for one instance; a tap that is left out tells nobody.
    public init(
        delegate: any EntitlementDelegate & EntitlementStatus,
        configurationProcessed: @escaping @Sendable (String) -> Void = { _ in },
        safariPresented: @escaping @Sendable (String) -> Void = { _ in }, account: (any PlatformAccount)? = nil
    ) {
        self.delegate = delegate
        self.configurationProcessed = configurationProcessed
        self.safariPresented = safariPresented
        self.account = account
    }
}

/// What a port says about itself.
public struct PortDescription: Sendable, Hashable {
    /// What reports call the port, such as `reference`.
    public var name: String
    /// The port's own version, for the report.
    public var version: String
    /// The selectors that its instances implement, in any of its releases; others are not called.
    public var calls: Set<Selector>
    /// Leaving one out makes the contracts that need it untestable, and none of them fail.
    public var features: Set<PortFeature>

    /// Makes a description; the version is any text, and need not be that of a release of AccessEnabler.
    public init(name: String, version: String, calls: Set<Selector>, features: Set<PortFeature>) {
        self.name = name
        self.version = version
        self.calls = calls
        self.features = features
    }
}

/// Something a port can do for its tester beyond the documented calls.
public struct PortFeature: RawRepresentable, Sendable, Hashable, Comparable {
    /// The name in the adapter protocol, such as `tap.http` (P-60).
    public let rawValue: String

    /// Takes any name; features that the suite does not know are ignored (P-60).
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Compares the names; the order has no other meaning.
    public static func < (left: PortFeature, right: PortFeature) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Tells when the reply to a configuration request was processed.
    public static let httpTap = PortFeature(rawValue: "tap.http")
    /// Answers barriers on the executor that handles its replies.
    public static let executorBarrier = PortFeature(rawValue: "barrier.executor")
    /// Keeps its storage between sessions that name the same one.
    public static let persistentStorage = PortFeature(rawValue: "storage.persist")
    /// Makes authorizations in its storage unreadable where it is told to.
    public static let storageDamage = PortFeature(rawValue: "storage.damage")
    /// Takes the time of day to be later than it is where it is told to.
    public static let clockAhead = PortFeature(rawValue: "clock.ahead")
    /// Moves its time of day ahead while it runs.
    public static let clockAdvance = PortFeature(rawValue: "clock.advance")
    /// Keeps apart, in one storage, what each application of the device has for itself.
    public static let applications = PortFeature(rawValue: "storage.applications")
    /// Opens a storage that an earlier of its releases has written, as the update of an application does.
    public static let storageUpgrade = PortFeature(rawValue: "storage.upgrade")
    /// Serves a delegate that leaves out what the protocol calls optional.
    public static let optionalCallbacks = PortFeature(rawValue: "delegate.optional")
    /// Takes another default service provider than the public one.
    public static let defaultServiceProvider = PortFeature(rawValue: "provider.default")
    /// Tells what it would show in a Safari view controller of its own.
    public static let safariViewController = PortFeature(rawValue: "platform.svc")
    /// Has an Apple SSO platform service that the tester plays.
    public static let platformSSO = PortFeature(rawValue: "platform.sso")
}

/// How one AccessEnabler is to be made.
public struct SessionConfiguration: Sendable, Hashable {
    /// The platform that the instance is to play; a port that cannot play it throws ``PortError``.
    public var platform: Platform
    /// The release whose behaviour is asked for; it decides which calls and callbacks there are (AE-VER-001).
    public var version: SDKVersion
    /// Identifies the application in Adobe's system (AE-INIT-004).
    ///
    /// nil before 3.0, whose constructor has no argument (AE-INIT-002).
    public var softwareStatement: String?
    /// What the constructor does with the storage; nil for the constructor without a check (AE-INIT-007).
    public var storageCheck: StorageCheck?
    /// Any name: sessions that name the same storage see each other's tokens; nil is an empty storage of its own.
    public var storage: String?
    /// Whether the authorizations in the storage are to be made unreadable before the instance is made.
    ///
    /// Only ports with the feature ``PortFeature/storageDamage`` are asked to.
    public var damagesAuthorizations = false
    /// How far the instance's time of day is ahead of the machine's; never negative.
    ///
    /// Only ports with the feature ``PortFeature/clockAhead`` are asked to.
    public var clockAhead = Duration.zero
    /// Which of the device's applications it is; nil is the usual one.
    ///
    /// Only ports with the feature ``PortFeature/applications`` are given a name.
    public var application: String?
    /// The optional callbacks that the delegate does not implement (AE-NAV-008).
    ///
    /// Only ports with the feature ``PortFeature/optionalCallbacks`` are told of any.
    public var omittedCallbacks: Set<Selector> = []
    /// The URL that replaces `https://sp.auth.adobe.com`, where given.
    ///
    /// Only ports with the feature ``PortFeature/defaultServiceProvider`` are given one.
    public var defaultServiceProvider: String?
    /// The application's own URL scheme, without the colon; it ends a login in a Safari view controller (AE-NAV-014).
    public var customScheme: String

    /// Makes a configuration; without a storage's name, the instance begins with an empty one.
    ///
    /// A release from 3.0 on needs a software statement (AE-INIT-001). The members that are not parameters, such as
    /// ``clockAhead``, ask for nothing until they are set.
    public init(
        platform: Platform = .iOS, version: SDKVersion = .newest, softwareStatement: String? = nil,
        storageCheck: StorageCheck? = nil, storage: String? = nil, defaultServiceProvider: String? = nil,
        customScheme: String = "adbe.assay"
    ) {
        self.platform = platform
        self.version = version
        self.softwareStatement = softwareStatement
        self.storageCheck = storageCheck
        self.storage = storage
        self.defaultServiceProvider = defaultServiceProvider
        self.customScheme = customScheme
    }
}

/// IntegrityCheckType of `initWithStorageCheck:softwareStatement:` (AE-INIT-006).
public enum StorageCheck: String, Sendable, Hashable, CaseIterable {
    /// Checks nothing and keeps everything (AE-INIT-008).
    case none = "INTEGRITY_CHECK_NONE"
    /// Empties the storage where it does not work, or where a value in it is unsound (AE-INIT-009).
    case all = "INTEGRITY_CHECK_ALL"
    /// Empties the storage without a check (AE-INIT-010).
    case clear = "INTEGRITY_CHECK_CLEAR"
}

/// Why a port could not make an instance.
public struct PortError: Error, Sendable, Hashable, CustomStringConvertible {
    /// For the report, in one line.
    public var message: String

    /// Makes an error to throw; `message` is one line that says what the port cannot do.
    public init(_ message: String) {
        self.message = message
    }

    /// The ``message``.
    public var description: String { message }
}
