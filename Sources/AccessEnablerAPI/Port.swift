/// An implementation of AccessEnabler as something that can be tested: what it is, and how to make one.
public protocol Port: Sendable {
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
    /// What an application would hold: the calls are made on it.
    var enabler: any AccessEnabler { get }

    /// Calls `completion` once everything the port had received before this call has been processed.
    ///
    /// Only for ports with the feature ``PortFeature/executorBarrier``; `completion` may be called on any thread.
    func barrier(_ completion: @escaping @Sendable () -> Void)

    /// Takes the time of day to be that much later than it took it to be before.
    ///
    /// Only for ports with the feature ``PortFeature/clockAdvance``. What the instance judges by the time of day it judges
    /// as of then, at once; what it waits for is not sooner for it. May be called on any thread.
    func advanceClock(by time: Duration)

    /// Ends the instance as the end of the application's process would; nothing is called back afterwards.
    func close()
}

extension PortSession {
    /// For ports without the feature.
    public func advanceClock(by time: Duration) {}
}

/// Where a session's callbacks and taps go, and what it is given of the device.
public struct PortEvents: Sendable {
    public var delegate: any EntitlementDelegate & EntitlementStatus
    /// Told the URL of each configuration request whose reply the port has processed, success or not.
    ///
    /// Called right after the reply was dealt with, before the next one is. Only ports with the feature
    /// ``PortFeature/httpTap`` call it.
    public var configurationTaken: @Sendable (String) -> Void
    /// Told the URL that the port itself would show in a Safari view controller (AE-OPT-006).
    ///
    /// Only ports with the feature ``PortFeature/safariViewController`` call it.
    public var safariPresented: @Sendable (String) -> Void
    /// The device's TV provider account; nil on a device that has none.
    ///
    /// Only ports with the feature ``PortFeature/platformSSO`` ask it.
    public var account: (any PlatformAccount)?

    public init(
        delegate: any EntitlementDelegate & EntitlementStatus,
        configurationTaken: @escaping @Sendable (String) -> Void = { _ in },
        safariPresented: @escaping @Sendable (String) -> Void = { _ in }, account: (any PlatformAccount)? = nil
    ) {
        self.delegate = delegate
        self.configurationTaken = configurationTaken
        self.safariPresented = safariPresented
        self.account = account
    }
}

/// What a port says about itself.
public struct PortDescription: Sendable, Hashable {
    public var name: String
    /// The port's own version, for the report.
    public var version: String
    /// The selectors that its instances implement, in any of its releases; others are not called.
    public var calls: Set<Selector>
    /// Leaving one out makes the contracts that need it untestable, and none of them fail.
    public var features: Set<PortFeature>

    public init(name: String, version: String, calls: Set<Selector>, features: Set<PortFeature>) {
        self.name = name
        self.version = version
        self.calls = calls
        self.features = features
    }
}

/// Something a port can do for its tester beyond the documented calls.
public struct PortFeature: RawRepresentable, Sendable, Hashable, Comparable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

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
    /// Moves the time of day it goes by ahead, while it runs.
    public static let clockAdvance = PortFeature(rawValue: "clock.advance")
    /// Has several applications of one device in its storage, each with what is its own.
    public static let applications = PortFeature(rawValue: "storage.applications")
    /// Is any of its releases over one storage, so that an application can be updated.
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
    public var platform: Platform
    /// The release whose behaviour is asked for.
    public var version: SDKVersion
    /// nil before 3.0, whose constructor takes no argument.
    public var softwareStatement: String?
    /// nil for the constructor without a storage check.
    public var storageCheck: StorageCheck?
    /// Sessions that name the same storage see each other's tokens; nil is an empty storage of its own.
    public var storage: String?
    /// Whether the authorizations in the storage are to be made unreadable before the instance is made.
    ///
    /// Only ports with the feature ``PortFeature/storageDamage`` are asked to.
    public var damagesAuthorizations = false
    /// How much later than the machine's the time of day is that the instance goes by; never negative.
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
    /// The application's own URL scheme, which ends a login in a Safari view controller (AE-NAV-014).
    public var customScheme: String

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

    public init(_ message: String) {
        self.message = message
    }

    public var description: String { message }
}
