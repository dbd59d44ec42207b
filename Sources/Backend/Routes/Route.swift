internal import HTTPServer
internal import ServiceProtocol

/// One thing that the services answer: a row of the table that a generation of the protocol is.
final class Route: Sendable {
    /// Answers a request, in the session that it belongs to.
    ///
    /// The text is the requestor of which the reply speaks instead of the right one; nil in a healthy service.
    typealias Handler = @Sendable (inout SessionState, Incoming, String?) -> ServerReply

    /// The form in which a caller is told what is wrong.
    enum ErrorForm: Sendable {
        /// See ``Dialect``.
        case registration, native, clientless, enhanced, configuration, page
        /// Whatever the path and the headers let one guess.
        case guessed
    }

    struct Traits: OptionSet {
        let rawValue: Int

        /// No later request finds anything that a request to it has left behind.
        static let keepsNothing = Traits(rawValue: 1)
        /// The documents name it among those that are refused to who asks too often (service-protocol.md 0.5.4).
        static let throttled = Traits(rawValue: 2)
        /// Carries a signed requestor identifier (service-protocol.md 3.4 to 3.7).
        static let signed = Traits(rawValue: 4)
        /// Tells which device a session has.
        static let namesDevice = Traits(rawValue: 8)
    }

    /// HEAD and OPTIONS aside; the first path is as the documents have it, and `{name}` in a path is any one word.
    let methods: [String]
    let paths: [String]
    let purpose: Purpose
    let errorForm: ErrorForm
    let traits: Traits
    let handler: Handler

    init(
        _ methods: [String], _ paths: [String], _ purpose: Purpose, _ errorForm: ErrorForm,
        _ traits: Traits = [], speaksOf handler: @escaping Handler
    ) {
        self.methods = methods
        self.paths = paths
        self.purpose = purpose
        self.errorForm = errorForm
        self.traits = traits
        self.handler = handler
    }

    /// A route whose replies never speak of another requestor.
    convenience init(
        _ methods: String..., at paths: String..., for purpose: Purpose, errors: ErrorForm,
        _ traits: Traits = [], handler: @escaping @Sendable (inout SessionState, Incoming) -> ServerReply
    ) {
        self.init(methods, paths, purpose, errors, traits) { state, incoming, _ in handler(&state, incoming) }
    }

    /// A route whose replies speak of the requestor.
    convenience init(
        _ methods: String..., at paths: String..., for purpose: Purpose, errors: ErrorForm,
        _ traits: Traits = [], speaksOf handler: @escaping Handler
    ) {
        self.init(methods, paths, purpose, errors, traits, speaksOf: handler)
    }
}
