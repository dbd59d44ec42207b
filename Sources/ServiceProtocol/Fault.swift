/// A way in which a service provider misbehaves; the vocabulary is closed.
package enum Fault: Sendable, Hashable {
    /// The connection is reset before a byte of the reply.
    case refuse
    /// The connection is reset when the headers are out.
    case resetAfterHeaders
    /// The body ends after so many bytes, short of its Content-Length; nil: after half of it.
    case truncate(bodyBytes: Int?)
    /// After so many bytes of the body nothing more comes, and the connection stays open.
    case stall(bodyBytes: Int)
    case slow(bytesPerChunk: Int, every: Duration)
    /// The service answers with this status and does nothing else.
    case status(Int)
    /// The MVPD's refusal with this status, 200 or 400 (service-protocol.md 3.5); over REST APIs with their own form of it.
    case refusal(Int)
    /// A page of the network's between, with the status 200: that of a hotel where terms are still to be accepted.
    case htmlPage
    /// The body breaks off before its last closing tag, and Content-Length agrees.
    case malformedXML
    /// The body is right, its Content-Type says it is an image.
    case wrongContentType
    /// Every request is sent back to where it came from.
    case redirectLoop
    /// The whole response is written twice.
    case duplicateResponse
    /// The reply speaks of another requestor.
    case wrongRequestor
    /// The tokens in the reply are bound to another device.
    case foreignDevice
}
