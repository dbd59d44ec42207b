/// Turns every callback into a ``Message``, on the thread the port calls from.
///
/// Arguments have the names of `Specs/api/callbacks.yaml`, and are passed on as they are.
public final class CallbackForwarder: EntitlementDelegate, EntitlementStatus {
    private let receive: @Sendable (Message) -> Void

    /// `receive` runs inside the callback; the port waits for it.
    public init(receive: @escaping @Sendable (Message) -> Void) {
        self.receive = receive
    }

    public func setRequestorComplete(_ status: StatusCode) {
        forward(.setRequestorComplete, ("status", .int(status.rawValue)))
    }

    public func displayProviderDialog(_ mvpds: [MVPD]) {
        forward(.displayProviderDialog, ("mvpds", .array(mvpds.map(\.value))))
    }

    public func navigateToUrl(_ url: String) {
        forward(.navigateToUrl, ("url", .string(url)))
    }

    public func navigateToUrl(_ url: String, useSVC: Bool) {
        forward(.navigateToUrlUseSVC, ("url", .string(url)), ("useSVC", .bool(useSVC)))
    }

    public func setAuthenticationStatus(_ status: StatusCode, errorCode: ErrorCode) {
        forward(.setAuthenticationStatus, ("status", .int(status.rawValue)), ("code", .string(errorCode.rawValue)))
    }

    public func preauthorizedResources(_ resources: [String]) {
        forward(.preauthorizedResources, ("resources", .array(resources.map(Value.string))))
    }

    public func setToken(_ token: String, forResource resource: String) {
        forward(.setToken, ("token", .string(token)), ("resource", .string(resource)))
    }

    public func tokenRequestFailed(_ resource: String, errorCode: ErrorCode, errorDescription: String) {
        forward(
            .tokenRequestFailed, ("resource", .string(resource)), ("code", .string(errorCode.rawValue)),
            ("description", .string(errorDescription)))
    }

    public func selectedProvider(_ mvpd: MVPD?) {
        forward(.selectedProvider, ("mvpd", mvpd?.value ?? .null))
    }

    public func setMetadataStatus(
        _ metadata: Value, encrypted: Bool, forKey key: Value, andArguments arguments: [String: Value]
    ) {
        forward(
            .setMetadataStatus, ("metadata", metadata), ("encrypted", .bool(encrypted)), ("key", key),
            ("arguments", .object(arguments)))
    }

    public func presentTvProviderDialog(_ viewController: Value) {
        forward(.presentTvProviderDialog, ("viewController", viewController))
    }

    public func dismissTvProviderDialog(_ viewController: Value) {
        forward(.dismissTvProviderDialog, ("viewController", viewController))
    }

    public func sendTrackingData(_ data: [Value], forEventType event: TrackingEvent) {
        forward(.sendTrackingData, ("data", .array(data)), ("event", .string(event.rawValue)))
    }

    public func preauthorizeResponse(_ response: [String: Value]) {
        forward(.onResponse, ("response", .object(response)))
    }

    public func preauthorizeFailure(_ failure: [String: Value]) {
        forward(.onFailure, ("failure", .object(failure)))
    }

    public func status(_ statusDictionary: [String: Value]) {
        forward(.status, ("statusDictionary", .object(statusDictionary)))
    }

    private func forward(_ selector: Selector, _ arguments: (String, Value)...) {
        receive(Message(selector, arguments.map { Message.Argument($0.0, $0.1) }))
    }
}
