package import ServiceProtocol
internal import Synchronization
package import Timing

package struct RequestEvent: Sendable, Hashable {
    /// Unique in the run.
    package var exchange: UInt64
    /// What requests with the same bytes have in common.
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
    /// What a request says; one object may stand for many requests.
    package final class Content: Sendable, Hashable {
        let provider: String
        let purpose: Purpose
        let method: String
        let path: String
        let fields: [String: String]
        private let isRepeated: Bool
        private let written = Mutex<[UInt8]?>(nil)

        /// - Parameter isRepeated: whether other requests will have this content, so that it pays to keep how it is
        ///   written.
        package init(
            provider: String, purpose: Purpose, method: String, path: String, fields: [String: String],
            isRepeated: Bool = false
        ) {
            self.provider = provider
            self.purpose = purpose
            self.method = method
            self.path = path
            self.fields = fields
            self.isRepeated = isRepeated
        }

        /// About as many bytes as it holds.
        package var size: Int {
            fields.reduce(path.utf8.count + method.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        }

        /// The same with one field more.
        package func adding(_ name: String, _ value: String) -> Content {
            Content(
                provider: provider, purpose: purpose, method: method, path: path,
                fields: fields.merging([name: value]) { $1 })
        }

        /// Whether it was the provider of that name that served it.
        package func isOf(provider: String) -> Bool { self.provider == provider }

        /// The text that `write` makes of it, made once if it is for many requests.
        func written(by write: (Content) -> [UInt8]) -> [UInt8] {
            guard isRepeated else { return write(self) }
            return written.withLock { written in
                if let written { return written }
                let text = write(self)
                written = text
                return text
            }
        }

        package static func == (left: Content, right: Content) -> Bool {
            left === right
                || left.provider == right.provider && left.purpose == right.purpose && left.method == right.method
                    && left.path == right.path && left.fields == right.fields
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(provider)
            hasher.combine(purpose)
            hasher.combine(method)
            hasher.combine(path)
            hasher.combine(fields)
        }
    }
}
