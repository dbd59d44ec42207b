internal import AccessEnablerAPI

/// Turns every call into a ``Message``, on the calling thread.
final class CallRelay: AccessEnabler {
    let supportedCalls: Set<Selector>
    private let receive: @Sendable (Message) -> Void

    init(supportedCalls: Set<Selector>, receive: @escaping @Sendable (Message) -> Void) {
        self.supportedCalls = supportedCalls
        self.receive = receive
    }

    func setOptions(_ options: [String: Value]) {
        relay(.setOptions, ("options", .object(options)))
    }

    func setRequestor(_ requestorID: String, serviceProviders: [String]?) {
        if let serviceProviders {
            relay(
                .setRequestorServiceProviders, ("requestorID", .string(requestorID)), ("urls", list(serviceProviders)))
        } else {
            relay(.setRequestor, ("requestorID", .string(requestorID)))
        }
    }

    func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?
    ) {
        setRequestor(requestorID, serviceProviders: serviceProviders)
    }

    func checkAuthentication() {
        relay(.checkAuthentication)
    }

    func getAuthentication(force: Bool, data: [String: Value]?, filter: ProviderFilter?) {
        let data = data.map(Value.object) ?? .null
        if let filter {
            let lists: Value = .object([
                "TV_PROVIDERS": list(filter.providers), "FEATURED_TV_PROVIDERS": list(filter.featured),
            ])
            if force || !data.isNull {
                relay(
                    .getAuthenticationWithDataAndFilter, ("forceAuthn", .bool(force)), ("data", data),
                    ("filter", lists))
            } else {
                relay(.getAuthenticationFilter, ("filter", lists))
            }
        } else if force || !data.isNull {
            relay(
                .getAuthenticationWithData, ("forceAuthn", .bool(force)), ("data", data))
        } else {
            relay(.getAuthentication)
        }
    }

    func setSelectedProvider(_ mvpdID: String?) {
        relay(.setSelectedProvider, ("mvpdId", mvpdID.map(Value.string) ?? .null))
    }

    func getSelectedProvider() {
        relay(.getSelectedProvider)
    }

    func handleExternalURL(_ url: String) {
        relay(.handleExternalURL, ("url", .string(url)))
    }

    func getAuthenticationToken() {
        relay(.getAuthenticationToken)
    }

    func checkPreauthorizedResources(_ resources: [String], cache: Bool) {
        relay(.checkPreauthorizedResourcesCache, ("resources", list(resources)), ("cache", .bool(cache)))
    }

    func preauthorize(_ request: PreauthorizeRequest) {
        relay(
            .preauthorize, ("resources", list(request.resources)),
            ("disabledFeatures", list(request.disabledFeatures.sorted())))
    }

    func checkAuthorization(_ resource: String, data: [String: Value]?) {
        relay(
            data == nil ? .checkAuthorization : .checkAuthorizationWithData, ("resource", .string(resource)),
            ("data", data.map(Value.object) ?? .null))
    }

    func getAuthorization(_ resource: String, data: [String: Value]?) {
        relay(
            data == nil ? .getAuthorization : .getAuthorizationWithData, ("resource", .string(resource)),
            ("data", data.map(Value.object) ?? .null))
    }

    func logout() {
        relay(.logout)
    }

    func getMetadata(_ keys: [String: Value]) {
        relay(.getMetadata, ("keyDictionary", .object(keys)))
    }

    private func relay(_ selector: Selector, _ arguments: (String, Value)...) {
        receive(Message(selector, arguments.map { Message.Argument($0.0, $0.1) }))
    }

    private func list(_ texts: [String]) -> Value {
        .array(texts.map(Value.string))
    }
}
