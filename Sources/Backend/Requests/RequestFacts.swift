internal import Documents
internal import Encodings
internal import Evidence
internal import HTTPServer
internal import ServiceProtocol
internal import Synchronization

/// What follows from the bytes of a request, and from nothing else.
///
/// Requests with the same head and no body share one object: most clients ask the same again and again.
final class RequestFacts: Sendable {
    let destination: Destination
    let form: FormFields
    let document: JSONObject?
    let accessToken: String?
    let signed: SignedRequest?
    let formats: SaidFormats
    let format: ServerReply.Format
    let origin: String?
    let base: String
    let requestor: String?
    let purpose: Purpose
    private let query: FormFields
    private let isRepeated: Bool
    private let content = Mutex<RequestEvent.Content?>(nil)

    static func of(_ request: ServerRequest) -> RequestFacts {
        guard request.body.isEmpty else { return RequestFacts(request, isRepeated: false) }
        return request.head.facts { RequestFacts(request, isRepeated: true) }
    }

    private init(_ request: ServerRequest, isRepeated: Bool) {
        self.isRepeated = isRepeated
        let destination = RouteTable.all.destination(of: request.path, method: request.method)
        let query = request.query
        let isDocument = request.body.first.map { $0 == UInt8(ascii: "{") } ?? false
        let document = isDocument ? (try? JSON.parse(request.body))?.object : nil
        let form = isDocument || request.body.isEmpty ? FormFields() : request.form
        let authorization = request.headers["authorization"]
        let bearer = authorization.flatMap(Self.bearer)
        let signed = bearer == nil ? authorization.flatMap { SignedRequest(authorization: $0) } : nil
        func parameter(_ name: String) -> String? { form[name] ?? query[name] ?? document?[name]?.string }
        requestor =
            destination.values["requestor"] ?? parameter("requestor_id") ?? parameter("requestor") ?? signed?.requestor
        formats = SaidFormats(
            parameter: parameter("format"), path: request.path, accept: request.headers["accept"] ?? "")
        format = formats.wanted ?? .xml
        origin = request.headers["origin"]
        base = Self.base(request)
        accessToken = bearer ?? query["access_token"] ?? form["access_token"]
        let purpose = destination.purpose(method: request.method)
        // Every browser says how it came to ask, and nothing else does; the others of its words are for scripts.
        let isNavigation = ["navigate", "no-cors"].contains(request.headers["sec-fetch-mode"])
        let isPage = purpose == .other && (isNavigation || request.headers[Backend.browserField] != nil)
        self.purpose = isPage ? .page : purpose
        (self.destination, self.query, self.form) = (destination, query, form)
        (self.document, self.signed) = (document, signed)
    }

    subscript(name: String) -> String? {
        form[name] ?? query[name] ?? document?[name]?.string
    }

    private static func base(_ request: ServerRequest) -> String {
        let scheme = request.isSecure ? "https://" : "http://"
        guard let host = request.headers["host"], !host.isEmpty,
            host.utf8.allSatisfy({ $0.isLetterOrDigit || ".-:[]".utf8.contains($0) })
        else { return scheme + "localhost" }
        return scheme + host
    }

    private static func bearer(_ header: String) -> String? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}

extension RequestFacts {
    /// What to record of the request, which the provider of that name serves.
    func content(
        of request: ServerRequest, provider: String, showingSecrets: Bool, hidingForms: Bool = false
    ) -> RequestEvent.Content {
        func make() -> RequestEvent.Content {
            RequestEvent.Content(
                provider: provider, purpose: purpose, method: request.method, path: request.path,
                fields: recordedFields(of: request, showingSecrets: showingSecrets, hidingForms: hidingForms))
        }
        guard isRepeated else { return make() }
        return content.withLock { content in
            if let content, content.isOf(provider: provider) { return content }
            let made = make()
            content = made
            return made
        }
    }

    /// Everything to record, by name in lower case, secrets redacted; several values of one name joined by commas.
    ///
    /// - Parameter hidingForms: what is filled in at pages is a secret, whatever it is called.
    func recordedFields(
        of request: ServerRequest, showingSecrets: Bool, hidingForms: Bool = false
    ) -> [String: String] {
        var fields: [String: String] = [:]
        var room = Self.maxRecordedBytes
        var isTyped = false
        func add(_ name: String, _ value: String) {
            // What is too much is told to be there, and no more.
            guard room > 0 else { return }
            let name = name.lowercased().cut(toBytes: Self.maxRecordedNameBytes)
            // On the pages of MVPDs it is what a login is fetched with.
            let isCode = name == "code" && purpose == .page
            let isSecret = isCode || isTyped
            let full =
                showingSecrets ? value : Redactor.recordable(value, of: isSecret ? "secret" : Self.ownName(of: name))
            let recordable = full.cut(toBytes: min(room, Self.maxRecordedValueBytes))
            room -= 1 + name.utf8.count + recordable.utf8.count
            // What is said twice is said once.
            guard fields[name] != recordable else { return }
            if fields[name]?.append("," + recordable) == nil { fields[name] = recordable }
        }
        let sent: [(name: String, value: String)] =
            request.headers.fields.map { ($0.name, $0.value) } + query.fields.map { ($0.name, $0.value) }
        // REST API v2 says in the path what the others say in parameters.
        let named = destination.route?.errorForm == .enhanced ? namedInPath : []
        func addAll(_ fields: [(name: String, value: String)]) {
            for (name, value) in fields where room > 0 {
                add(name, value)
                // What is a secret stays one in its parts, whatever they are called.
                guard showingSecrets || !SecretName.isSecret(Self.ownName(of: name)) else { continue }
                for member in RecordedBody.members(of: value, named: name) { add(member.name, member.value) }
            }
        }
        addAll(named + sent)
        // Headers carry ASCII, so other text is percent-encoded there: it is recorded decoded as well.
        for field in request.headers.fields
        where field.value.contains("%") && (showingSecrets || !SecretName.isSecret(field.name)) {
            add(field.name + ".unescaped", PercentEncoding.decode(field.value, plusIsSpace: false))
        }
        isTyped = hidingForms && [.page, .authenticate].contains(purpose)
        addAll(RecordedBody(request, form: form).fields)
        return fields
    }

    /// What the path names and what the body asks for, under the names of the other generations.
    private var namedInPath: [(name: String, value: String)] {
        let names = [("requestor", "requestor"), ("mvpd", "mvpd"), ("code", "reg_code")]
        let words = names.compactMap { name, told in destination.values[name].map { (told, $0) } }
        return words + (document?["resources"]?.array ?? []).compactMap(\.string).map { ("resource", $0) }
    }

    /// The last word of a path into a document, or the last before it that makes what is in it a secret.
    private static func ownName(of path: String) -> String {
        guard path.contains(".") else { return path }
        let words = path.split(separator: ".").map(String.init)
        return words.last(where: SecretName.isSecret) ?? words.last { Int($0) == nil } ?? path
    }

    /// Bytes of names and values of one request.
    static let maxRecordedBytes = 65_536
    static let maxRecordedNameBytes = 256
    static let maxRecordedValueBytes = 16_384
}
