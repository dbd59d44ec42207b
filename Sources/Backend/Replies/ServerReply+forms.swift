internal import Documents
internal import Evidence
internal import HTTPServer
internal import ServiceProtocol

/// The forms that replies of the services have.
extension ServerReply {
    static func json(_ value: JSON, status: Int = 200) -> ServerReply {
        ServerReply(
            status: status, headers: [("Content-Type", "application/json;charset=UTF-8")], body: value.compact)
    }

    /// An answer of client registration, never to be stored (service-protocol.md 2.2, 2.3).
    static func unstoredJSON(_ value: JSON, status: Int) -> ServerReply {
        var reply = json(value, status: status)
        reply.headers += [("Cache-Control", "no-store"), ("Pragma", "no-cache")]
        return reply
    }

    /// An error in the form of client registration (service-protocol.md 2.2 to 2.4).
    static func error(_ code: String, status: Int) -> ServerReply {
        json(["error": .string(code)], status: status)
    }

    static func xml(_ root: Markup, status: Int = 200) -> ServerReply {
        let declaration: Markup = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        return ServerReply(
            status: status, headers: [("Content-Type", "text/xml;charset=UTF-8")], body: (declaration + root).bytes)
    }

    /// An error in the form of the native entitlement calls (service-protocol.md 3.3).
    static func xmlError(_ details: String, status: Int) -> ServerReply {
        xml("<error><details>\(details)</details></error>", status: status)
    }

    /// What a client gets whose login is stale, over or was never completed (service-protocol.md 3.3).
    static let pendingLogout = xml("<pendingLogout/>")

    /// A page, which loads nothing, is kept by nobody, and tells nobody else where the browser came from.
    ///
    /// - Parameter isFramed: whether pages of others may show it in a frame, as MVPDs that want one have it.
    static func html(_ page: Markup, status: Int = 200, isFramed: Bool = false) -> ServerReply {
        var reply = ServerReply(
            status: status, headers: [("Content-Type", "text/html;charset=UTF-8")] + pageHeaders, body: page.bytes)
        if !isFramed { reply.headers.append(("X-Frame-Options", "DENY")) }
        return reply
    }

    /// Forms that submit themselves need a line of script of their own (service-protocol.md 3.1), and no other is run.
    private static let pageHeaders = [
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                + "script-src 'unsafe-hashes' 'sha256-ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE='"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"), ("Cache-Control", "no-store"),
    ]

    static func text(_ text: String, status: Int = 200) -> ServerReply {
        ServerReply(
            status: status, headers: [("Content-Type", "text/plain;charset=UTF-8")], body: Array(text.utf8))
    }

    static func redirect(to location: String) -> ServerReply {
        ServerReply(status: 302, headers: [("Location", location)])
    }

    static func empty(status: Int) -> ServerReply {
        ServerReply(status: status)
    }

    /// The generic error of the clientless calls (service-protocol.md 4).
    static func status(_ status: Int, _ message: String, details: String? = nil, format: Format) -> ServerReply {
        switch format {
        case .json:
            var body: JSONObject = ["status": .int(Int64(status)), "message": .string(message)]
            if let details { body["details"] = .string(details) }
            return json(.object(body), status: status)
        case .xml:
            let more: Markup = details.map { "<details>\($0)</details>" } ?? ""
            return xml("<error><status>\(status)</status><message>\(message)</message>\(more)</error>", status: status)
        }
    }

    /// Whether it is a page on which a user does something, and not one that refuses.
    var isPage: Bool { status < 400 && headers.contains { $0.name == Self.pageHeaders[0].0 } }

    /// Lets the document say alone in which characters it is, as XML and JSON can.
    ///
    /// `text/xml` by itself would be ASCII (RFC 2376).
    mutating func keepCharsetBack() {
        guard let index = headers.firstIndex(where: { $0.name == "Content-Type" }) else { return }
        let parts = headers[index].value.split(separator: ";")
        guard parts.count > 1, parts[0].hasSuffix("xml") || parts[0].hasSuffix("json") else { return }
        headers[index].value = parts[0] == "text/xml" ? "application/xml" : String(parts[0])
    }

    /// Lets pages of that origin read the reply (service-protocol.md 0.5.4).
    ///
    /// - Parameter origin: nil: who asks is no page, or says nothing of it. Browsers take no reply that allows every
    ///   origin together with credentials.
    mutating func allow(origin: String?) {
        headers.append(("Access-Control-Allow-Origin", origin ?? "*"))
        if origin != nil { headers.append(("Access-Control-Allow-Credentials", "true")) }
        headers += [
            ("Access-Control-Allow-Methods", "POST,GET,OPTIONS,DELETE"),
            (
                "Access-Control-Allow-Headers",
                "ap_11,ap_42,ap_z,ap_19,ap_21,ap_23,authorization,content-type,pass_sfp,AP-Session-Identifier,"
                    + "AP-Device-Identifier,AP-SDK-Identifier,X-Device-Info,AD-Service-Token,Adobe-Subject-Token,"
                    + "X-Roku-Reserved-Roku-Connect-Token,AP-Partner-Framework-Status,AP-TempPass-Identity,"
                    + "AP-Visitor-Identifier"
            ),
            (
                "Access-Control-Expose-Headers",
                "pass_sfp,Authzf-Error-Code,Authzf-Sub-Error-Code,Authzf-Error-Details"
            ), ("P3P", "CP=\"NOI DSP COR CURa ADMa DEVa OUR BUS IND UNI COM NAV STA\""),
        ]
    }

    /// How a client wants its answer (service-protocol.md 4).
    enum Format: Sendable {
        case json, xml
    }
}

extension ServerReply {
    /// More of it would not be read.
    private static let maxReasonLength = 120

    /// What a reply that refuses says is wrong, on one line, and that a logout is not over with it; empty for other
    /// replies, and for pages.
    func reason(to purpose: Purpose) -> String {
        if purpose == .logout, status == 200, asksForAPage { return ReplyEvent.asksForAPage }
        guard status >= 400, body.count < 4_096 else { return "" }
        let text = String(decoding: body, as: UTF8.self)
        if let error = (try? JSON.parse(body))?.object {
            let parts = ["error", "error_description", "code", "message", "details"].compactMap { error[$0]?.string }
            return String(parts.joined(separator: ": ").prefix(Self.maxReasonLength))
        }
        guard !text.contains("<html") else { return "" }
        let words = text.split(separator: "<").flatMap { piece -> [Substring] in
            let content = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
            return content.split(whereSeparator: \.isWhitespace)
        }
        return String(words.joined(separator: " ").prefix(Self.maxReasonLength))
    }

    /// Of a logout of REST API v2 (service-protocol.md 7.10).
    private var asksForAPage: Bool {
        guard body.first == UInt8(ascii: "{"), let logouts = (try? JSON.parse(body))?["logouts"]?.object else {
            return false
        }
        return logouts.members.contains { $0.value["actionName"]?.string == "logout" }
    }
}
