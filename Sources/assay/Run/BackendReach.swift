import AccessEnablerAPI
import Documents
import Encodings
import Evidence
import Transport

/// Whether service providers elsewhere can be reached, and register clients as the services do.
///
/// A run against nobody, or against something else, would fail the port for what it did not do.
struct BackendReach {
    private let client: HTTPClient
    /// Learns what they issue, before anything that they say is told.
    private let redactor: Redactor

    init(_ client: HTTPClient, _ redactor: Redactor) {
        self.client = client
        self.redactor = redactor
    }

    /// - Parameter statement: what was given for `--bind software-statement=`.
    func check(_ backend: BackendChoice, version: SDKVersion, statement: String?) async throws(ToolError) {
        guard case .elsewhere(let urls) = backend else { return }
        // Before 3.0 nobody registered.
        guard version >= SDKVersion(3, 0) else { return try await check(urls) }
        try await check(urls) { url throws(TransportError) in
            try await register(at: url, statement ?? "assay").problem
        }
    }

    /// Whether somebody answers at the addresses, whatever the answer says.
    func check(_ urls: [String]) async throws(ToolError) {
        try await check(urls) { url throws(TransportError) in
            _ = try await client.send(HTTPRequest(url: url))
            return nil
        }
    }

    /// - Parameter ask: says what is wrong with the answer; nil where nothing is.
    private func check(
        _ urls: [String], _ ask: (String) async throws(TransportError) -> String?
    ) async throws(ToolError) {
        var problems: [String] = []
        for url in urls {
            do throws(TransportError) {
                if let problem = try await ask(url) { problems.append("\(url): \(problem)") }
            } catch {
                problems.append("\(url): \(error.message)")
            }
        }
        guard problems.isEmpty else {
            throw .broken(redactor.redacted(text: "the backend cannot be reached\n" + problems.joined(separator: "\n")))
        }
    }

    /// What is wrong with the answer to a registration (service-protocol.md 2.2, 2.3), and to the request for an access token.
    func register(
        at url: String, _ statement: String
    ) async throws(TransportError) -> (token: String?, problem: String?) {
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        let document: JSON = ["software_statement": .string(statement)]
        let (registration, problem) = try await answer(
            HTTPRequest(
                method: "POST", url: base + "/o/client/register", headers: [("Content-Type", "application/json")],
                body: document.compact), of: "the registration")
        if let problem { return (nil, problem) }
        if let error = registration?["error"]?.string {
            // Whatever is no code may be a secret that nobody here can know.
            let isCode = error.utf8.count <= 40 && error.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "_" }
            let reason = isCode ? error : "it answers with a text of \(error.utf8.count) bytes that is no error code"
            return (nil, "it refuses the software statement: \(reason); name one with --bind software-statement=")
        }
        guard let id = registration?["client_id"]?.string, let secret = registration?["client_secret"]?.string else {
            return (nil, "its answer to the registration has no client_id and client_secret")
        }
        let form = PercentEncoding.encodeForm([
            ("grant_type", "client_credentials"), ("client_id", id), ("client_secret", secret),
        ])
        let (token, tokenProblem) = try await answer(
            HTTPRequest(
                method: "POST", url: base + "/o/client/token",
                headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8)),
            of: "the request for an access token")
        if let tokenProblem { return (nil, tokenProblem) }
        guard let text = token?["access_token"]?.string else {
            return (nil, "its answer to the request for an access token has no access_token")
        }
        return (text, nil)
    }

    private func answer(_ request: HTTPRequest, of what: String) async throws(TransportError) -> (JSON?, String?) {
        let response = try await client.send(request)
        guard let json = try? JSON.parse(response.body), json.object != nil else {
            // Cut after what is secret is gone: half a secret cannot be known.
            let text = redactor.redacted(text: String(decoding: response.body.prefix(4_096), as: UTF8.self))
            let beginning = String(text.prefix(60)).debugDescription
            return (nil, "its answer to \(what) is no JSON object: status \(response.status), \(beginning)")
        }
        redactor.learn(json.secrets)
        return (json, nil)
    }
}

extension JSON {
    /// What its members with the names of secrets say.
    fileprivate var secrets: [String] {
        (object?.members ?? []).compactMap { SecretName.isSecret($0.key) ? $0.value.string : nil }
    }
}

extension HTTPClient {
    /// - Parameter authorities: a file of certificates in place of the system's.
    static func started(trusting authorities: String? = nil) throws(ToolError) -> HTTPClient {
        try saying("the HTTP client does not start") { try start(.init(certificateAuthorities: authorities)) }
    }
}
