/// As much of RFC 3986 as links and redirects of web pages need.
enum URLReference {
    /// Scheme, host and port: `http://127.0.0.1:8080`.
    static func origin(of url: String) -> String {
        guard let separator = url.firstRange(of: "://") else { return url }
        let rest = url[separator.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        return String(url[..<end])
    }

    /// Without scheme, user and port: `127.0.0.1`.
    static func host(of url: String) -> String {
        let origin = origin(of: url)
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard place.first != "[" else { return place.prefix { $0 != "]" }.lowercased() }
        return place.prefix { $0 != ":" }.lowercased()
    }

    /// The address a reference on a page leads to.
    static func resolve(_ reference: String, against base: String) -> String {
        let scheme = reference.prefix { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." }
        if !scheme.isEmpty, reference[scheme.endIndex...].hasPrefix(":") { return reference }
        if reference.hasPrefix("//") { return base.prefix { $0 != ":" } + ":" + reference }
        let origin = origin(of: base)
        if reference.hasPrefix("/") { return origin + reference }
        let path = base.dropFirst(origin.count).prefix { $0 != "?" && $0 != "#" }
        if reference.isEmpty { return origin + path }
        if reference.hasPrefix("?") { return origin + path + reference }
        guard let slash = path.lastIndex(of: "/") else { return origin + "/" + reference }
        return origin + path[...slash] + reference
    }
}
