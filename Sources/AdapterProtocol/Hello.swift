internal import Documents

/// The first line of an adapter that dials in: it knows the token that the suite shows.
package struct Hello: Sendable, Hashable {
    package static let method = "hello"

    package var token: String

    package init(token: String) {
        self.token = token
    }

    package init(line: [UInt8]) throws(ProtocolError) {
        guard case .notification(Self.method, let params) = try Envelope(line: line) else {
            throw ProtocolError(.invalidRequest, "expected the notification '\(Self.method)'")
        }
        token = try Fields(params, at: "params").name("token")
    }

    package var envelope: Envelope {
        .notification(method: Self.method, params: ["token": .string(token)])
    }
}
