/// What a reply of a service provider says, without its secrets; kept where it is the providers that are recorded.
package struct ReplyContent: Sendable, Hashable {
    package enum Form: String, Sendable, Hashable {
        case empty, json, xml
        /// One for a browser; what is in it is not kept.
        case page
        /// A token and nothing else; what it says is in the ``TokenSighting`` beside it.
        case token
        case text
        /// It is called JSON or XML, and cannot be read as that.
        case unreadable
        /// It is too large to be kept, or broke off: what it says is not known.
        case cut
    }

    package var exchange: UInt64
    package var form: Form
    /// Those that the documents speak of, by name in lower case.
    package var headers: [String: String]
    /// JSON or XML with digests in the places of secrets and of what is said of a user; or why it cannot be read.
    package var body: String
    /// The exchange whose reply said the same, where the body is told with that one and left out here.
    package var sameAs: UInt64?

    package init(
        exchange: UInt64, form: Form, headers: [String: String] = [:], body: String = "", sameAs: UInt64? = nil
    ) {
        self.exchange = exchange
        self.form = form
        self.headers = headers
        self.body = body
        self.sameAs = sameAs
    }
}
