internal import Documents
internal import Transport

/// A request to a service provider, before the access token and the client's particulars are added.
struct ServiceRequest: Sendable, Hashable {
    enum Body: Sendable, Hashable {
        case none
        case form([FormField])
        case json(JSON)
    }

    enum Method: String, Sendable, Hashable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    var method = Method.get
    var path: String
    var query: [FormField] = []
    var body: Body
    var headers: [NetworkRequest.Header] = []

    static func get(_ path: String) -> ServiceRequest {
        ServiceRequest(path: path, body: .none)
    }

    static func post(_ path: String, _ form: [FormField]) -> ServiceRequest {
        ServiceRequest(method: .post, path: path, body: .form(form))
    }

    static func post(_ path: String, json: JSON) -> ServiceRequest {
        ServiceRequest(method: .post, path: path, body: .json(json))
    }

    /// Whether it has no header lines of its own, so that those of any other such request with the same token are its own.
    var isPlain: Bool {
        if case .none = body { headers.isEmpty } else { false }
    }

    /// The header lines that it leaves with.
    func lines(as client: ClientIdentity, options: ClientOptions, accessToken: String?) -> RequestHeaders {
        var fields: [RequestHeaders.Field] = []
        fields.reserveCapacity(client.headers.count + headers.count + 3)
        for header in client.headers { fields.append(.init(header.name, header.value)) }
        fields.append(.init("X-Device-Info", options.deviceInfo(of: client)))
        for header in headers { fields.append(.init(header.name, header.value)) }
        if let accessToken { fields.append(.init("Authorization", "Bearer \(accessToken)")) }
        switch body {
        case .none: break
        case .form: fields.append(.init("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8"))
        case .json: fields.append(.init("Content-Type", "application/json; charset=UTF-8"))
        }
        return RequestHeaders(fields)
    }

    /// The request as it leaves for `provider`.
    func addressed(
        to provider: ServiceProvider, options: ClientOptions, lines: RequestHeaders, timeLimit: Duration
    ) -> NetworkRequest {
        let bytes: [UInt8]? =
            switch body {
            case .none: nil
            case .form(let fields): Array(FormField.encode(fields).utf8)
            case .json(let document): document.compact
            }
        return NetworkRequest(
            method: method.rawValue, url: provider.url(path, query + options.parameters),
            lines: lines, body: bytes, timeLimit: timeLimit)
    }
}
