package import Documents
import Encodings
package import Evidence
internal import XML

/// One answer of a service provider to a documented call, as a trace tells of it.
package struct ProviderAnswer: Sendable {
    package let kind: ProviderCall.Kind
    let call: ProviderCall
    let exchange: ClientExchange
    /// The words of the path in the places of names, such as `mvpd`.
    private let values: [String: String]
    package let status: Int
    /// Nil where it was not recorded, or is too large to be kept.
    package let content: ReplyContent?
    /// The document, one of XML as if it were JSON whose values are all texts; nil where it was not kept or is none.
    package let document: JSON?
    /// The same, where it is XML.
    let root: XMLElement?

    fileprivate init?(_ exchange: ClientExchange) {
        guard !exchange.isFaulty, let status = exchange.status,
            let (call, values) = ProviderCall.of(method: exchange.request.method, path: exchange.request.path)
        else { return nil }
        (self.exchange, self.call, self.status, kind) = (exchange, call, status, call.kind)
        self.values = values.mapValues { PercentEncoding.decode($0, plusIsSpace: false) }
        // Of what is not known, nothing is judged.
        content = exchange.content?.form == .cut ? nil : exchange.content
        let body = Array((exchange.content?.body ?? "").utf8)
        root = content?.form == .xml ? try? XMLReader.read(body) : nil
        document = content?.form == .json ? try? JSON.parse(body) : root.map(\.asJSON)
    }

    /// Those of a trace, in the order in which the requests came.
    package static func all(in observations: [Observation]) -> [ProviderAnswer] {
        ClientExchanges(observations).all.compactMap(ProviderAnswer.init)
    }

    package var provider: String { exchange.request.provider }
    package var request: RequestEvent { exchange.request }
    /// What it handed out.
    package var tokens: [TokenSighting] { exchange.issued }
    package var isXML: Bool { root != nil }

    /// What was asked for; of several resources the text that names them all.
    package var requestor: String? { values["sp"] ?? values["requestor"] ?? exchange.requestor }
    package var mvpd: String? { values["mvpd"] ?? exchange.mvpd }
    package var resource: String? { exchange.request[.resource] }

    /// A field of the reply's head.
    package func header(_ name: String) -> String? { content?.headers[name] }

    func finding(_ complaint: String, _ rule: ProviderRule) -> Finding {
        var finding = Finding(
            message: complaint, expected: "\(rule.expectation) (service-protocol.md \(rule.section ?? call.section))",
            seen: "\(provider) \(exchange.words)", observations: exchange.observations)
        finding.statements = rule.statements
        return finding
    }
}

extension XMLElement {
    /// What is in it, by name; of an element without others its text.
    fileprivate var asJSON: JSON {
        guard hasElements else { return .string(text.filter { !$0.isNewline }.trimmed) }
        return .members(elements.map { ($0.name, $0.asJSON) })
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
