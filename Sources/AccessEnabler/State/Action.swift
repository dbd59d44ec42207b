internal import AccessEnablerAPI

/// What an instance does in answer to an event, in this order.
enum Action: Sendable {
    case send(ExchangeID, NetworkRequest)
    case cancel(ExchangeID)
    case startTimer(TimerID, Duration)
    case cancelTimer(TimerID)
    case callBack(Callback)
    /// Show the URL in a Safari view controller of the instance's own (AE-OPT-006).
    case presentSafari(String)
    /// Say that the reply to this configuration request was processed.
    case configurationProcessed(String)
    /// Ask the platform whether its account may be used.
    case askAccess(PlatformQuestionID)
    case askAccount(PlatformQuestionID, AccountRequest)
    case passBarrier(@Sendable () -> Void)
}

/// A callback with its arguments.
enum Callback: Sendable, Hashable {
    case setRequestorComplete(StatusCode)
    case displayProviderDialog([MVPD])
    case navigateToUrl(String)
    case navigateToUrlUseSVC(String)
    case setAuthenticationStatus(StatusCode, ErrorCode)
    case preauthorizedResources([String])
    case setToken(String, resource: String)
    case tokenRequestFailed(resource: String, ErrorCode, description: String)
    case selectedProvider(MVPD?)
    case setMetadataStatus(Value, encrypted: Bool, key: Value, arguments: Value.Members)
    case presentTvProviderDialog(Value)
    case dismissTvProviderDialog(Value)
    case sendTrackingData([Value], TrackingEvent)
    case preauthorizeResponse(Value.Members)
    case preauthorizeFailure(Value.Members)
    case status(Value.Members)

    func deliver(to delegate: any EntitlementDelegate & EntitlementStatus) {
        switch self {
        case .setRequestorComplete(let status):
            delegate.setRequestorComplete(status)
        case .displayProviderDialog(let mvpds):
            delegate.displayProviderDialog(mvpds)
        case .navigateToUrl(let url):
            delegate.navigateToUrl(url)
        case .navigateToUrlUseSVC(let url):
            delegate.navigateToUrl(url, useSVC: true)
        case .setAuthenticationStatus(let status, let code):
            delegate.setAuthenticationStatus(status, errorCode: code)
        case .preauthorizedResources(let resources):
            delegate.preauthorizedResources(resources)
        case .setToken(let token, let resource):
            delegate.setToken(token, forResource: resource)
        case .tokenRequestFailed(let resource, let code, let description):
            delegate.tokenRequestFailed(resource, errorCode: code, errorDescription: description)
        case .selectedProvider(let mvpd):
            delegate.selectedProvider(mvpd)
        case .setMetadataStatus(let metadata, let encrypted, let key, let arguments):
            delegate.setMetadataStatus(metadata, encrypted: encrypted, forKey: key, andArguments: arguments)
        case .presentTvProviderDialog(let controller):
            delegate.presentTvProviderDialog(controller)
        case .dismissTvProviderDialog(let controller):
            delegate.dismissTvProviderDialog(controller)
        case .sendTrackingData(let data, let event):
            delegate.sendTrackingData(data, forEventType: event)
        case .preauthorizeResponse(let response):
            delegate.preauthorizeResponse(response)
        case .preauthorizeFailure(let failure):
            delegate.preauthorizeFailure(failure)
        case .status(let dictionary):
            delegate.status(dictionary)
        }
    }
}
