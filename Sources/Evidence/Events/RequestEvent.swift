package import ServiceProtocol
package import Timing

package struct RequestEvent: Sendable, Hashable {
    /// Unique in the run.
    package var exchange: UInt64
    package let content: Content
    /// When the first byte of the request arrived.
    package var firstByte: MonotonicTime

    package init(exchange: UInt64, content: Content, firstByte: MonotonicTime) {
        self.exchange = exchange
        self.content = content
        self.firstByte = firstByte
    }

    package init(
        exchange: UInt64, provider: String, purpose: Purpose, method: String, path: String, fields: [String: String],
        firstByte: MonotonicTime
    ) {
        self.init(
            exchange: exchange,
            content: Content(provider: provider, purpose: purpose, method: method, path: path, fields: fields),
            firstByte: firstByte)
    }

    /// The name of the service provider in the case, such as `sp1`.
    package var provider: String { content.provider }
    package var purpose: Purpose { content.purpose }
    package var method: String { content.method }
    package var path: String { content.path }
    /// What was sent in headers, query and body, by name in lower case; secrets are already redacted.
    ///
    /// A value inside a JSON document has the path to it as its name, such as `options.visitor`.
    package var fields: [String: String] { content.fields }
}

extension RequestEvent {
    /// What a request says.
    package struct Content: Sendable, Hashable {
        let provider: String
        let purpose: Purpose
        let method: String
        let path: String
        private(set) var fields: [String: String]

        package init(provider: String, purpose: Purpose, method: String, path: String, fields: [String: String]) {
            self.provider = provider
            self.purpose = purpose
            self.method = method
            self.path = path
            self.fields = fields
        }

        /// About as many bytes as it holds.
        package var size: Int {
            fields.reduce(path.utf8.count + method.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        }

        /// The same with one field more.
        package func adding(_ name: String, _ value: String) -> Content {
            var content = self
            content.fields[name] = value
            return content
        }

        /// Whether it was the provider of that name that served it.
        package func isOf(provider: String) -> Bool { self.provider == provider }
    }

    /// Whether a permit brings a media token: an authorization of REST API v2 asks for both (service-protocol.md 7.6).
    package var asksForMediaToken: Bool {
        purpose == .mediaToken || purpose == .authorize && path.contains("/decisions/authorize/")
    }
}
