internal import Timing

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

    /// Whether the request never comes to the service proper, so that it changes nothing there.
    var preventsService: Bool {
        switch self {
        case .refuse, .status, .redirectLoop: true
        default: false
        }
    }
}

extension Fault: CustomStringConvertible {
    /// Reads what ``description`` writes: a name, and in parentheses its arguments, such as `status(503)`,
    /// `truncate(20)`, `truncate`, `stall`, `slow(16, 5ms)`.
    package init?(_ text: String) {
        let parts = text.split(separator: "(", maxSplits: 1)
        guard let name = parts.first else { return nil }
        var arguments: [Substring] = []
        if parts.count == 2 {
            guard parts[1].hasSuffix(")") else { return nil }
            arguments = parts[1].dropLast().split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.drop { $0 == " " } }
        }
        switch (name, arguments.count) {
        case ("refuse", 0): self = .refuse
        case ("resetAfterHeaders", 0): self = .resetAfterHeaders
        case ("truncate", 0): self = .truncate(bodyBytes: nil)
        case ("truncate", 1):
            guard let count = Int(arguments[0]), count >= 0 else { return nil }
            self = .truncate(bodyBytes: count)
        case ("stall", 0): self = .stall(bodyBytes: 0)
        case ("stall", 1):
            guard let count = Int(arguments[0]), count >= 0 else { return nil }
            self = .stall(bodyBytes: count)
        case ("slow", 0): self = .slow(bytesPerChunk: 16, every: .milliseconds(5))
        case ("slow", 2):
            guard let count = Int(arguments[0]), count > 0, arguments[1].hasSuffix("ms"),
                let pause = Int(arguments[1].dropLast(2)), pause >= 0
            else { return nil }
            self = .slow(bytesPerChunk: count, every: .milliseconds(pause))
        case ("status", 1):
            guard let status = Int(arguments[0]), (200...599).contains(status) else { return nil }
            self = .status(status)
        case ("malformedXML", 0): self = .malformedXML
        case ("wrongContentType", 0): self = .wrongContentType
        case ("redirectLoop", 0): self = .redirectLoop
        case ("duplicateResponse", 0): self = .duplicateResponse
        case ("wrongRequestor", 0): self = .wrongRequestor
        default: return nil
        }
    }

    package var description: String {
        switch self {
        case .refuse: "refuse"
        case .resetAfterHeaders: "resetAfterHeaders"
        case .truncate(nil): "truncate"
        case .truncate(let count?): "truncate(\(count))"
        case .stall(0): "stall"
        case .stall(let count): "stall(\(count))"
        case .slow(let count, let pause): "slow(\(count), \(pause.millisecondsRoundedUp)ms)"
        case .status(let status): "status(\(status))"
        case .malformedXML: "malformedXML"
        case .wrongContentType: "wrongContentType"
        case .redirectLoop: "redirectLoop"
        case .duplicateResponse: "duplicateResponse"
        case .wrongRequestor: "wrongRequestor"
        }
    }
}
