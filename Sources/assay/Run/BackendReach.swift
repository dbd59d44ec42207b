import Documents
import Evidence
import Transport

/// Whether service providers elsewhere can be reached at all; a run against nobody would convict the port of silence.
struct BackendReach {
    private let client: HTTPClient

    init(_ client: HTTPClient) {
        self.client = client
    }

    /// Any answer will do, whatever it says.
    func check(_ backend: BackendChoice) async throws(ToolError) {
        guard case .elsewhere(let urls) = backend else { return }
        var problems: [String] = []
        for url in urls {
            do throws(TransportError) {
                _ = try await client.send(HTTPRequest(url: url))
            } catch {
                problems.append(Redactor.redacted(urlsIn: "\(url): \(error.message)"))
            }
        }
        guard problems.isEmpty else {
            throw .broken("the backend cannot be reached\n" + problems.joined(separator: "\n"))
        }
    }
}
