/// A service provider by its base URL, such as `https://sp.auth.adobe.com`.
///
/// Two spellings of one provider are equal: scheme and host in lower case, no trailing slash.
struct ServiceProvider: Sendable, Hashable, CustomStringConvertible {
    let base: String

    /// Production (AE-REQ-012).
    static let adobe = ServiceProvider(base: "https://sp.auth.adobe.com")

    private init(base: String) {
        self.base = base
    }

    /// Accepts what applications pass (AE-SP-013): with or without a scheme, a path, a trailing slash, and
    /// with or without the `/adobe-services` that belongs to the requests.
    init?(_ text: String) {
        var rest = text[...]
        var scheme = "https"
        if let end = rest.firstRange(of: "://") {
            scheme = rest[..<end.lowerBound].lowercased()
            rest = rest[end.upperBound...]
        }
        guard scheme == "http" || scheme == "https" else { return nil }
        if let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<end] }
        let host = rest.prefix { $0 != "/" }.lowercased()
        var path = rest.drop { $0 != "/" }
        while path.last == "/" { path.removeLast() }
        if path.hasSuffix("/adobe-services") { path.removeLast("/adobe-services".count) }
        guard !host.isEmpty, !rest.contains(where: { $0.isWhitespace }) else { return nil }
        base = "\(scheme)://\(host)\(path)"
    }

    func url(_ path: String, _ query: [FormField]) -> String {
        query.isEmpty ? base + path : "\(base)\(path)?\(FormField.encode(query))"
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
