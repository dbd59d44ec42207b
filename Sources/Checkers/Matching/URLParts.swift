/// A URL cut into what patterns ask about.
///
/// Lenient: a port may deliver anything where a URL belongs, and that has to be judged, not refused.
struct URLParts: Sendable, Hashable {
    /// Scheme, host and port, such as `http://127.0.0.1:8080`; without the scheme where there is none.
    let base: String
    /// Without query and fragment; empty where there is none.
    let path: String
    /// Decoded; of several values with one name the first.
    let query: [String: String]

    init(_ text: String) {
        let withoutFragment = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
        let halves = withoutFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = halves[0]
        var hostStart = place.startIndex
        if let range = place.firstRange(of: "://") { hostStart = range.upperBound }
        let pathStart = place[hostStart...].firstIndex(of: "/") ?? place.endIndex
        base = String(place[..<pathStart])
        path = String(place[pathStart...])
        var values: [String: String] = [:]
        for pair in halves.dropFirst().first?.split(separator: "&") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decode(parts[0])
            if values[name] == nil { values[name] = parts.count > 1 ? Self.decode(parts[1]) : "" }
        }
        query = values
    }

    /// Host and port, without the scheme: what two ways of writing a provider have in common (A-17).
    var authority: String {
        guard let range = base.firstRange(of: "://") else { return base }
        return String(base[range.upperBound...])
    }

    private static func decode(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                if let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 {
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            default:
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
