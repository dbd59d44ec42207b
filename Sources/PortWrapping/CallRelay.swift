package import AccessEnablerAPI

/// Turns every call into a ``Message``, on the calling thread.
package final class CallRelay: AccessEnabler {
    package let supportedCalls: Set<Selector>
    private let receive: @Sendable (Message) -> Void

    package init(supportedCalls: Set<Selector>, receive: @escaping @Sendable (Message) -> Void) {
        self.supportedCalls = supportedCalls
        self.receive = receive
    }

    package func setOptions(_ options: Value.Members) {
        relay(.setOptions, ("options", .object(options)))
    }

    package func setRequestor(_ requestorID: String, serviceProviders: [String]?) {
        if let serviceProviders {
            relay(
                .setRequestorServiceProviders, ("requestorID", .string(requestorID)), ("urls", list(serviceProviders)))
        } else {
            relay(.setRequestor, ("requestorID", .string(requestorID)))
        }
    }

    package func setRequestor(
        _ requestorID: String, signedRequestorID: String, serviceProviders: [String]?, secret: String?,
        publicKey: String?
    ) {
        let start: [(String, Value)] = [
            ("requestorID", .string(requestorID)), ("signedRequestorID", .string(signedRequestorID)),
        ]
        let urls = serviceProviders.map { [("urls", list($0))] } ?? []
        let keys: [(String, Value)] =
            secret == nil
            ? []
            : [
                ("secret", secret.map(Value.string) ?? .null), ("publicKey", publicKey.map(Value.string) ?? .null),
            ]
        let selector: Selector =
            switch (serviceProviders, secret) {
            case (nil, nil): .setRequestorSigned
            case (_?, nil): .setRequestorSignedServiceProviders
            case (nil, _?): .setRequestorSecret
            case (_?, _?): .setRequestorSecretServiceProviders
            }
        receive(Message(selector, (start + urls + keys).map { Message.Argument($0.0, $0.1) }))
    }

    package func checkAuthentication() {
        relay(.checkAuthentication)
    }

    package func getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter?) {
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

    package func setSelectedProvider(_ mvpdID: String?) {
        relay(.setSelectedProvider, ("mvpdId", mvpdID.map(Value.string) ?? .null))
    }

    package func getSelectedProvider() {
        relay(.getSelectedProvider)
    }

    package func handleExternalURL(_ url: String) {
        relay(.handleExternalURL, ("url", .string(url)))
    }

    package func getAuthenticationToken() {
        relay(.getAuthenticationToken)
    }

    package func checkPreauthorizedResources(_ resources: [String], cache: Bool) {
        // Before 3.1 there was one call, and nothing to choose.
        guard supportedCalls.contains(.checkPreauthorizedResourcesCache) else {
            return relay(.checkPreauthorizedResources, ("resources", list(resources)))
        }
        relay(.checkPreauthorizedResourcesCache, ("resources", list(resources)), ("cache", .bool(cache)))
    }

    package func preauthorize(_ request: PreauthorizeRequest) {
        relay(
            .preauthorize, ("resources", list(request.resources)),
            ("disabledFeatures", list(request.disabledFeatures.sorted())))
    }

    package func checkAuthorization(_ resource: String, data: Value.Members?) {
        relay(
            data == nil ? .checkAuthorization : .checkAuthorizationWithData, ("resource", .string(resource)),
            ("data", data.map(Value.object) ?? .null))
    }

    package func getAuthorization(_ resource: String, data: Value.Members?) {
        relay(
            data == nil ? .getAuthorization : .getAuthorizationWithData, ("resource", .string(resource)),
            ("data", data.map(Value.object) ?? .null))
    }

    package func logout() {
        relay(.logout)
    }

    package func getMetadata(_ keys: Value.Members) {
        relay(.getMetadata, ("keyDictionary", .object(keys)))
    }

    private func relay(_ selector: Selector, _ arguments: (String, Value)...) {
        receive(Message(selector, arguments.map { Message.Argument($0.0, $0.1) }))
    }

    private func list(_ texts: [String]) -> Value {
        .array(texts.map(Value.string))
    }
}
