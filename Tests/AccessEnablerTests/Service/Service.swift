import Cryptography
import Encodings
import Timing
import Tokens

@testable import AccessEnabler

/// A service provider as the tests play it: answers by path, and lets a test change any answer.
struct Service {
    var requestor = "REF30"
    /// The MVPDs of each provider, by its host.
    var mvpds: [String: [Entry]] = [:]
    /// Replaces the reply of the service to requests whose path ends so.
    var changed: [String: NetworkReply] = [:]
    var lifetime: Int64 = 1_000_000
    var now: Int64 = Bench.start

    /// The MVPD of logins that have no registration code.
    var withoutCode = "TempPass"

    struct Entry {
        var id: String
        var logo = "https://logo.test/x.png"
        var properties: [String: String] = [:]

        init(_ id: String, logo: String = "https://logo.test/x.png", _ properties: [String: String] = [:]) {
            self.id = id
            self.logo = logo
            self.properties = properties
        }
    }

    /// nil for what the service does not know.
    func reply(to request: NetworkRequest) -> NetworkReply? {
        if let change = changed.first(where: { request.path.hasSuffix($0.key) }) { return change.value }
        let form = request.form
        switch request.path {
        case "/o/client/register":
            return .json(201, #"{"client_id":"client","client_secret":"secret"}"#)
        case "/o/client/token":
            return .json(201, #"{"access_token":"access-\#(request.host)","expires_in":21600}"#)
        case "/adobe-services/config/\(requestor)":
            return .xml(configuration(of: request.host))
        case "/reggie/v1/\(requestor)/regcode":
            return .json(201, #"{"code":"CODE-\#(form["mvpd"] ?? "")","expires":\#(now + 1_800_000)}"#)
        case "/api/v1/authenticate/freepreview":
            return NetworkReply(status: 204)
        case "/adobe-services/session", "/adobe-services/1.0/sessionDevice":
            let mvpd = form["reg_code"].map { String($0.dropFirst("CODE-".count)) } ?? withoutCode
            return .xml(session(mvpd, device: form["device_id"] ?? ""))
        case "/api/v1/\(requestor)/profile-requests/S":
            return NetworkReply(status: 200, body: Array("question".utf8))
        case "/api/v1/tokens/authn" where request.method == "POST":
            return NetworkReply(status: form["SAMLResponse"] == "answer" ? 204 : 400)
        case "/adobe-services/authorize", "/adobe-services/1.0/authorizeDevice":
            return .xml(authorization(form["resource_id"] ?? "", form["mso_id"] ?? ""))
        case "/adobe-services/shortAuthorize", "/adobe-services/1.0/deviceShortAuthorize":
            return NetworkReply(status: 200, body: Array(media("resource").utf8))
        case "/adobe-services/1.0/preauthorize":
            let resources = request.fields.filter { $0.name == "resource_id" }.map(\.value)
            let list = resources.map {
                "<resource><id>\($0)</id><authorized>\(!$0.hasPrefix("denied"))</authorized></resource>"
            }
            return .xml("<resources>\(list.joined())</resources>")
        default:
            return replyOfV1(to: request) ?? replyOfV2(to: request)
        }
    }

    func configuration(of host: String) -> String {
        let entries = (mvpds[host] ?? []).map { entry in
            let properties = entry.properties.map { "<\($0.key)>\($0.value)</\($0.key)>" }.joined()
            return "<mvpd><id>\(entry.id)</id><displayName>\(entry.id) at \(host)</displayName>"
                + "<logoUrl>\(entry.logo)</logoUrl>\(properties)</mvpd>"
        }
        return #"<c:config xmlns:c="http://pass.adobe.com/config"><requestor><id>\#(requestor)</id>"#
            + "<name>\(host)</name><mvpds>\(entries.joined())</mvpds></requestor></c:config>"
    }

    func session(_ mvpd: String, device: String = Bench.deviceID, expires: Int64? = nil) -> String {
        let token = authenticationToken(mvpd, device: device, expires: expires)
        let metadata = #"{"updated":1,"encrypted":["zip"],"data":{"zip":"X","userID":"u-1"}}"#
        return "<result><authnToken>\(escaped(token))</authnToken><userMeta>\(metadata)</userMeta></result>"
    }

    func authenticationToken(
        _ mvpd: String, device: String = Bench.deviceID, expires: Int64? = nil
    ) -> String {
        AuthenticationToken(
            guid: "0123456789abcdef0123456789abcdef", requestor: requestor, domain: "adobe.com",
            expires: WallTime(milliseconds: expires ?? now + lifetime), mvpd: mvpd,
            fingerprint: Hex.encode(Digest.sha1(Array(device.utf8))), nameID: "name", sessionIndex: "index"
        ).issue(signedBy: Self.key)
    }

    func authorization(_ resource: String, _ mvpd: String) -> String {
        let token = AuthorizationToken(
            requestor: requestor, resource: resource, expires: WallTime(milliseconds: now + lifetime), mvpd: mvpd,
            fingerprint: Hex.encode(Digest.sha1(Array(Bench.deviceID.utf8)))
        ).issue(signedBy: Self.key)
        return "<result><authzToken>\(escaped(token))</authzToken></result>"
    }

    func media(_ resource: String) -> String {
        MediaToken(
            sessionGUID: "0123456789abcdef0123456789abcdef", requestor: requestor, resource: resource,
            lifetimeMilliseconds: 300_000, issued: WallTime(milliseconds: now), mvpd: "A"
        ).issue(signedBy: Self.key)
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static let key: PrivateKey = {
        guard let key = try? PrivateKey.generate(bits: 1_024) else { preconditionFailure("no key") }
        return key
    }()
}

extension NetworkReply {
    static func json(_ status: Int, _ text: String) -> NetworkReply {
        NetworkReply(status: status, body: Array(text.utf8))
    }

    static func xml(_ text: String, status: Int = 200) -> NetworkReply {
        NetworkReply(status: status, body: Array(text.utf8))
    }
}

extension NetworkRequest {
    var host: String {
        String(url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" })
    }

    var path: String {
        let rest = url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
        return String(rest.prefix { $0 != "?" })
    }

    var query: [String: String] {
        Self.read(url.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? "").reduce(into: [:]) {
            $0[$1.name] = $1.value
        }
    }

    /// The fields of the body, in order.
    var fields: [FormField] {
        Self.read(String(decoding: body ?? [], as: UTF8.self))
    }

    var form: [String: String] {
        fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private static func read(_ text: String) -> [FormField] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { PercentEncoding.decodeStrictly($0) ?? "" }
            return FormField(texts[0], texts.count > 1 ? texts[1] : "")
        }
    }
}
