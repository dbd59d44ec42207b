import Documents
import Testing
import XML

/// What an application and its user do in one session, call by call.
struct Client {
    let baseURL: String
    let number: Int
    var client = (id: "", secret: "")
    var accessToken = ""
    var code = ""
    let redirectURL = "adobepass://ios.app"
    let device = String(repeating: "ab", count: 32)

    init(_ baseURL: String, number: Int = 1) {
        self.baseURL = baseURL
        self.number = number
    }

    var requestor: String { "REQ\(number)" }
    var mvpd: String { "Cable\(number)" }
    var bearer: [(String, String)] { [("Authorization", "Bearer \(accessToken)"), ("Ap_21", device)] }

    /// The calls before a login, in their order.
    enum Call {
        case register, token, code, session
    }

    mutating func register() throws {
        let caller = try Caller(baseURL)
        for call in [Call.register, .token] {
            send(call, caller)
            try take(caller.receive())
        }
    }

    mutating func getCode() throws {
        let caller = try Caller(baseURL)
        send(.code, caller)
        try take(caller.receive())
    }

    func send(_ call: Call, _ caller: Caller) {
        switch call {
        case .register:
            caller.send(
                "POST", "/o/client/register", headers: [("Content-Type", "application/json")],
                body: #"{"software_statement": "statement-of-\#(number)"}"#)
        case .token:
            caller.send(
                "POST", "/o/client/token",
                form: [
                    ("grant_type", "client_credentials"), ("client_id", client.id), ("client_secret", client.secret),
                ])
        case .code:
            caller.send(
                "POST", "/reggie/v1/\(requestor)/regcode", headers: bearer + [("Accept", "application/json")],
                form: [("deviceId", device)])
        case .session:
            caller.send(
                "POST", "/adobe-services/session", headers: bearer,
                form: [("_method", "GET"), ("requestor_id", requestor), ("reg_code", code)])
        }
    }

    /// Keeps what a reply gives.
    mutating func take(_ reply: Response) throws {
        #expect(reply.status == 201)
        let document = try JSON.parse(reply.body)
        if let id = document["client_id"]?.string { client = (id, document["client_secret"]?.string ?? "") }
        if let token = document["access_token"]?.string { accessToken = token }
        if let code = document["code"]?.string { self.code = code }
    }

    /// The page with the login form, as the browser gets it.
    func openLoginPage(_ caller: Caller, mvpd: String? = nil) throws -> Response {
        let page = caller.get(authenticatePath(mvpd: mvpd ?? self.mvpd))
        return try submit(page, form: nil, caller)
    }

    /// Registers, gets a code, and opens the page with the login form.
    mutating func goToLoginPage() throws -> (Caller, page: Response) {
        try register()
        try getCode()
        let caller = try Caller(baseURL)
        return (caller, try openLoginPage(caller))
    }

    func authenticatePath(mvpd: String) -> String {
        "/adobe-services/1.0/authenticate/saml?noflash=true&mso_id=\(encode(mvpd))&requestor_id=\(requestor)"
            + "&no_iframe=false&domain_name=adobe.com&redirect_url=\(encode(redirectURL))&reg_code=\(code)"
    }

    /// Submits a form of a page: the one with that id, or the first; what is filled in replaces what is there.
    func submit(
        _ page: Response, form id: String?, filling: [String: String] = [:], _ caller: Caller
    ) throws -> Response {
        let form = try #require(HTMLForms.page(in: page.body).forms.first { id == nil || $0.id == id })
        #expect(form.method == "post")
        let path = form.action.hasPrefix(baseURL) ? String(form.action.dropFirst(baseURL.count)) : form.action
        let fields = form.fields.filter { !$0.name.isEmpty }.map { ($0.name, filling[$0.name] ?? $0.value) }
        return caller.post(path, form: fields)
    }

    /// Signs in on the MVPD's page and follows to the redirect out of the browser.
    func signIn(user: String? = nil, password: String? = nil) throws -> Response {
        let caller = try Caller(baseURL)
        let page = try openLoginPage(caller)
        let carrier = try submit(
            page, form: "login",
            filling: ["username": user ?? "user\(number)", "password": password ?? "secret-of-\(number)"], caller)
        return try submit(carrier, form: nil, caller)
    }

    func askSession() throws -> Response {
        let caller = try Caller(baseURL)
        send(.session, caller)
        return caller.receive()
    }

    func call(_ path: String, _ form: [(String, String)]) throws -> Response {
        let caller = try Caller(baseURL)
        return caller.post(path, headers: bearer, form: [("requestor_id", requestor)] + form)
    }

    /// The authentication token after a whole login.
    mutating func logIn() throws -> String {
        try register()
        try getCode()
        #expect(try signIn().location == redirectURL)
        return try text(of: "authnToken", in: try askSession())
    }
}

/// The text of the first element of that name.
func text(of name: String, in response: Response) throws -> String {
    let root = try XMLReader.read(response.body)
    return try #require(root.first(name)).text
}

extension XMLElement {
    fileprivate func first(_ name: String) -> XMLElement? {
        if self.name == name { return self }
        for child in elements {
            if let found = child.first(name) { return found }
        }
        return nil
    }
}
