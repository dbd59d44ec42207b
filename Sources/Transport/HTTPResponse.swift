package import Timing

/// A reply as it arrived, whatever its status.
package struct HTTPResponse: Sendable {
    package var status: Int
    /// With the transfer encoding taken off, and no other.
    package var body: [UInt8]
    /// The URL the reply came from, which differs from the request's after redirects.
    package var url: String
    /// When the transfer was seen to be complete, on the client's thread, before anybody was told.
    package var receivedAt: MonotonicTime

    let block: HeaderBlock

    init(status: Int, headers: HeaderBlock, body: [UInt8], url: String, receivedAt: MonotonicTime) {
        self.status = status
        block = headers
        self.body = body
        self.url = url
        self.receivedAt = receivedAt
    }

    /// In the order they arrived; of several replies to one request (after redirects), those of the last.
    package var headers: [(name: String, value: String)] { block.fields }

    /// The value of the first header of that name, whose letters' case does not matter.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}
