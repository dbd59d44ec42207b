internal import Documents
internal import Evidence
internal import HTTPServer
internal import Timing

/// A request, taken apart; in one piece, because it is handed on many times.
final class Incoming: Sendable {
    let request: ServerRequest
    /// What follows from the bytes of the request alone.
    let facts: RequestFacts
    let now: WallTime

    init(_ request: ServerRequest, now: WallTime = .now()) {
        self.request = request
        self.now = now
        facts = .of(request)
    }

    private init(_ other: Incoming, ahead: Duration) {
        request = other.request
        facts = other.facts
        now = other.now + ahead
    }

    /// The same request at a service whose clock is that much ahead of the machine's.
    func later(by ahead: Duration) -> Incoming { ahead == .zero ? self : Incoming(self, ahead: ahead) }

    var destination: Destination { facts.destination }

    /// What the path has in the place of `{name}`; empty where it has none.
    func place(_ name: String) -> String { destination.values[name] ?? "" }

    /// The members of a JSON body; nil where the body is none.
    var document: JSONObject? { facts.document }

    /// The credentials of `Authorization: Bearer`, or the parameter `access_token`.
    var accessToken: String? { facts.accessToken }

    /// What the Authorization header of a signed request says.
    var signed: SignedRequest? { facts.signed }

    /// How a clientless answer is wanted (service-protocol.md 4).
    var format: ServerReply.Format { facts.format }

    /// Of which site the page is that asks; nil where none does.
    var origin: String? { facts.origin }

    /// Where the caller reached us, such as `http://127.0.0.1:8080`; what it says is believed if it is a host.
    var base: String { facts.base }

    var requestor: String? { facts.requestor }

    /// The value of a parameter, wherever it stands: in the body's form, the query, or the body's document.
    subscript(name: String) -> String? { facts[name] }

    func all(_ name: String) -> [String] {
        let inForm = facts.form.all(name)
        return inForm.isEmpty ? request.query.all(name) : inForm
    }

    /// Every parameter of the body's form, the query and the body's document; the first of each name.
    var parameters: [(name: String, value: String)] {
        let members = document?.members.compactMap { member in member.value.string.map { (member.key, $0) } } ?? []
        return ((facts.form.fields + request.query.fields).map { ($0.name, $0.value) } + members).uniqued { $0.0 }
    }

    func header(_ name: String) -> String? {
        request.headers[name]
    }

    /// What the browser brings back under that name.
    func cookie(_ name: String) -> String? {
        for pair in (header("cookie") ?? "").split(separator: ";") {
            let pair = pair.drop { $0 == " " }
            if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.utf8.count + 1)) }
        }
        return nil
    }

    var mvpd: String? { destination.values["mvpd"] ?? self["mso_id"] ?? self["mvpd"] }

    var registrationCode: String? { destination.values["code"] ?? self["reg_code"] }

    /// Which device asks: its individualization, or what the older and the clientless calls name.
    var device: String? {
        header("ap_21") ?? header("AP-Device-Identifier") ?? self["device_id"] ?? self["deviceId"]
    }

    /// The method, with HEAD as the GET whose answer it wants to see the head of.
    var method: String { request.method == "HEAD" ? "GET" : request.method }
}
