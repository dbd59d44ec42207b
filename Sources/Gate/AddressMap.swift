internal import Backend
internal import Encodings
internal import HTTPServer
internal import POSIX
internal import Transport

/// How addresses of the real providers become those of their gates on the way back, and the other way round on the way out.
///
/// The port must stay behind the gate: through redirects, through pages and with its cookies.
struct AddressMap: Sendable {
    /// Of real providers, scheme and authority, with those of their gates; each also with the usual port written out.
    let pairs: [(provider: String, gate: String)]

    /// `providers` and `gates` are base URLs.
    init(providers: [String], gates: [String]) {
        pairs = zip(providers, gates).flatMap { provider, gate in
            let (origin, gate) = (Self.origin(provider), Self.origin(gate))
            let usual = origin.hasPrefix("https:") ? ":443" : ":80"
            let hasPort = origin.reversed().prefix { $0 != "]" && $0 != "/" }.contains(":")
            return [(origin, gate)] + (hasPort ? [] : [(origin + usual, gate)])
        }
    }

    /// Scheme, host and port.
    static func origin(_ url: String) -> String {
        guard let mark = url.firstRange(of: "://") else { return url }
        let end = url[mark.upperBound...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? url.endIndex
        return String(url[..<end])
    }

    // MARK: - On the way out

    /// The fields of the request for the real provider; what is between two neighbours only is left out.
    func outward(_ fields: [HeaderFields.Field], isLookedInto: Bool) -> [RequestHeaders.Field] {
        let named = Set(fields.filter { $0.name.lowercased() == "connection" }.flatMap { Self.words($0.value) })
        return fields.compactMap { field in
            let name = field.name.lowercased()
            guard !Self.betweenNeighbours.contains(name), !named.contains(name), name != "host", name != "expect",
                name != "content-length", name != Self.browserField, !isLookedInto || name != "accept-encoding"
            else { return nil }
            guard name == "origin" || name == "referer" else { return .init(field.name, field.value) }
            return .init(field.name, pairs.reduce(field.value) { Self.replaced($0, $1.gate, by: $1.provider) })
        }
    }

    // MARK: - On the way back

    /// - Parameter rest: what of the body is still to come; then addresses in it are left as they are.
    func inward(_ response: HTTPResponse, toHead: Bool, rest: BytePipe.Reader? = nil) -> ServerReply {
        let headers = response.headers
        let named = Set(headers.filter { $0.name.lowercased() == "connection" }.flatMap { Self.words($0.value) })
        var kept: [(name: String, value: String)] = []
        for (name, value) in headers {
            let lower = name.lowercased()
            guard !Self.betweenNeighbours.contains(lower), !named.contains(lower) else { continue }
            switch lower {
            // The server counts for itself, but for a reply whose body nobody sends.
            case "content-length" where !toHead && response.status != 304: continue
            // Both would lead away from the gate.
            case "strict-transport-security", "alt-svc": continue
            case "set-cookie": kept.append((name, Self.cookie(value)))
            case "location", "content-location", "refresh", "access-control-allow-origin":
                kept.append((name, toGates(value)))
            default: kept.append((name, value))
            }
        }
        var body = response.body
        if rest == nil, Self.isPage(headers) {
            for pair in pairs { body = Self.replaced(body, pair.provider, by: pair.gate) }
        }
        var reply = ServerReply(status: response.status, headers: kept, body: body)
        reply.rest = rest.map { StreamedBody($0, length: Self.length(headers)) }
        // What has no length in reply to GET has none here either.
        if toHead, Self.length(headers) == nil { reply.rest = StreamedBody(BytePipe.make().reader, length: nil) }
        return reply
    }

    /// The length that a reply tells of its body; nil where the end shows when it comes.
    private static func length(_ headers: [(name: String, value: String)]) -> Int? {
        guard !headers.contains(where: { $0.name.lowercased() == "transfer-encoding" }) else { return nil }
        return headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
    }

    /// Whether it is something for a browser, in which addresses are links; what is signed is never touched.
    static func isPage(_ headers: [(name: String, value: String)]) -> Bool {
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        let isCoded = headers.contains { $0.name.lowercased() == "content-encoding" && $0.value != "identity" }
        return !isCoded && (type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml"))
    }

    func toGates(_ text: String) -> String {
        pairs.reduce(text) { Self.replaced($0, $1.provider, by: $1.gate) }
    }

    /// The cookie as one of the gate, which has another name and may speak plain HTTP.
    static func cookie(_ value: String) -> String {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        return parts.enumerated().filter { index, part in
            let name = part.prefix { $0 != "=" }.filter { $0 != " " }.lowercased()
            let isForOthers = name == "samesite" && part.lowercased().hasSuffix("none")
            return index == 0 || !(["domain", "secure", "partitioned"].contains(name) || isForOthers)
        }.map { String($0.element) }.joined(separator: ";")
    }

    private static func words(_ list: String) -> [String] {
        list.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
    }

    private static let browserField = Backend.browserField.lowercased()

    /// RFC 9110, 7.6.1.
    private static let betweenNeighbours: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    // MARK: - In text

    private static func replaced(_ text: String, _ origin: String, by other: String) -> String {
        String(decoding: replaced(Array(text.utf8), origin, by: other), as: UTF8.self)
    }

    /// Every mention of an origin replaced: as it is, in a string of JavaScript, and inside a parameter.
    static func replaced(_ bytes: [UInt8], _ origin: String, by other: String) -> [UInt8] {
        var result = bytes
        for form in [{ $0 }, escaped, encoded] as [(String) -> String] {
            result = exchanged(result, form(origin), by: form(other))
        }
        return result
    }

    private static func escaped(_ origin: String) -> String { origin.replacing("/", with: "\\/") }

    private static func encoded(_ origin: String) -> String {
        origin.replacing(":", with: "%3A").replacing("/", with: "%2F")
    }

    private static func exchanged(_ bytes: [UInt8], _ wanted: String, by other: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let found = rest.firstRange(ofBytes: wanted) {
            result += rest[..<found.lowerBound]
            // The same name may be the beginning of a longer one, or have another port.
            let next = found.upperBound < rest.endIndex ? rest[found.upperBound] : nil
            result += (next.map(Self.goesOn) ?? false ? wanted : other).utf8
            rest = rest[found.upperBound...]
        }
        return result + rest
    }

    private static func goesOn(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || ":-.@".utf8.contains(byte) }
}
