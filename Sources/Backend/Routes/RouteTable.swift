internal import Evidence
internal import ServiceProtocol

/// Where a request goes: the route, what its path names, and which methods the path has.
struct Destination: Sendable {
    /// nil where there is nothing at the path.
    var route: Route?
    /// HEAD and OPTIONS aside.
    var methods: [String] = []
    /// The words of the path in the places of `{name}`.
    var values: [String: String] = [:]

    /// What the header Allow says.
    var allowedMethods: [String] {
        methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]
    }

    func purpose(method: String) -> Purpose {
        switch method {
        case "OPTIONS": .preflight
        // Whoever wants the head alone has not asked for the list in the body.
        case "HEAD" where route?.purpose == .configuration: .other
        default: route?.purpose ?? .other
        }
    }

    func has(_ trait: Route.Traits) -> Bool { route?.traits.contains(trait) ?? false }
}

/// The routes of all generations of the protocol, found by path and method.
struct RouteTable: Sendable {
    private struct Path: Sendable {
        /// nil in the place of any word.
        var words: [Substring?] = []
        var names: [(index: Int, name: String)] = []
        var routes: [Route] = []
    }

    static let routes =
        Route.registration + Route.native + Route.clientless + Route.v2 + Route.logins + Route.activation + Route.others
    static let all = RouteTable(routes)

    /// By the first word, or none, and then by the number of words.
    private let paths: [Substring?: [Int: [Path]]]

    init(_ routes: [Route]) {
        var paths: [Substring?: [Int: [Path]]] = [:]
        for (text, rows) in routes.flatMap({ route in route.paths.map { ($0, route) } }).grouped(by: { $0.0 }) {
            var path = Self.path(text)
            path.routes = rows.map(\.1)
            paths[path.words.first ?? nil, default: [:]][path.words.count, default: []].append(path)
        }
        self.paths = paths
    }

    private static func path(_ text: String) -> Path {
        var path = Path()
        for (index, word) in text.split(separator: "/").enumerated() {
            let isAny = word.hasPrefix("{")
            path.words.append(isAny ? nil : word)
            if isAny { path.names.append((index, String(word.dropFirst().dropLast()))) }
        }
        return path
    }

    /// Where a request goes whose path has its escapes resolved and its repeated slashes folded.
    ///
    /// A version and, in clientless calls of version 1, an extension `.json` or `.xml` may be there or not. Of several paths that fit
    /// the first in the table is taken; a method that a path does not have goes to the path's first route.
    func destination(of path: String, method: String) -> Destination {
        // Bytes are compared, not characters: this is on the way of every request.
        var words = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        if words.count > 1, words[0] == "adobe-services", words[1].isVersion { words.remove(at: 1) }
        let isClientless = words.first == "reggie" || words.first == "api" && words.dropFirst().first != "v2"
        if isClientless, let last = words.last {
            for suffix in [".json", ".xml"] where last.hasSuffix(suffix) {
                words[words.count - 1] = last.dropLast(suffix.count)
            }
        }
        let candidates = paths[words.first]?[words.count] ?? []
        let found = candidates.first { zip($0.words, words).allSatisfy { $0 == nil || $0 == $1 } }
        guard let found else { return Destination() }
        let method = method == "HEAD" ? "GET" : method
        var destination = Destination(
            route: found.routes.first { $0.methods.contains(method) } ?? found.routes.first,
            methods: found.routes.flatMap(\.methods))
        for (index, name) in found.names { destination.values[name] = String(words[index]) }
        return destination
    }
}

extension Substring {
    /// Digits, a dot, digits.
    fileprivate var isVersion: Bool {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
