import Evidence
import HTTPServer
import POSIX
import Testing

@testable import Backend

/// What replies say is kept where providers are recorded, as the documents that they are, and without their secrets.
@Suite struct ReplyObserverTests {
    private let observer = ReplyObserver(redactor: Redactor())

    private func content(
        _ body: String, _ type: String = "application/json", _ headers: (name: String, value: String)...
    ) -> ReplyContent {
        let reply = ServerReply(status: 200, headers: [("Content-Type", type)] + headers, body: Array(body.utf8))
        return observer.content(of: reply, exchange: 7)
    }

    @Test(arguments: [
        #"{"client_secret":"kept-by-nobody"}"#, #"{"access_token":"kept-by-nobody","token_type":"bearer"}"#,
        #"{"userId":"kept-by-nobody"}"#, #"{"token":{"serializedToken":"kept-by-nobody"}}"#,
        #"{"profiles":{"M":{"attributes":{"zip":{"value":"kept-by-nobody","state":"plain"}}}}}"#,
        #"{"profiles":{"M":{"attributes":{"teams":{"value":["kept-by-nobody",7],"state":"plain"}}}}}"#,
        #"{"data":{"name":"kept-by-nobody"}}"#, #"{"data":"{\"name\":\"kept-by-nobody\"}"}"#,
        #"{"anything":"eyJhbGciOiJub25lIn0.eyJrZXB0LWJ5LW5vYm9keSI6MX0.kept-by-nobody"}"#,
        "<session><authnToken>kept-by-nobody</authnToken></session>", "<a password=\"kept-by-nobody\"/>",
        "<authentication><userId>kept-by-nobody</userId></authentication>",
    ])
    func noSecretIsInADocument(_ body: String) {
        let isXML = body.hasPrefix("<")
        let content = content(body, isXML ? "application/xml" : "application/json")
        #expect(content.form == (isXML ? .xml : .json) && content.exchange == 7)
        #expect(content.body.contains("sha256:") && !content.body.contains("kept-by-nobody"), "\(content.body)")
    }

    @Test func noSecretIsInAHead() {
        let content = content(
            "", "text/plain", ("Set-Cookie", "JSESSIONID=kept-by-nobody"), ("X-Trace", "kept-by-nobody"),
            ("Location", "https://a.test/?access_token=kept-by-nobody"), ("pass_sfp", "kept-by-nobody"))
        #expect(!"\(content.headers)".contains("kept-by-nobody"), "\(content.headers)")
        #expect(content.headers.keys.sorted() == ["content-type", "location", "pass_sfp"])
    }

    /// What everybody gets is told once: later replies say where, as long as nothing about them differs.
    @Test func whatEverybodyGetsIsToldOnce() {
        var exchange: UInt64 = 0
        func told(_ body: String, _ headers: [(name: String, value: String)] = [], isCut: Bool = false) -> ReplyContent
        {
            var reply = ServerReply(status: 200, headers: headers, body: Array(body.utf8))
            if isCut { reply.rest = StreamedBody(BytePipe.make().reader, length: nil) }
            exchange += 1
            return observer.content(of: reply, exchange: exchange, isShared: true)
        }
        let first = told("<config/>")
        #expect(first == ReplyContent(exchange: 1, form: .xml, body: "<config/>"))
        #expect(told("<config/>") == ReplyContent(exchange: 2, form: .xml, sameAs: 1))
        #expect(told("<config />").body == "<config />")
        #expect(told("<config/>", [("Content-Type", "text/html")]).form == .page)
        #expect(told("<config/>", [("Content-Encoding", "gzip")]).form == .text)
        #expect(told("<config/>", isCut: true).form == .cut)
        #expect(told("<config/>", [("Retry-After", "1")]).body == "<config/>")
        // Many different ones displace it.
        for number in 0..<40 { #expect(told("<config number=\"\(number)\"/>").body.contains("\"\(number)\"")) }
        #expect(told("<config/>") == ReplyContent(exchange: 48, form: .xml, body: "<config/>"))
        #expect(told("no document").sameAs == nil && told("no document").sameAs == nil)
    }

    /// What rules look at stays as it was said.
    @Test(arguments: [
        #"{"requestor":{"id":"REF30","mvpds":[{"id":"Cablevision","displayName":"Cable","isTempPass":false}]}}"#,
        #"{"action":"none","status":400,"code":"invalid_parameter_mvpd","message":"no","helpUrl":"https://h/"}"#,
        #"{"code":"ABC1234","notBefore":"1700000000000","notAfter":"1700000001000","sessionId":"b5f6-0a1b"}"#,
    ])
    func whatIsNoSecretStays(_ body: String) {
        #expect(content(body).body == body)
    }

    @Test func theFormIsTold() {
        #expect(content("").form == .empty)
        #expect(content("<html>", "text/html").form == .page)
        let token = content("<signatureInfo>kept<signatureInfo>", "text/plain")
        #expect(token.form == .token && token.body.isEmpty)
        #expect(content("no", "text/plain").form == .text && content("no", "text/plain").body.isEmpty)
        let torn = content(#"{"access_token":"kept-by-nobody"#)
        #expect(torn.form == .unreadable && !torn.body.isEmpty && !torn.body.contains("kept-by-nobody"), "\(torn.body)")
    }

    @Test func whatIsNotThereAsAWholeIsMarkedAndNotKept() {
        let large = content("[" + String(repeating: " ", count: 5 << 20) + "]")
        #expect(large.form == .cut && large.body.isEmpty)
        var reply = ServerReply(status: 200, headers: [("Content-Type", "application/json")], body: Array("{".utf8))
        reply.rest = StreamedBody(BytePipe.make().reader, length: nil)
        let cut = observer.content(of: reply, exchange: 7)
        #expect(cut.form == .cut && cut.body.isEmpty && cut.headers["content-type"] == "application/json")
    }

    @Test func theSimulatorsAnswersAreKeptWithoutSecretsAndOnlyWhereThatIsAskedFor() throws {
        for isAskedFor in [true, false] {
            var options = BackendOptions()
            options.recordsReplies = isAskedFor
            let bench = try Bench(options: options)
            bench.backend.open(.sample())
            var client = Client(bench.backend.baseURLs[0])
            let authentication = try client.logIn()
            let contents = bench.log.all.compactMap { observation -> ReplyContent? in
                if case .replySeen(let content) = observation.event { content } else { nil }
            }
            guard isAskedFor else {
                #expect(contents.isEmpty)
                continue
            }
            #expect(contents.contains { $0.body.contains("authnToken") && $0.body.contains("sha256:") })
            for secret in ["statement-of-1", client.client.secret, client.accessToken, "secret-of-1", authentication] {
                #expect(!secret.isEmpty && !"\(contents)".contains(secret))
            }
        }
    }
}
