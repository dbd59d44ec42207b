internal import AccessEnablerAPI

/// What happens to an instance.
///
/// Events are handled one after the other, in the order of arrival.
enum Event: Sendable {
    case launched(StorageCheck?)
    case called(Call)
    case replied(ExchangeID, Result<NetworkReply, NetworkFailure>)
    case timerFired(TimerID)
    case platformAnswered(PlatformQuestionID, PlatformAnswer)
    case barrier(@Sendable () -> Void)
}

/// The calls of an application, as values that can wait.
enum Call: Sendable, Hashable {
    case setOptions(Value.Members)
    case setRequestor(String, serviceProviders: [String]?, proof: RequestorProof? = nil)
    case checkAuthentication
    case getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter? = nil)
    case setSelectedProvider(String?)
    case getSelectedProvider
    case handleExternalURL(String)
    case checkPreauthorizedResources([String], cache: Bool)
    case preauthorize(PreauthorizeRequest)
    case checkAuthorization(String, data: Value.Members?)
    case getAuthorization(String, data: Value.Members?)
    case logout
    case getMetadata(Value.Members)
}
