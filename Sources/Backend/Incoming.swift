internal import Documents
internal import Evidence
internal import HTTPServer
internal import Timing

/// A request, taken apart.
struct Incoming: Sendable {
    let request: ServerRequest
    let endpoint: Endpoint
    private let query: FormFields
    private let form: FormFields
    /// The members of a JSON body; nil where the body is none.
    let document: JSONObject?
    /// The credentials of `Authorization: Bearer`, or the parameter `access_token`.
    let accessToken: String?
    /// What the Authorization header of a signed request says.
    let signed: SignedRequest?
    let now: WallTime

    init(_ request: ServerRequest, now: WallTime = .now()) {
        self.request = request
        self.now = now
        endpoint = Endpoint(path: request.path)
        query = request.query
        let isDocument = request.body.first.map { $0 == UInt8(ascii: "{") } ?? false
        document = isDocument ? (try? JSON.parse(request.body))?.object : nil
        form = isDocument || request.body.isEmpty ? FormFields() : request.form
        let authorization = request.headers["authorization"]
        let bearer = authorization.flatMap(Self.bearer)
        signed = bearer == nil ? authorization.flatMap { SignedRequest(authorization: $0) } : nil
        accessToken = bearer ?? query["access_token"] ?? form["access_token"]
    }

    /// The value of a parameter, wherever it stands: in the body's form, the query, or the body's document.
    subscript(name: String) -> String? {
        form[name] ?? query[name] ?? document?[name]?.string
    }

    func all(_ name: String) -> [String] {
        let inForm = form.all(name)
        return inForm.isEmpty ? query.all(name) : inForm
    }

    func header(_ name: String) -> String? {
        request.headers[name]
    }

    var requestor: String? {
        switch endpoint {
        case .configuration(let requestor?), .registrationCodes(let requestor), .registrationCode(let requestor, _):
            requestor
        default:
            self["requestor_id"] ?? self["requestor"] ?? signed?.requestor
        }
    }

    var mvpd: String? { self["mso_id"] ?? self["mvpd"] }

    var registrationCode: String? {
        switch endpoint {
        case .registrationCode(_, let code), .loginOfCode(let code), .authenticationCheck(let code?): code
        default: self["reg_code"]
        }
    }

    /// Which device asks: its individualization, or what the older and the clientless calls name.
    var device: String? { header("ap_21") ?? self["device_id"] ?? self["deviceId"] }

    /// The method, with HEAD as the GET whose answer it wants to see the head of.
    var method: String { request.method == "HEAD" ? "GET" : request.method }

    /// Where the caller reached us, such as `http://127.0.0.1:8080`; what it says is believed if it is a host.
    func base(or fallback: String) -> String {
        let scheme = request.isSecure ? "https://" : "http://"
        guard let host = header("host"), !host.isEmpty, host.utf8.allSatisfy(\.isHostByte) else {
            return scheme + fallback
        }
        return scheme + host
    }

    /// Everything to record, by name in lower case, secrets redacted; several values of one name joined by commas.
    func recordedFields(showingSecrets: Bool = false) -> [String: String] {
        var fields: [String: String] = [:]
        func add(_ name: String, _ value: String) {
            let name = name.lowercased()
            let recordable = showingSecrets ? value : Redaction.recordable(value, of: name)
            if let former = fields[name] {
                fields[name] = former + "," + recordable
            } else {
                fields[name] = recordable
            }
        }
        var seen: Set<String> = []
        for field in request.headers.fields {
            let name = field.name.lowercased()
            if Self.recordedHeaders.contains(name), seen.insert(name).inserted { add(name, field.value) }
        }
        for field in query.fields { add(field.name, field.value) }
        for field in form.fields { add(field.name, field.value) }
        for member in document?.members ?? [] {
            if let value = member.value.string { add(member.key, value) }
        }
        return fields
    }

    /// The headers that clients of the services send (wire-protocol.md 0.5.3).
    private static let recordedHeaders: Set = [
        "authorization", "ap_42", "ap_11", "ap_z", "ap_21", "ap_19", "ap_23", "pass_sfp", "x-device-info",
        "ap-sdk-identifier", "ap-device-identifier", "ap-session-identifier", "adobe-subject-token", "x-forwarded-for",
        "user-agent", "cookie",
    ]

    private static func bearer(_ header: String) -> String? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}

extension UInt8 {
    fileprivate var isHostByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
