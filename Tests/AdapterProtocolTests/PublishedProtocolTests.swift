import AdapterProtocol
import Documents
import Testing

/// The document and the schema say what the code does.
@Suite struct PublishedProtocolTests {
    private let schema: SchemaChecker
    private let root: JSON

    init() throws {
        let path = Self.repository + "Specs/schema/adapter-protocol.schema.json"
        root = try JSON.parse(try File.read(path), file: path)
        schema = SchemaChecker(root)
    }

    /// P-20, P-25, P-28.
    @Test(arguments: Samples.requests)
    func aRequestIsAsTheSchemaSaysAndNoOtherIsRead(request: Request) throws {
        let json = try json(.request(id: .number(1), method: request.method, params: request.params))
        try check(json, as: "suiteMessage") { _ = try Self.readRequest($0) }
    }

    /// P-40, P-43, P-44.
    @Test(arguments: Samples.notifications)
    func aNotificationIsAsTheSchemaSaysAndNoOtherIsRead(notification: PortNotification) throws {
        try check(try json(notification.envelope), as: "adapterMessage") { try Self.readAdapterMessage($0) }
    }

    @Test(arguments: Samples.responses)
    func aResponseIsAsTheSchemaSaysAndNoOtherIsRead(response: Envelope) throws {
        try check(try json(response), as: "adapterMessage") { try Self.readAdapterMessage($0) }
    }

    /// P-21.
    @Test(arguments: Samples.results)
    func whatAPortSaysIsAsTheSchemaSaysAndNothingElseIsRead(result: InitializeResult) throws {
        try check(result.json, as: "initializeResult") { _ = try InitializeResult($0) }
    }

    @Test func everyLineOfTheTranscriptIsRead() throws {
        let lines = try Self.transcript()
        #expect(lines.count == 39)
        for line in lines {
            if line.isNoise { continue }
            let json = try JSON.parse(line.text)
            #expect(try schema.accepts(json, as: line.isOfSuite ? "suiteMessage" : "adapterMessage"), "\(line.text)")
            if line.isOfSuite {
                let request = try Self.readRequest(json)
                #expect(request.params == json["params"])
            } else {
                try Self.readAdapterMessage(json)
            }
        }
    }

    @Test func theTranscriptHasEveryKindOfMessage() throws {
        let methods = try Self.transcript().filter { !$0.isNoise }.compactMap { line in
            try JSON.parse(line.text)["method"]?.string
        }
        #expect(Set(methods) == Set(Request.methods + PortNotification.methods))
    }

    /// P-80, P-90.
    @Test func theDocumentListsEveryErrorOfTheProtocol() throws {
        let path = Self.repository + "Documentation/adapter-protocol.md"
        let text = String(decoding: try File.read(path), as: UTF8.self)
        let codes: [ErrorNumber] = [
            .parse, .invalidRequest, .methodNotFound, .invalidParams, .internal, .unsupportedVersion,
            .initialization, .lineTooLong, .sessionRefused, .unknownSession, .sessionExists, .tooManySessions,
            .callThrew, .unsupportedCall, .unsupportedFeature, .cancelled,
        ]
        for code in codes { #expect(text.contains("\n| \(code.rawValue) |"), "\(code.rawValue)") }
        #expect(text.contains("# The adapter protocol, version \(ProtocolVersion.current)\n"))
        #expect(root["title"] == .string("The adapter protocol, version \(ProtocolVersion.current)"))
    }

    /// P-13.
    @Test func whoDialsInSaysHelloAsTheSchemaAndTheDocumentSay() throws {
        let hello = Hello(token: "0123456789abcdef0123456789abcdef")
        let json = try JSON.parse(hello.envelope.line)
        try check(json, as: "hello") { _ = try Hello(line: $0.compact) }
        let text = String(decoding: try File.read(Self.repository + "Documentation/adapter-protocol.md"), as: UTF8.self)
        #expect(text.contains("    " + String(decoding: hello.envelope.line, as: UTF8.self)))
    }

    // MARK: - Schema and reader agree

    /// The message is accepted by both; whatever one member of it is replaced by, both still agree.
    private func check(_ json: JSON, as definition: String, read: (JSON) throws -> Void) throws {
        #expect(try schema.accepts(json, as: definition))
        try read(json)
        for variant in Self.variants(of: json) {
            let isAccepted = try schema.accepts(variant, as: definition)
            let isRead = (try? read(variant)) != nil
            #expect(isAccepted == isRead, "\(String(decoding: variant.compact, as: UTF8.self))")
        }
    }

    /// The value with one member, at any depth, taken out or replaced.
    private static func variants(of json: JSON) -> [JSON] {
        switch json {
        case .object(let object):
            var found: [JSON] = []
            for member in object.members {
                let others: [JSON?] = [nil, .null, 7, "x", true, [], [:]]
                for value in others + Self.variants(of: member.value).map(Optional.some) {
                    var other = object
                    other[member.key] = value
                    found.append(.object(other))
                }
            }
            return found
        case .array(let items):
            return items.indices.flatMap { index in
                variants(of: items[index]).map { variant in
                    var other = items
                    other[index] = variant
                    return .array(other)
                }
            }
        default:
            return []
        }
    }

    private func json(_ envelope: Envelope) throws -> JSON {
        try JSON.parse(envelope.line)
    }

    private static func readRequest(_ json: JSON) throws -> Request {
        guard case .request(_, let method, let params) = try Envelope(line: json.compact) else {
            throw ProtocolError(.invalidRequest, "not a request")
        }
        return try Request(method: method, params: params)
    }

    private static func readAdapterMessage(_ json: JSON) throws {
        switch try Envelope(line: json.compact) {
        case .response: break
        case .notification(let method, let params): _ = try PortNotification(method: method, params: params)
        case .request: throw ProtocolError(.invalidRequest, "a request")
        }
    }

    // MARK: - The document

    private struct Line {
        var isOfSuite: Bool
        var text: String
        /// What no message is.
        var isNoise: Bool { !text.hasPrefix("{") }
    }

    private static func transcript() throws -> [Line] {
        let path = repository + "Documentation/adapter-protocol.md"
        let text = String(decoding: try File.read(path), as: UTF8.self)
        let block = try #require(text.split(separator: "```transcript\n").last?.split(separator: "\n```").first)
        return block.split(separator: "\n").map { line in
            Line(isOfSuite: line.hasPrefix("--> "), text: String(line.dropFirst(4)))
        }
    }

    private static let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .map { $0 + "/" }.joined()
}
