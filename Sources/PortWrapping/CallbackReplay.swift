package import AccessEnablerAPI

/// Makes the callback that a message describes; the opposite of ``CallbackForwarder``.
///
/// What a message lacks is filled with something empty.
package func deliver(_ message: Message, to events: PortEvents) {
    let delegate = events.delegate
    func text(_ name: String) -> String { message[name]?.stringValue ?? "" }
    func flag(_ name: String) -> Bool { message[name]?.boolValue ?? false }
    func texts(_ name: String) -> [String] { message[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    func members(_ name: String) -> Value.Members { message[name]?.objectValue ?? [:] }
    let status = StatusCode(rawValue: message["status"]?.intValue ?? 0)
    switch message.selector {
    case .setRequestorComplete:
        delegate.setRequestorComplete(status)
    case .displayProviderDialog:
        delegate.displayProviderDialog(message["mvpds"]?.arrayValue?.compactMap { MVPD($0) } ?? [])
    case .navigateToUrl:
        delegate.navigateToUrl(text("url"))
    case .navigateToUrlUseSVC:
        delegate.navigateToUrl(text("url"), useSVC: flag("useSVC"))
    case .presentSafari:
        events.safariPresented(text("url"))
    case .setAuthenticationStatus:
        delegate.setAuthenticationStatus(status, errorCode: ErrorCode(rawValue: text("code")))
    case .preauthorizedResources:
        delegate.preauthorizedResources(texts("resources"))
    case .setToken:
        delegate.setToken(text("token"), forResource: text("resource"))
    case .tokenRequestFailed:
        delegate.tokenRequestFailed(
            text("resource"), errorCode: ErrorCode(rawValue: text("code")), errorDescription: text("description"))
    case .selectedProvider:
        delegate.selectedProvider(message["mvpd"].flatMap { MVPD($0) })
    case .setMetadataStatus:
        delegate.setMetadataStatus(
            message["metadata"] ?? .null, encrypted: flag("encrypted"), forKey: message["key"] ?? .null,
            andArguments: members("arguments"))
    case .presentTvProviderDialog:
        delegate.presentTvProviderDialog(message["viewController"] ?? .null)
    case .dismissTvProviderDialog:
        delegate.dismissTvProviderDialog(message["viewController"] ?? .null)
    case .sendTrackingData:
        delegate.sendTrackingData(
            message["data"]?.arrayValue ?? [], forEventType: TrackingEvent(rawValue: text("event")))
    case .onResponse:
        delegate.preauthorizeResponse(members("response"))
    case .onFailure:
        delegate.preauthorizeFailure(members("failure"))
    case .status:
        delegate.status(members("statusDictionary"))
    default:
        break
    }
}
