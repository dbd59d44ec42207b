internal import Documents
internal import Evidence
internal import HTTPServer
internal import Synchronization
internal import XML

/// Says what replies say, without their secrets.
///
/// Safe from any thread.
final class ReplyObserver: Sendable {
    /// Nil: secrets are shown.
    private let redactor: Redactor?
    /// What was said last to everybody who asks the same, what was last asked for first.
    private let shared = Mutex<[Shared]>([])

    /// Bodies that are the same for everybody and were looked at already.
    private struct Shared {
        let body: [UInt8]
        /// As they were sent.
        let headers: [String: String]
        let content: ReplyContent
    }

    /// A configuration for each of so many service providers.
    private static let maxShared = 16

    init(redactor: Redactor?) {
        self.redactor = redactor
    }

    /// What is larger is no answer of a service.
    private static let maxBytes = 4 << 20

    /// What rules look at; cookies and all else that proves somebody are not among them.
    private static let headers: Set<String> = [
        "cache-control", "content-encoding", "content-type", "location", "pass_sfp", "retry-after",
        "authzf-error-code", "authzf-sub-error-code", "authzf-error-details",
    ]

    /// - Parameter isShared: whether everybody who asks gets the same, as of a configuration: it is looked at once.
    func content(of reply: ServerReply, exchange: UInt64, isShared: Bool = false) -> ReplyContent {
        let sent = Dictionary(
            reply.headers.map { ($0.name.lowercased(), $0.value) }.filter { Self.headers.contains($0.0) }
        ) { $1 }
        if isShared, reply.rest == nil, let same = known(reply.body, sent, exchange) { return same }
        let headers = Dictionary(
            uniqueKeysWithValues: sent.map { name, value in
                (name, redactor.map { $0.redacted(value: value, named: name) } ?? value)
            })
        let (form, body) = document(in: reply, headers)
        let content = ReplyContent(exchange: exchange, form: form, headers: headers, body: body)
        if isShared, form == .xml || form == .json {
            shared.withLock {
                $0 = [Shared(body: reply.body, headers: sent, content: content)] + $0.prefix(Self.maxShared - 1)
            }
        }
        return content
    }

    private func known(_ body: [UInt8], _ headers: [String: String], _ exchange: UInt64) -> ReplyContent? {
        let found = shared.withLock { shared -> Shared? in
            let index = shared.firstIndex { $0.headers == headers && $0.body == body }
            guard let index else { return nil }
            let found = shared.remove(at: index)
            shared.insert(found, at: 0)
            return found
        }
        guard var content = found?.content else { return nil }
        content.sameAs = content.exchange
        content.exchange = exchange
        content.body = ""
        return content
    }

    private func document(in reply: ServerReply, _ headers: [String: String]) -> (ReplyContent.Form, String) {
        let (body, type) = (reply.body, headers["content-type"]?.lowercased() ?? "")
        let isCoded = headers["content-encoding", default: "identity"] != "identity"
        guard reply.rest == nil, body.count <= Self.maxBytes else { return (.cut, "") }
        guard !isCoded else { return (.text, "") }
        guard let first = body.first(where: { $0 > 0x20 }) else { return (.empty, "") }
        let start = String(decoding: body.drop { $0 <= 0x20 }.prefix(16), as: UTF8.self).lowercased()
        if type.contains("html") || start.hasPrefix("<html") || start.hasPrefix("<!doctype html") { return (.page, "") }
        if start.hasPrefix("<signatureinfo>") { return (.token, "") }
        if type.contains("json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return json(body) }
        return type.contains("xml") || first == UInt8(ascii: "<") ? xml(body) : (.text, "")
    }

    private func json(_ body: [UInt8]) -> (ReplyContent.Form, String) {
        do throws(Diagnostic) {
            let document = try JSON.parse(body)
            let kept = redactor.map { $0.redacted(document: document) } ?? document
            return (.json, kept.text)
        } catch {
            return unreadable("\(error)")
        }
    }

    private func xml(_ body: [UInt8]) -> (ReplyContent.Form, String) {
        do throws(XMLError) {
            let root = try XMLReader.read(body)
            guard let redactor else { return (.xml, String(decoding: body, as: UTF8.self)) }
            let kept = root.redacted(by: redactor)
            // As it came, as long as nothing has to be taken out.
            return (.xml, kept == root ? String(decoding: body, as: UTF8.self) : kept.source(withNamespaces: true))
        } catch {
            return unreadable("\(error)")
        }
    }

    private func unreadable(_ reason: String) -> (ReplyContent.Form, String) {
        (.unreadable, redactor.map { $0.redacted(text: reason) } ?? reason)
    }
}

extension XMLElement {
    fileprivate func redacted(by redactor: Redactor) -> XMLElement {
        var element = self
        for index in element.attributes.indices {
            let attribute = element.attributes[index]
            element.attributes[index].value = redactor.redacted(value: attribute.value, named: attribute.name)
        }
        element.children = children.map { child in
            switch child {
            case .element(let inner): .element(inner.redacted(by: redactor))
            case .text(let text) where text.allSatisfy(\.isWhitespace): child
            case .text(let text): .text(redactor.redacted(value: text, named: name))
            }
        }
        return element
    }
}
