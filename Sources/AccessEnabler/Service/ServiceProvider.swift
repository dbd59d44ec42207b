import Encodings

/// A service provider by its base URL, such as `https://sp.auth.adobe.com`.
///
/// Two spellings of one provider are equal: scheme and host in lower case, no trailing slash.
struct ServiceProvider: Sendable, Hashable, CustomStringConvertible {
    let base: String
    /// Providers are looked up for every request and every reply, by texts of some length.
    private let hash: Int

    /// Production (AE-REQ-012).
    static let adobe = ServiceProvider(base: "https://sp.auth.adobe.com")

    private init(base: String) {
        self.base = base
        hash = base.hashValue
    }

    /// Accepts what applications pass (AE-SP-013): with or without a scheme, a path, a trailing slash, and
    /// with or without the `/adobe-services` that belongs to the requests.
    init?(_ text: String) {
        // Byte by byte, because each setRequestor reads every URL again.
        var rest = Array(text.utf8)[...]
        var scheme = "https"
        if let end = rest.indices.first(where: { rest[$0] == Self.colon && rest[$0...].starts(with: "://".utf8) }) {
            scheme = String(decoding: rest[..<end], as: UTF8.self).lowercased()
            rest = rest[end...].dropFirst("://".utf8.count)
        }
        guard scheme == "http" || scheme == "https" else { return nil }
        rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let host = String(decoding: rest.prefix { $0 != Self.slash }, as: UTF8.self).lowercased()
        var path = rest.drop { $0 != Self.slash }
        while path.last == Self.slash { path.removeLast() }
        let service = "/adobe-services".utf8
        if path.suffix(service.count).elementsEqual(service) { path.removeLast(service.count) }
        guard !host.isEmpty, !Self.hasWhitespace(rest) else { return nil }
        let base = "\(scheme)://\(host)\(String(decoding: path, as: UTF8.self))"
        // Mostly it is spelled so, and the instances of one application share the memory of its text.
        self.init(base: base == text ? text : base)
    }

    private static let slash = UInt8(ascii: "/")
    private static let colon = UInt8(ascii: ":")

    /// Looks beyond ASCII only where there is something.
    private static func hasWhitespace(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.allSatisfy({ 0x21...0x7F ~= $0 }) { return false }
        return String(decoding: bytes, as: UTF8.self).contains(where: \.isWhitespace)
    }

    func url(_ path: String, _ query: [FormField]) -> String {
        query.isEmpty ? base + path : "\(base)\(path)?\(FormField.encode(query))"
    }

    static func == (left: ServiceProvider, right: ServiceProvider) -> Bool {
        left.hash == right.hash && left.base == right.base
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }

    var description: String { base }
}

/// A name and a value of a query or a form.
struct FormField: Sendable, Hashable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    static func encode(_ fields: [FormField]) -> String {
        fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
