/// Turns every callback into a ``Message``, on the thread the port calls from.
///
/// Arguments have the names of `Specs/api/callbacks.yaml`, and are passed on as they are: nothing is checked, left out
/// or changed. A callback returns when the closure has returned.
public final class CallbackForwarder: EntitlementDelegate, EntitlementStatus {
    private let receive: @Sendable (Message) -> Void

    /// Makes a delegate that hands every callback to one closure.
    ///
    /// - Parameter receive: runs inside the callback, and the port waits for it. Callbacks that a port makes on several
    ///   threads at once run it at the same time.
    public init(receive: @escaping @Sendable (Message) -> Void) {
        self.receive = receive
    }

    /// Forwarded with `status`, the number of the code as an ``Value/int(_:)``.
    public func setRequestorComplete(_ status: StatusCode) {
        forward(.setRequestorComplete, ("status", .int(status.rawValue)))
    }

    /// Forwarded with `mvpds`, an array of dictionaries (``MVPD/value``).
    public func displayProviderDialog(_ mvpds: [MVPD]) {
        forward(.displayProviderDialog, ("mvpds", .array(mvpds.map(\.value))))
    }

    /// Forwarded as ``Selector/navigateToUrl``, with `url` as text.
    public func navigateToUrl(_ url: String) {
        forward(.navigateToUrl, ("url", .string(url)))
    }

    /// Forwarded as ``Selector/navigateToUrlUseSVC``, with `url` as text and `useSVC` as a Boolean.
    public func navigateToUrl(_ url: String, useSVC: Bool) {
        forward(.navigateToUrlUseSVC, ("url", .string(url)), ("useSVC", .bool(useSVC)))
    }

    /// Forwarded with `status`, a number, and `code`, the text as it was delivered.
    public func setAuthenticationStatus(_ status: StatusCode, errorCode: ErrorCode) {
        forward(.setAuthenticationStatus, ("status", .int(status.rawValue)), ("code", .string(errorCode.rawValue)))
    }

    /// Forwarded with `resources`, an array of texts.
    public func preauthorizedResources(_ resources: [String]) {
        forward(.preauthorizedResources, ("resources", .array(resources.map(Value.string))))
    }

    /// Forwarded with `token` and `resource`, both texts.
    public func setToken(_ token: String, forResource resource: String) {
        forward(.setToken, ("token", .string(token)), ("resource", .string(resource)))
    }

    /// Forwarded with `resource`, `code` and `description`, all of them texts.
    public func tokenRequestFailed(_ resource: String, errorCode: ErrorCode, errorDescription: String) {
        forward(
            .tokenRequestFailed, ("resource", .string(resource)), ("code", .string(errorCode.rawValue)),
            ("description", .string(errorDescription)))
    }

    /// Forwarded with `mvpd`, a dictionary (``MVPD/value``), or null where no MVPD is selected.
    public func selectedProvider(_ mvpd: MVPD?) {
        forward(.selectedProvider, ("mvpd", mvpd?.value ?? .null))
    }

    /// Forwarded with `metadata` and `key` of any type, `encrypted` as a Boolean, and `arguments` as a dictionary.
    public func setMetadataStatus(
        _ metadata: Value, encrypted: Bool, forKey key: Value, andArguments arguments: Value.Members
    ) {
        forward(
            .setMetadataStatus, ("metadata", metadata), ("encrypted", .bool(encrypted)), ("key", key),
            ("arguments", .object(arguments)))
    }

    /// Forwarded with `viewController` as the port made it, usually a ``Value/reference(_:)``.
    public func presentTvProviderDialog(_ viewController: Value) {
        forward(.presentTvProviderDialog, ("viewController", viewController))
    }

    /// Forwarded with `viewController` as the port made it, usually a ``Value/reference(_:)``.
    public func dismissTvProviderDialog(_ viewController: Value) {
        forward(.dismissTvProviderDialog, ("viewController", viewController))
    }

    /// Forwarded with `data`, an array, and `event`, the symbol of the event as text.
    public func sendTrackingData(_ data: [Value], forEventType event: TrackingEvent) {
        forward(.sendTrackingData, ("data", .array(data)), ("event", .string(event.rawValue)))
    }

    /// Forwarded as ``Selector/onResponse``, with the dictionary under `response`.
    public func preauthorizeResponse(_ response: Value.Members) {
        forward(.onResponse, ("response", .object(response)))
    }

    /// Forwarded as ``Selector/onFailure``, with the dictionary under `failure`.
    public func preauthorizeFailure(_ failure: Value.Members) {
        forward(.onFailure, ("failure", .object(failure)))
    }

    /// Forwarded as ``Selector/status``, with the dictionary under `statusDictionary`.
    public func status(_ statusDictionary: Value.Members) {
        forward(.status, ("statusDictionary", .object(statusDictionary)))
    }

    private func forward(_ selector: Selector, _ arguments: (String, Value)...) {
        receive(Message(selector, arguments.map { Message.Argument($0.0, $0.1) }))
    }
}
