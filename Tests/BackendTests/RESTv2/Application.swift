import Encodings
import Backend
import Documents
import Testing

/// An application that speaks REST API v2, on one device.
final class Application {
    let baseURL: String
    var device: String?
    /// Sent with every call.
    var headers: [(String, String)] = []
    private(set) var client = (id: "", secret: "")
    private(set) var accessToken = ""
    private let caller: Caller

    static let device = "fingerprint ZGV2aWNlLTAwMDE="
    static let redirectURL = "https://example.test/done"

    init(
        _ baseURL: String, statement: String = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln", device: String? = Application.device
    ) throws {
        self.baseURL = baseURL
        self.device = device
        caller = try Caller(baseURL)
        let registered = caller.post("/o/client/register", body: #"{"software_statement":"\#(statement)"}"#)
        let document = try JSON.parse(registered.body)
        client = (document["client_id"]?.string ?? "", document["client_secret"]?.string ?? "")
        try renewToken()
    }

    func renewToken() throws {
        let reply = caller.post(
            "/o/client/token",
            form: [("grant_type", "client_credentials"), ("client_id", client.id), ("client_secret", client.secret)])
        accessToken = try #require(try JSON.parse(reply.body)["access_token"]?.string)
    }

    /// Calls a path below `/api/v2/REF30`, or a whole one.
    func call(
        _ method: String, _ path: String, _ form: [(String, String)] = [], body: String = "",
        headers more: [(String, String)] = []
    ) -> Response {
        var all = [("Authorization", "Bearer \(accessToken)")] + headers + more
        if let device { all.append(("AP-Device-Identifier", device)) }
        caller.send(
            method, path.hasPrefix("/api/") ? path : "/api/v2/REF30/" + path, headers: all, form: form, body: body)
        return caller.receive()
    }

    func get(_ path: String, headers: [(String, String)] = []) -> Response { call("GET", path, headers: headers) }

    func beginSession(
        _ form: [(String, String)] = wholeLogin("Cablevision"), headers: [(String, String)] = []
    ) -> Response {
        call("POST", "sessions", form, headers: headers)
    }

    static func wholeLogin(_ mvpd: String) -> [(String, String)] {
        [("mvpd", mvpd), ("domainName", "example.test"), ("redirectUrl", redirectURL)]
    }

    /// Signs in, in a browser of its own; gives the code of the session.
    @discardableResult
    func signIn(
        at mvpd: String = "Cablevision", as user: String = "user", headers: [(String, String)] = []
    ) throws -> String {
        let session = try beginSession(Self.wholeLogin(mvpd), headers: headers).json
        #expect(session["actionName"] == "authenticate", "\(session)")
        let end = try Self.signIn(baseURL, try #require(session["url"]?.string), as: user)
        #expect(end == Self.redirectURL)
        return try #require(session["code"]?.string)
    }

    /// What a person does in a browser; gives where it ends.
    static func signIn(_ baseURL: String, _ address: String, as user: String) throws -> String {
        let visitor = try Visitor(baseURL)
        let first = visitor.open(address)
        let form = first.text.contains("id=\"login\"") ? first : try visitor.submit(first)
        let carrier = try visitor.submit(form, form: "login", filling: ["username": user, "password": "password"])
        return carrier.status == 302 ? carrier.location : try visitor.submit(carrier).location
    }

    func authorize(
        _ resources: String..., at mvpd: String = "Cablevision", headers: [(String, String)] = []
    ) throws -> [JSON] {
        try decide("authorize", resources, at: mvpd, headers)
    }

    func preauthorize(_ resources: String..., at mvpd: String = "Cablevision") throws -> [JSON] {
        try decide("preauthorize", resources, at: mvpd)
    }

    private func decide(
        _ kind: String, _ resources: [String], at mvpd: String, _ headers: [(String, String)] = []
    ) throws -> [JSON] {
        let body = JSON.object(["resources": .array(resources.map(JSON.string))]).compact
        let reply = call(
            "POST", "decisions/\(kind)/\(mvpd)", body: String(decoding: body, as: UTF8.self), headers: headers)
        #expect(reply.status == 200, "\(reply.text)")
        let decisions = try #require(try JSON.parse(reply.body)["decisions"]?.array)
        #expect(decisions.compactMap { $0["resource"]?.string } == resources)
        return decisions
    }

    /// The profile of that MVPD among those of an answer.
    func profile(
        _ mvpd: String = "Cablevision", at path: String? = nil, headers: [(String, String)] = []
    ) throws -> JSON? {
        let reply = get(path ?? "profiles/\(mvpd)", headers: headers)
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.json["profiles"]?[mvpd]
    }

    /// What is left to do at a logout.
    func logOut(_ mvpd: String = "Cablevision", headers: [(String, String)] = []) throws -> JSON {
        let reply = get("logout/\(mvpd)?redirectUrl=\(encode(Self.redirectURL))", headers: headers)
        return try #require(try reply.json["logouts"]?[mvpd])
    }
}

extension Response {
    var json: JSON { get throws { try JSON.parse(body) } }

    /// Checks that it is an enhanced error, and gives its code.
    func code(_ location: SourceLocation = #_sourceLocation) throws -> String {
        let error = try json
        #expect(error["status"] == .int(Int64(status)), "\(text)", sourceLocation: location)
        #expect(headers["content-type"] == "application/json;charset=UTF-8", sourceLocation: location)
        for name in ["action", "message", "helpUrl"] {
            #expect(error[name]?.string?.isEmpty == false, "\(text)", sourceLocation: location)
        }
        return error["code"]?.string ?? ""
    }
}

extension OpenWorld {
    /// A world with one MVPD of each kind that matters here.
    static func ofV2(_ change: (inout OpenWorld) -> Void = { _ in }) -> OpenWorld {
        var world = OpenWorld()
        world.welcome = Welcome(requestors: false, mvpds: false, olderClients: true)
        world.requestors = [RequestorScript(id: "REF30", domains: ["example.test"])]
        world.mvpds += [
            MVPDScript(
                id: "AppleTV", displayName: "Apple TV", logoURL: "",
                properties: [
                    "boardingStatus": "SUPPORTED", "enablePlatformServices": "true", "platformMappingId": "Apple_1",
                ]),
            MVPDScript(
                id: "Promotion", displayName: "", logoURL: "", properties: ["isTempPass": "true"],
                tempPass: .init(duration: .seconds(600), resources: 2)),
            MVPDScript(
                id: "Short", displayName: "", logoURL: "", properties: ["isTempPass": "true"],
                tempPass: .init(duration: .milliseconds(1))),
            MVPDScript(
                id: "Wrong", displayName: "", logoURL: "", properties: ["isTempPass": "true"],
                tempPass: .init(duration: .zero)),
        ]
        change(&world)
        return world
    }
}

/// Base64 of a text, as headers carry it.
func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }
