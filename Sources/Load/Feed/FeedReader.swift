package import Documents
package import Evidence
package import Timing

package enum FeedNews: Sendable, Hashable {
    case exchange(FeedExchange)
    case observation(Observation)
    /// Everything the backend recorded before this time has been told.
    case complete(upTo: MonotonicTime)
}

/// Reads what a ``FeedWriter`` writes.
package enum FeedReader {
    package static func read(_ line: [UInt8]) throws(Diagnostic) -> FeedNews {
        switch line.first {
        case UInt8(ascii: "c"):
            if let exchange = FeedExchange(line) { return .exchange(exchange) }
        case UInt8(ascii: "h"):
            if let time = Int64(String(decoding: line.dropFirst(2), as: UTF8.self)) {
                return .complete(upTo: MonotonicTime(nanoseconds: time))
            }
        default:
            return .observation(try ObservationRecord.read(line, file: "backend", number: 1))
        }
        throw Diagnostic(file: "backend", mark: nil, message: "'\(String(decoding: line, as: UTF8.self))' is no news")
    }
}
