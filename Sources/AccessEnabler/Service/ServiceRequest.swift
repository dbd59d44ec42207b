internal import Documents

/// A request to a service provider, before the access token and the client's particulars are added.
struct ServiceRequest: Sendable, Hashable {
    enum Body: Sendable, Hashable {
        case none
        case form([FormField])
        case json(JSON)
    }

    var path: String
    var query: [FormField] = []
    var body: Body
    var headers: [NetworkRequest.Header] = []

    static func get(_ path: String) -> ServiceRequest {
        ServiceRequest(path: path, body: .none)
    }

    static func post(_ path: String, _ form: [FormField]) -> ServiceRequest {
        ServiceRequest(path: path, body: .form(form))
    }

    static func post(_ path: String, json: JSON) -> ServiceRequest {
        ServiceRequest(path: path, body: .json(json))
    }

    /// The request as it leaves for `provider`.
    func addressed(
        to provider: ServiceProvider, as client: ClientIdentity, options: ClientOptions, accessToken: String?,
        timeLimit: Duration
    ) -> NetworkRequest {
        var headers: [NetworkRequest.Header] = []
        headers.reserveCapacity(client.headers.count + self.headers.count + 3)
        headers += client.headers
        headers.append(options.deviceInfoHeader(of: client))
        headers += self.headers
        if let accessToken { headers.append(.init("Authorization", "Bearer \(accessToken)")) }
        let bytes: [UInt8]?
        switch body {
        case .none:
            bytes = nil
        case .form(let fields):
            headers.append(.init("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8"))
            bytes = Array(FormField.encode(fields).utf8)
        case .json(let document):
            headers.append(.init("Content-Type", "application/json; charset=UTF-8"))
            bytes = document.compact
        }
        return NetworkRequest(
            method: bytes == nil ? "GET" : "POST", url: provider.url(path, query + options.parameters),
            headers: headers,
            body: bytes, timeLimit: timeLimit)
    }
}
