import Encodings
import Evidence

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
        let bytes = text.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        let pathStart = Self.endOfBase(bytes[..<mark])
        base = String(text[..<pathStart])
        path = String(text[pathStart..<mark])
        var values: [String: String] = [:]
        if mark < end {
            for pair in bytes[bytes.index(after: mark)..<end].split(separator: UInt8(ascii: "&")) {
                let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
                let name = Self.decode(pair[..<equals])
                if values[name] == nil { values[name] = Self.decode(pair[equals...].dropFirst()) }
            }
        }
        query = values
    }

    /// What the query says under a name, or under any of those that the protocol's generations have for a request's field.
    subscript(name: String) -> String? {
        if let value = query[name] { return value }
        guard let field = RequestField(rawValue: name) else { return nil }
        return field.names.lazy.compactMap { query[$0] }.first ?? namedByCode(field)
    }

    /// Whether it is a login page of REST API v2, which says in its path what it says (service-protocol.md 7.3).
    var isLoginByCode: Bool { path.contains(Self.loginByCode) }

    private static let loginByCode = "/api/v2/authenticate/"

    private func namedByCode(_ field: RequestField) -> String? {
        guard let place = path.firstRange(of: Self.loginByCode) else { return nil }
        let words = path[place.upperBound...].split(separator: "/")
            .map { PercentEncoding.decode(String($0), plusIsSpace: false) }
        switch field {
        case .requestor: return words.first
        case .registrationCode: return words.count > 1 ? words[1] : nil
        default: return nil
        }
    }

    /// Host and port, without the scheme: what two ways of writing a provider have in common (A-17).
    var authority: String { Self.authority(of: base) }

    /// ``authority`` of a whole URL, for where nothing else of it is asked.
    static func authority(of url: String) -> String {
        let bytes = url.utf8
        let place = bytes[
            ..<(bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex)]
        let base = place[..<endOfBase(place)]
        return String(url[startOfHost(base)..<base.endIndex])
    }

    private static func startOfHost(_ bytes: Substring.UTF8View.SubSequence) -> String.Index {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return bytes.startIndex
        }
        return bytes.index(colon, offsetBy: 3)
    }

    /// Where the path begins, in a URL without query and fragment.
    private static func endOfBase(_ bytes: Substring.UTF8View.SubSequence) -> String.Index {
        bytes[startOfHost(bytes)...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
    }

    private static func decode(_ text: Substring.UTF8View.SubSequence) -> String {
        PercentEncoding.decode(String(Substring(text)), plusIsSpace: true)
    }
}
